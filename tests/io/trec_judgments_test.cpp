#include <gtest/gtest.h>

#include <cmath>

#include "foley/io/grouped_qrels.hpp"
#include "foley/io/trec_prefs.hpp"
#include "foley/io/zscores.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

struct Refused {
  std::string text;
  const char* code;
  std::size_t line;
  std::size_t column;
};

TEST(GroupedQrels, RefusedWithLineColumnAndCode) {
  const std::vector<Refused> cases{
      {"q g a 1\nq g a 0\n", "FE-IO-11", 2, 5},    {"q g a\n", "FE-IO-05", 1, 5},
      {"q g a 1 x\n", "FE-IO-05", 1, 9},           {"# c\n\nq g a 1.5\n", "FE-IO-08", 3, 7},
      {"q g a 128\n", "FE-IO-09", 1, 7},           {"q g \xff 1\n", "FE-IO-02", 1, 5},
      {"\xEF\xBB\xBFq g a 1\n", "FE-IO-03", 1, 1}, {"\n# nothing\n", "FE-IO-04", 1, 0},
  };
  for (const Refused& each : cases) {
    const auto parsed = parse_grouped_qrels(each.text, "my.jg");
    ASSERT_FALSE(parsed) << each.text;
    EXPECT_EQ(each.code, parsed.error().code) << each.text;
    EXPECT_EQ("my.jg", parsed.error().source);
    EXPECT_EQ(each.line, parsed.error().line) << each.text;
    EXPECT_EQ(each.column, parsed.error().column) << each.text;
    EXPECT_FALSE(parsed.error().advice.empty());
  }
}

TEST(GroupedQrels, LinesMayStandApartAndGroupsRepeatDocuments) {
  const auto qrels = parse_grouped_qrels("q1 2 a 1\r\nq2 1 a 3\r\n\r\nq1 1 b 0\nq1 1 a 2", "q");
  ASSERT_TRUE(qrels) << qrels.error().to_line();
  ASSERT_EQ(2U, qrels->topics.size());
  const retrieval::GroupedTopic& topic = qrels->topics.front();
  EXPECT_EQ("q1", topic.query);
  EXPECT_EQ((std::vector<std::string>{"1", "2"}), topic.groups);
  EXPECT_EQ((std::vector<std::string>{"a", "b"}), topic.docs);
  ASSERT_EQ(4U, topic.grades.size());
  EXPECT_EQ(2.0, topic.grades[0]);
  EXPECT_EQ(1.0, topic.grades[1]);
  EXPECT_EQ(0.0, topic.grades[2]);
  EXPECT_TRUE(std::isnan(topic.grades[3]));
}

TEST(TrecPrefs, LoadsFilesAndSaysWhichIsMissing) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("my.prefs", "q j 1 a 2\nq j 1 b +1.5\n");
  EXPECT_TRUE(load_trec_prefs(path, PrefsFormat::prefs));
  EXPECT_FALSE(load_trec_prefs(path, PrefsFormat::qrels_prefs));
  EXPECT_TRUE(load_grouped_qrels(folder.write("my.jg", "q j a 1\n")));
  for (const auto& error :
       {load_trec_prefs(folder / "no", PrefsFormat::prefs).error(),
        load_grouped_qrels(folder / "no").error(), load_zscores(folder / "no").error()}) {
    EXPECT_EQ(ErrorKind::not_found, error.kind);
  }
}

TEST(ZScores, Values) {
  const auto scores = parse_zscores("q map 0.5 0.25\n# c\nq P_5 1 0\n", "z");
  ASSERT_TRUE(scores) << scores.error().to_line();
  EXPECT_EQ(-2.0, z_score(*scores, "q", "map", 0.0));
  EXPECT_EQ(0.0, z_score(*scores, "q", "P_5", 1.0));
  EXPECT_EQ(kNoZScore, z_score(*scores, "q", "P_5", 0.5));
  EXPECT_EQ(kNoZScore, z_score(*scores, "q", "bpref", 0.5));
  EXPECT_EQ(kNoZScore, z_score(*scores, "p", "map", 0.5));
}

TEST(ZScores, RefusedWithLineColumnAndCode) {
  const std::vector<Refused> cases{
      {"q map 1\n", "FE-IO-05", 1, 7},
      {"q map 1 2 3\n", "FE-IO-05", 1, 11},
      {"q map x 1\n", "FE-IO-06", 1, 7},
      {"q map 1 inf\n", "FE-IO-07", 1, 9},
      {"q map 1 -1\n", "", 1, 9},
      {"q map 1 1\nq map 2 1\n", "FE-IO-11", 2, 3},
      {"q m\x01p 1 1\n", "FE-IO-12", 1, 4},
      {"q map 1 1\rq b 1 1\n", "FE-IO-12", 1, 10},
      {"\xEF\xBB\xBFq m 1 1\n", "FE-IO-03", 1, 1},
      {"", "FE-IO-04", 1, 0},
  };
  for (const Refused& each : cases) {
    const auto parsed = parse_zscores(each.text, "my.z");
    ASSERT_FALSE(parsed) << each.text;
    EXPECT_EQ(each.code, parsed.error().code) << each.text;
    EXPECT_EQ(each.line, parsed.error().line) << each.text;
    EXPECT_EQ(each.column, parsed.error().column) << each.text;
  }
}

}  // namespace
}  // namespace foley::io
