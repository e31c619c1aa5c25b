#include "foley/retrieval/evaluate_run.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "reference/measures.hpp"
#include "support/near.hpp"
#include "support/random_rows.hpp"

namespace foley::retrieval {
namespace {

using testing::table_of;

TEST(MeanOverQueries, AddsFromLeftToRight) {
  EXPECT_EQ(mean_over_queries({}), 0.0);
  EXPECT_EQ(mean_over_queries(std::vector<double>{1.0, 2.0}), 1.5);
  // Compensated or pairwise sums would give 1/3 or 0.2.
  EXPECT_EQ(mean_over_queries(std::vector<double>{1e16, 1.0, -1e16}), 0.0);
  EXPECT_EQ(mean_over_queries(std::vector<double>{0.1, 0.2, 0.3}), 0.20000000000000004);
}

TEST(EvaluateRun, CountsEveryJudgedQuery) {
  const auto qrels = table_of<Qrels>({{"answered", {{"a", 1.0}}},
                                      {"missing", {{"a", 1.0}}},
                                      {"hopeless", {{"a", 0.0}}},
                                      {"unjudged", {}}});
  const auto run = table_of<foley::Run>(
      {{"extra", {{"a", 1.0}}}, {"hopeless", {{"a", 1.0}}}, {"answered", {{"a", 1.0}}}});
  const auto report = evaluate_run(run, qrels, default_metrics());
  ASSERT_EQ(report.per_query.size(), 4U);
  EXPECT_EQ(report.per_query[0].query, "answered");
  EXPECT_EQ(report.per_query[0].rank, 1);
  EXPECT_EQ(report.per_query[0].values, std::vector<double>(4, 1.0));
  EXPECT_EQ(report.per_query[1].rank, 0);
  EXPECT_EQ(report.per_query[1].values, std::vector<double>(4, 0.0));
  EXPECT_EQ(report.per_query[2].rank, 1);
  EXPECT_EQ(report.per_query[2].values, std::vector<double>(4, 0.0));
  EXPECT_EQ(report.per_query[3].rank, 0);
  EXPECT_EQ(report.mean, std::vector<double>(4, 0.25));
  EXPECT_EQ(report.mean_of("map@10"), 0.25);
  EXPECT_FALSE(report.mean_of("map@5").has_value());
  EXPECT_EQ(report.metric_index("mrr@10"), 3U);
}

TEST(EvaluateRun, WithoutQueriesTheMeansAreZero) {
  const auto report = evaluate_run({}, {}, default_metrics());
  EXPECT_TRUE(report.per_query.empty());
  EXPECT_EQ(report.mean, std::vector<double>(4, 0.0));
}

TEST(EvaluateRun, RecordsKWithoutUsingIt) {
  const auto qrels = table_of<Qrels>({{"q", {{"a", 1.0}}}});
  const auto run = table_of<foley::Run>({{"q", {{"x", 2.0}, {"a", 1.0}}}});
  const auto report = evaluate_run(run, qrels, default_metrics(), 1.0, 1);
  EXPECT_EQ(report.k, 1);
  EXPECT_EQ(report.mean_of("mrr@10"), 0.5);
}

TEST(EvaluateRun, RelLevelDoesNotReachNdcg) {
  const auto qrels = table_of<Qrels>({{"q", {{"a", 1.0}}}});
  const auto run = table_of<foley::Run>({{"q", {{"a", 1.0}}}});
  const auto report = evaluate_run(run, qrels, default_metrics(), 2.0);
  EXPECT_EQ(report.mean, (std::vector<double>{1.0, 0.0, 0.0, 0.0}));
}

RC_GTEST_PROP(EvaluateRunProperty, EqualsTheMeanOfTheReference, ()) {
  foley::Run run;
  Qrels qrels;
  std::vector<double> values;
  const auto queries = *rc::gen::inRange(1, 5);
  for (int q = 0; q < queries; ++q) {
    const auto drawn = testing::random_ranking({});
    const std::string name = "q" + std::to_string(q);
    qrels.add_query(name);
    for (const auto& [id, grade] : drawn.qrels) {
      qrels.add(id, grade);
    }
    const bool answered = *rc::gen::arbitrary<bool>();
    if (answered) {
      run.add_query(name);
      for (const auto& [id, score] : drawn.run) {
        run.add(id, score);
      }
    }
    values.push_back(answered ? reference::ndcg(drawn.qrels, drawn.run, 10) : 0.0);
  }
  double sum = 0.0;
  for (const double v : values) {
    sum += v;
  }
  const auto report = evaluate_run(run, qrels, default_metrics());
  RC_ASSERT(testing::nearly_equal(report.mean[0], sum / static_cast<double>(queries)));
}

}  // namespace
}  // namespace foley::retrieval
