#include "foley/retrieval/explain.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "foley/retrieval/measures/condensed.hpp"
#include "support/near.hpp"
#include "support/random_rows.hpp"
#include "support/random_topics.hpp"
#include "support/topics.hpp"

namespace foley::retrieval {
namespace {

using testing::RandomRanking;

// The last line of the arithmetic is the column's value, to the last bit.
void check_value(const std::string& name, const RandomRanking& drawn, TieRule ties,
                 double rel_level) {
  const MeasureSpec spec = testing::spec_of(name);
  const auto judged = testing::entries_of<GradedDoc>(drawn.qrels);
  const auto row = testing::entries_of<ScoredDoc>(drawn.run);
  RankingBuilder builder({.ties = ties});
  const Topic topic{builder.assign(judged, row)};
  const double expected = to_column(spec, rel_level).value(topic);
  const auto explained = explain(spec, {.query = "q",
                                        .judged = judged,
                                        .row = row,
                                        .options = {.ties = ties},
                                        .rel_level = rel_level});
  RC_ASSERT(explained.has_value());
  RC_LOG() << name << ": " << explained->value << ", the column says " << expected << "\n";
  RC_ASSERT(testing::same_bits(explained->value, expected));
  RC_ASSERT(!explained->results.empty());
  RC_ASSERT(testing::same_bits(explained->results.back().value, expected));
}

RC_GTEST_PROP(Explain, EndsInTheValueOfTheColumn, ()) {
  const RandomRanking drawn =
      testing::random_ranking({.negative_grades = true, .strange_scores = true});
  const auto ties = *rc::gen::element(TieRule::id_asc, TieRule::id_desc, TieRule::input);
  const double rel = *rc::gen::element(1.0, 2.0, 0.5);
  const std::string k = std::to_string(*rc::gen::inRange(1, 30));
  for (const std::string& name : testing::graded_measure_names(k)) {
    check_value(name, drawn, ties, rel);
  }
}

RC_GTEST_PROP(Explain, EndsInTheValueOverSubtopics, ()) {
  const auto drawn = testing::random_subtopics();
  const auto row = testing::entries_of<ScoredDoc>(drawn.run);
  const GroupedRanking grouped = grouped_ranking(drawn.topic, row, TieRule::id_desc);
  Topic topic;
  topic.grouped = &grouped;
  const std::string k = std::to_string(*rc::gen::inRange(1, 30));
  for (const std::string& name : testing::subtopic_measure_names(k)) {
    const MeasureSpec spec = testing::spec_of(name);
    const auto explained = explain(
        spec,
        {.query = "q", .row = row, .options = {.ties = TieRule::id_desc}, .grouped = &drawn.topic});
    RC_ASSERT(explained.has_value());
    RC_ASSERT(testing::same_bits(explained->value, to_column(spec).value(topic)));
  }
}

Explanation explained(const std::string& measure, const testing::Row& qrels,
                      const testing::Row& run) {
  const auto judged = testing::entries_of<GradedDoc>(qrels);
  const auto row = testing::entries_of<ScoredDoc>(run);
  return explain(testing::spec_of(measure), {.query = "q1", .judged = judged, .row = row}).value();
}

TEST(ExplainTables, ShowEveryStepOfNdcg) {
  const Explanation out = explained("ndcg@3", {{"a", 1.0}, {"b", 3.0}, {"c", 0.0}},
                                    {{"x", 4.0}, {"b", 3.0}, {"c", 2.0}, {"a", 1.0}});
  EXPECT_TRUE(out.step_by_step);
  EXPECT_EQ(out.measure, "ndcg@3");
  ASSERT_EQ(out.tables.size(), 2U);
  ASSERT_EQ(out.tables[0].rows.size(), 3U);
  const auto& b = out.tables[0].rows[1];
  EXPECT_EQ(std::get<std::int64_t>(b[0]), 2);
  EXPECT_EQ(std::get<std::string>(b[1]), "b");
  EXPECT_EQ(std::get<double>(b[2]), 3.0);
  EXPECT_DOUBLE_EQ(std::get<double>(b[4]), std::log2(3.0));
  EXPECT_DOUBLE_EQ(std::get<double>(b[5]), 3.0 / std::log2(3.0));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(out.tables[0].rows[0][2]));
  const auto& ideal = out.tables[1].rows;
  EXPECT_EQ(std::get<std::string>(ideal.front()[1]), "b");
  EXPECT_EQ(std::get<std::string>(ideal[1][1]), "a");
  EXPECT_DOUBLE_EQ(out.value, (3.0 / std::log2(3.0)) / (3.0 + 1.0 / std::log2(3.0)));
}

TEST(ExplainTables, OfOthersListWhatGoesIn) {
  const Explanation out = explained("SetP", {{"a", 1.0}, {"b", 0.0}}, {{"a", 2.0}, {"x", 1.0}});
  EXPECT_FALSE(out.step_by_step);
  ASSERT_EQ(out.tables.size(), 1U);
  EXPECT_EQ(out.tables[0].rows.size(), 1U);
  EXPECT_EQ(out.value, 0.5);
}

TEST(ExplainTables, JudgmentsOfAnotherKindAreAnError) {
  const auto no_sample = explain(testing::spec_of("xinfAP"), {.query = "q"});
  ASSERT_FALSE(no_sample.has_value());
  EXPECT_NE(no_sample.error().to_line().find("sampled"), std::string::npos);
  EXPECT_FALSE(explain(testing::spec_of("alpha_nDCG@5"), {.query = "q"}).has_value());
  EXPECT_FALSE(explain(testing::spec_of("runid"), {.query = "q"}).has_value());
}

// Each measure that the header promises is explained step by step.
TEST(ExplainTables, NamedMeasuresAreExplainedStepByStep) {
  for (const char* name : {"nDCG@5",
                           "DCG",
                           "AP",
                           "P@3",
                           "R@3",
                           "RR",
                           "Rprec",
                           "Success@2",
                           "Hits@2",
                           "F@3",
                           "Judged@3",
                           "Bpref",
                           "infAP",
                           "RBP",
                           "ERR@5",
                           "nERR",
                           "INST(max_rel=2)",
                           "INSQ(max_rel=2)",
                           "NERR8(max_rel=2)@4",
                           "NERR9(max_rel=2)@4",
                           "NERR10(max_rel=2)",
                           "NERR11(max_rel=2)",
                           "BPM(max_rel=2)@4",
                           "Compat",
                           "map",
                           "map_cut_5",
                           "P_5",
                           "recall_5",
                           "ndcg",
                           "ndcg_cut_5",
                           "recip_rank",
                           "success_5",
                           "bpref",
                           "ndcg@5",
                           "recall@5",
                           "precision@5",
                           "map@5",
                           "mrr@5"}) {
    EXPECT_TRUE(explained(name, {{"a", 2.0}, {"b", 1.0}, {"c", 0.0}},
                          {{"b", 3.0}, {"x", 2.5}, {"c", 2.0}, {"a", 1.0}})
                    .step_by_step)
        << name;
  }
}

}  // namespace
}  // namespace foley::retrieval
