#include <gtest/gtest.h>

#include "foley/io/grouped_qrels.hpp"
#include "foley/retrieval/grouped.hpp"
#include "foley/retrieval/trec/measures.hpp"

namespace foley::retrieval::trec {
namespace {

const char* const kQrels =
    "q j2 a 0\n"
    "q j1 a 1\n"
    "q j1 b 0\n"
    "q j2 b 2\n"
    "q j2 c -1\n"
    "q j1 z 1\n";

double value(const GroupedTopic& topic, const std::vector<ScoredDoc>& row, const char* name,
             const Options& options = {}, std::int64_t depth = 1000) {
  const GroupedRanking grouped = grouped_ranking(topic, row, TieRule::id_desc, depth);
  Topic known;
  known.grouped = &grouped;
  return parse_column(name, options).value().value(known);
}

TEST(TrecJudges, MeansOverJudges) {
  const auto qrels = io::parse_grouped_qrels(kQrels, "q.jg");
  ASSERT_TRUE(qrels) << qrels.error().to_line();
  const GroupedTopic& topic = qrels->topics.front();
  EXPECT_EQ((std::vector<std::string>{"j1", "j2"}), topic.groups);
  EXPECT_EQ((std::vector<std::string>{"a", "b", "c", "z"}), topic.docs);
  // Ranks: c 1, a 2, b 3; z was not retrieved. j1 has R = 2 (a, z), j2 R = 1 (b).
  const std::vector<ScoredDoc> row{{"a", 2}, {"b", 1}, {"c", 3}};
  EXPECT_NEAR((1.0 / 2 / 2 + 1.0 / 3) / 2, value(topic, row, "map_avgjg"), 1e-15);
  EXPECT_NEAR((1.0 / 5 + 1.0 / 5) / 2, value(topic, row, "P_avgjg_5"), 1e-15);
  EXPECT_NEAR((1.0 / 2 + 0.0) / 2, value(topic, row, "P_avgjg_2"), 1e-15);
  // At R: j1 looks at 2 documents, j2 at 1.
  EXPECT_NEAR((1.0 / 2 + 0.0) / 2, value(topic, row, "Rprec_mult_avgjg_1.00"), 1e-15);
  Options level;
  level.relevance_level = 2;
  EXPECT_NEAR((0.0 + 1.0 / 3) / 2, value(topic, row, "map_avgjg", level), 1e-15);
}

TEST(TrecJudges, JudgedOnlyIsEachJudgesOwn) {
  const auto qrels = io::parse_grouped_qrels(kQrels, "q.jg");
  const GroupedTopic& topic = qrels->topics.front();
  const std::vector<ScoredDoc> row{{"a", 2}, {"b", 1}, {"c", 3}};
  Options options;
  options.judged_only = true;
  // c goes for both (j1 never saw it, j2 left it open): a 1, b 2.
  EXPECT_NEAR((1.0 / 2 + 1.0 / 2) / 2, value(topic, row, "map_avgjg", options), 1e-15);
  // -M cuts before: c and a are left, of which a stays.
  EXPECT_NEAR((1.0 / 2 + 0.0) / 2, value(topic, row, "map_avgjg", options, 2), 1e-15);
}

TEST(TrecJudges, OneJudgeIsOrdinaryQrels) {
  const auto qrels = io::parse_grouped_qrels("q 0 a 1\nq 0 b 0\nq 0 c 1\n", "q.jg");
  const std::vector<ScoredDoc> row{{"a", 1}, {"b", 3}, {"c", 2}};
  EXPECT_NEAR((1.0 / 2 + 2.0 / 3) / 2, value(qrels->topics.front(), row, "map_avgjg"), 1e-15);
}

TEST(TrecJudges, RanksMustFit) {
  EXPECT_THROW(static_cast<void>(grouped_ranking(GroupedTopic{"q", {"g"}, {"a"}, {1.0}},
                                                 std::vector<std::int64_t>{}, 0)),
               std::invalid_argument);
}

TEST(TrecJudges, QueriesAreFoundById) {
  const auto qrels = io::parse_grouped_qrels("q2 0 a 1\nq1 0 a 1\nq2 1 b 0\n", "q.jg");
  ASSERT_TRUE(qrels);
  ASSERT_NE(nullptr, qrels->find("q1"));
  EXPECT_EQ(2U, qrels->find("q2")->groups.size());
  EXPECT_EQ(nullptr, qrels->find("q3"));
}

}  // namespace
}  // namespace foley::retrieval::trec
