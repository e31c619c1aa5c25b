#include "foley/retrieval/evaluation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "foley/retrieval/measure_spec.hpp"
#include "foley/retrieval/registry.hpp"
#include "support/rows.hpp"

namespace foley::retrieval {
namespace {

Column column(const std::string& name) { return to_column(parse_measure(name).value()); }

class EvaluationOfTopics : public ::testing::Test {
 protected:
  EvaluationOfTopics()
      : qrels_(testing::table_of<Qrels>(
            {{"q1", {{"a", 1.0}}}, {"q2", {{"b", 1.0}}}, {"q3", {{"c", 1.0}}}})),
        topics_(qrels_),
        run_(judge_run(
            testing::table_of<foley::Run>(
                {{"x", {{"a", 1.0}}}, {"q3", {{"a", 2.0}, {"c", 1.0}}}, {"q1", {{"a", 1.0}}}}),
            topics_, {})) {}

  Evaluation score(Universe universe) {
    const std::vector<Column> columns{column("RR"), column("NumRet")};
    return evaluate(topics_, run_, columns, universe).value();
  }

  Qrels qrels_;
  TopicSet topics_;
  JudgedRun run_;
};

TEST_F(EvaluationOfTopics, AllJudgedTopicsCountUnlessToldOtherwise) {
  const Evaluation all = score(Universe::qrels);
  EXPECT_EQ(all.topics, (std::vector<std::string>{"q1", "q2", "q3"}));
  EXPECT_EQ(all.values[0], (std::vector<double>{1.0, 0.0, 0.5}));
  EXPECT_DOUBLE_EQ(all.summary[0], 0.5);
  EXPECT_EQ(all.unanswered, std::vector<std::string>{"q2"});
  EXPECT_EQ(all.unjudged, std::vector<std::string>{"x"});
}

TEST_F(EvaluationOfTopics, OtherUniversesAreDeclared) {
  EXPECT_EQ(score(Universe::both).topics, (std::vector<std::string>{"q1", "q3"}));
  EXPECT_DOUBLE_EQ(score(Universe::both).summary[0], 0.75);
  EXPECT_EQ(score(Universe::run).topics, (std::vector<std::string>{"q1", "q3", "x"}));
  EXPECT_DOUBLE_EQ(score(Universe::run).summary[0], 0.5);
  EXPECT_EQ(score(Universe::all).topics, (std::vector<std::string>{"q1", "q2", "q3", "x"}));
  EXPECT_DOUBLE_EQ(score(Universe::all).summary[0], 1.5 / 4.0);
}

TEST_F(EvaluationOfTopics, UniversesAreReadBack) {
  for (const Universe universe : {Universe::qrels, Universe::run, Universe::both, Universe::all}) {
    EXPECT_EQ(parse_universe(to_string(universe)), universe);
  }
  EXPECT_EQ(parse_universe("all"), std::nullopt);
}

TEST_F(EvaluationOfTopics, ValuesThatCannotBeStopTheRun) {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), 1.1, -0.1}) {
    Column broken = column("RR");
    broken.value = [=](const Topic&) { return value; };
    const std::vector<Column> columns{broken};
    const auto evaluation = evaluate(topics_, run_, columns);
    ASSERT_FALSE(evaluation.has_value());
    EXPECT_NE(evaluation.error().item.find("q1"), std::string::npos);
    EXPECT_EQ(evaluation.error().field, "RR");
  }
}

TEST_F(EvaluationOfTopics, OtherJudgmentsThanGradesAreRefused) {
  Column other = column("RR");
  other.evidence = Evidence::sampled;
  const std::vector<Column> columns{other};
  EXPECT_FALSE(evaluate(topics_, run_, columns).has_value());
}

TEST(Aggregate, IsTheSumTheMeanOrTheGeometricMean) {
  const std::vector<double> values{0.25, 1.0, 0.0};
  EXPECT_DOUBLE_EQ(aggregate(Aggregate::mean, values), 1.25 / 3.0);
  EXPECT_DOUBLE_EQ(aggregate(Aggregate::sum, values), 1.25);
  EXPECT_DOUBLE_EQ(aggregate(Aggregate::topics, values), 3.0);
  EXPECT_DOUBLE_EQ(aggregate(Aggregate::none, values), 0.0);
  EXPECT_DOUBLE_EQ(aggregate(Aggregate::error_of_mean, values), std::sqrt(1.0625) / 3.0);
  EXPECT_NEAR(aggregate(Aggregate::geometric_mean, values), std::cbrt(0.25 * 0.00001), 1e-15);
  EXPECT_DOUBLE_EQ(aggregate(Aggregate::mean, {}), 0.0);
  EXPECT_DOUBLE_EQ(aggregate(Aggregate::geometric_mean, {}), 0.0);
}

TEST(Evaluation, HasTheSameBitsForAnyNumberOfThreads) {
  Qrels qrels;
  foley::Run run;
  for (int q = 0; q < 2000; ++q) {
    const std::string id = "q" + std::to_string(q);
    qrels.add_query(id);
    run.add_query(id);
    for (int d = 0; d < 7; ++d) {
      qrels.add("d" + std::to_string(d), (q + d) % 4);
      run.add("d" + std::to_string((d * 3) % 7), ((q * 7 + d * 5) % 11) / 10.0);
    }
  }
  const TopicSet topics(qrels);
  const JudgedRun judged = judge_run(run, topics, {});
  const std::vector<Column> columns{column("nDCG@5"), column("AP"), column("RBP(p=0.8)")};
  const Evaluation one = evaluate(topics, judged, columns, Universe::qrels, 1).value();
  for (const unsigned threads : {2U, 8U}) {
    const Evaluation many = evaluate(topics, judged, columns, Universe::qrels, threads).value();
    EXPECT_EQ(one.values, many.values);
    EXPECT_EQ(one.summary, many.summary);
  }
}

TEST(JudgedOnly, KeepsTheTiesOfWhatIsLeft) {
  // a and c are judged and tie; b ties with them unjudged; d is judged and behind.
  RankingBuilder builder({.judged_only = true});
  const testing::Row qrels{{"a", 1.0}, {"c", 0.0}, {"d", 2.0}, {"e", -1.0}};
  const testing::Row run{{"e", 9.0}, {"a", 5.0}, {"b", 5.0}, {"c", 5.0}, {"d", 1.0}};
  const auto judged = testing::entries_of<GradedDoc>(qrels);
  const auto row = testing::entries_of<ScoredDoc>(run);
  const JudgedRanking& ranking = builder.assign(judged, row);
  ASSERT_EQ(ranking.hits().size(), 3U);
  EXPECT_EQ(ranking.retrieved(), 3U);
  EXPECT_EQ(ranking.hits()[0].rank, 1);
  EXPECT_EQ(ranking.hits()[0].tied, 2);
  EXPECT_EQ(ranking.hits()[1].above, 0);
  EXPECT_EQ(ranking.hits()[2].rank, 3);
  EXPECT_EQ(ranking.hits()[2].above, 2);
  EXPECT_EQ(ranking.hits()[2].tied, 1);
}

}  // namespace
}  // namespace foley::retrieval
