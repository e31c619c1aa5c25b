#include "foley/golden/golden_item.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "golden/samples.hpp"
#include "support/rows.hpp"

namespace foley::golden {
namespace {

testing::Row row_of(const Qrels& qrels, std::string_view query) {
  testing::Row row;
  for (const GradedDoc& doc : qrels.find(query)) {
    row.emplace_back(doc.id, doc.grade);
  }
  return row;
}

TEST(GoldenItem, LooksUpAnswersAndGrades) {
  const GoldenItem item = good_item();
  ASSERT_EQ(item.answers("RAINGlas").size(), 2U);
  EXPECT_EQ(item.answers("RAINGlas")[0], "ring0:rain");
  EXPECT_TRUE(item.answers("rainglas").empty());
  EXPECT_EQ(item.grade_of("ring0:rain"), 2);
  EXPECT_EQ(item.grade_of("ring0:drip"), 1);
  EXPECT_EQ(item.grade_of("ring0:nosuch"), 0);
}

TEST(GoldenItem, NamesItsQueries) {
  EXPECT_EQ(query_id(good_item("gld_0001"), 0), "gld_0001::0");
  EXPECT_EQ(query_id(good_item("a::b"), 12), "a::b::12");
}

TEST(ToQrels, TakesTheAnswersOfEachEventInOrder) {
  GoldenItem item = good_item();
  GoldenEvent wind;
  wind.query = "wind";
  wind.ucs_catid = "WINDGust";
  item.expected_events.push_back(wind);
  item.answer_clip_ids.emplace_back("WINDGust", std::vector<std::string>{"ring0:wind"});
  item.grade.emplace_back("ring0:wind", 2);
  item.grade.emplace_back("ring0:stray", 2);  // graded, but no answer: left out
  const std::vector<GoldenItem> golden{item, good_item("g2")};
  const Qrels qrels = to_qrels(golden);
  ASSERT_EQ(qrels.size(), 3U);
  EXPECT_EQ(qrels.rows()[0].query, "g1::0");
  EXPECT_EQ(qrels.rows()[1].query, "g1::1");
  EXPECT_EQ(qrels.rows()[2].query, "g2::0");
  EXPECT_EQ(row_of(qrels, "g1::0"), (testing::Row{{"ring0:rain", 2.0}, {"ring0:drip", 1.0}}));
  EXPECT_EQ(row_of(qrels, "g1::1"), (testing::Row{{"ring0:wind", 2.0}}));
}

TEST(ToQrels, AnUnknownCatIdGivesAnEmptyRow) {
  GoldenItem item = good_item();
  item.expected_events[0].ucs_catid = "RAINglas";
  const Qrels qrels = to_qrels(std::vector<GoldenItem>{item});
  EXPECT_TRUE(qrels.contains("g1::0"));
  EXPECT_TRUE(qrels.find("g1::0").empty());
}

TEST(ToQrels, AnAnswerWithoutGradeCountsZero) {
  GoldenItem item = good_item();
  item.grade = {{"ring0:rain", 2}};
  EXPECT_EQ(row_of(to_qrels(std::vector<GoldenItem>{item}), "g1::0"),
            (testing::Row{{"ring0:rain", 2.0}, {"ring0:drip", 0.0}}));
}

TEST(ToQrels, ARepeatedItemIsSkipped) {
  GoldenItem other = good_item();
  other.grade = {{"ring0:rain", 1}};
  EXPECT_EQ(row_of(to_qrels(std::vector<GoldenItem>{good_item(), other}), "g1::0").front().second,
            2.0);
}

}  // namespace
}  // namespace foley::golden
