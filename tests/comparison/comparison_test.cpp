#include "foley/comparison/comparison.hpp"

#include <gtest/gtest.h>

#include "foley/stats/multiple_testing.hpp"
#include "foley/stats/paired_t.hpp"
#include "foley/stats/sign_flip.hpp"

namespace foley::comparison {
namespace {

using retrieval::Evaluation;

Evaluation evaluation(const std::string& name, std::vector<std::string> topics,
                      std::vector<std::vector<double>> values) {
  Evaluation out;
  out.run = name;
  for (std::size_t m = 0; m < values.size(); ++m) {
    out.columns.push_back("m" + std::to_string(m));
  }
  out.topics = std::move(topics);
  out.values = std::move(values);
  return out;
}

// Three runs, two measures, eight topics.
std::vector<Evaluation> three_runs() {
  const std::vector<std::string> topics{"a", "b", "c", "d", "e", "f", "g", "h"};
  return {evaluation("base", topics,
                     {{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}, {0, 1, 0, 1, 0, 1, 0, 1}}),
          evaluation("better", topics,
                     {{0.3, 0.5, 0.3, 0.6, 0.9, 0.7, 0.9, 0.9}, {1, 1, 0, 1, 0, 1, 1, 1}}),
          evaluation("same", topics,
                     {{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}, {0, 1, 0, 1, 0, 1, 0, 1}})};
}

TEST(Comparison, HoldsMeansAndDifferencesToTheFirst) {
  const Comparison result = compare(three_runs());
  EXPECT_EQ(result.runs, (std::vector<std::string>{"base", "better", "same"}));
  ASSERT_EQ(result.measures.size(), 2U);
  const MeasureComparison& first = result.measures[0];
  EXPECT_DOUBLE_EQ(first.means[0], 0.45);
  ASSERT_EQ(first.differences.size(), 2U);
  const Difference& better = first.differences[0];
  EXPECT_EQ(better.run, 1U);
  EXPECT_NEAR(better.difference, 5.1 / 8 - 0.45, 1e-15);
  EXPECT_EQ(better.topics.wins, 7U);
  EXPECT_EQ(better.topics.ties, 1U);
  EXPECT_EQ(better.topics.losses, 0U);
  EXPECT_LT(better.bootstrap.bca.low, better.difference);
  EXPECT_GT(better.bootstrap.bca.high, better.difference);
  // Seven of seven topics that differ went up: 2 of 2^7 patterns are as extreme.
  EXPECT_DOUBLE_EQ(better.randomisation.test.p, 2.0 / 128.0);
  EXPECT_DOUBLE_EQ(better.sign.test.p, 2.0 / 128.0);
  EXPECT_GT(better.effect.d_z, 0.0);
  EXPECT_GT(better.detectable.difference, 0.0);
}

TEST(Comparison, EqualRunsAreNoDifferenceWithAReason) {
  const Comparison result = compare(three_runs());
  const Difference& same = result.measures[0].differences[1];
  EXPECT_DOUBLE_EQ(same.difference, 0.0);
  for (const Corrected* test : {&same.randomisation, &same.t, &same.wilcoxon, &same.sign}) {
    EXPECT_DOUBLE_EQ(test->test.p, 1.0);
    EXPECT_NE(test->test.reason, stats::Reason::none);
    EXPECT_DOUBLE_EQ(test->holm, 1.0);
  }
}

TEST(Comparison, CorrectsOverAllMeasuresAndRunsOfATest) {
  const Comparison result = compare(three_runs());
  std::vector<double> p;
  std::vector<double> holm;
  std::vector<double> rate;
  for (const MeasureComparison& measure : result.measures) {
    for (const Difference& each : measure.differences) {
      p.push_back(each.t.test.p);
      holm.push_back(each.t.holm);
      rate.push_back(each.t.benjamini_hochberg);
    }
  }
  ASSERT_EQ(p.size(), 4U);
  EXPECT_EQ(holm, stats::holm(p));
  EXPECT_EQ(rate, stats::benjamini_hochberg(p));
}

TEST(Comparison, IsOverTheTopicsThatAllRunsHold) {
  const std::vector<Evaluation> runs{evaluation("x", {"a", "b", "c"}, {{1, 2, 3}}),
                                     evaluation("y", {"c", "d", "a"}, {{5, 6, 7}})};
  const Comparison result = compare(runs);
  EXPECT_EQ(result.topics, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(result.values[0][0], (std::vector<double>{1, 3}));
  EXPECT_EQ(result.values[0][1], (std::vector<double>{7, 5}));
}

TEST(Comparison, HasTheSameBitsForAnyThreadsAndAnotherSeedGivesOthers) {
  std::vector<Evaluation> runs{evaluation("x", {}, {{}}), evaluation("y", {}, {{}})};
  for (int t = 0; t < 40; ++t) {
    for (std::size_t r = 0; r < 2; ++r) {
      runs[r].topics.push_back("t" + std::to_string(t));
      runs[r].values[0].push_back(((t * 7 + static_cast<int>(r) * 3) % 11) / 11.0);
    }
  }
  const Comparison one = compare(runs, {.seed = 5, .threads = 1});
  const Comparison many = compare(runs, {.seed = 5, .threads = 8});
  const Comparison other = compare(runs, {.seed = 6, .threads = 1});
  const auto told = [](const Comparison& c) {
    const Difference& d = c.measures[0].differences[0];
    return std::vector<double>{d.randomisation.test.p, d.bootstrap.bca.low, d.bootstrap.bca.high,
                               d.bootstrap.percentile.low, c.measures[0].randomised_tukey[0].p};
  };
  EXPECT_EQ(told(one), told(many));
  EXPECT_NE(told(one), told(other));
}

TEST(Comparison, RefusesWhatDoesNotCompare) {
  const auto runs = three_runs();
  EXPECT_THROW(compare(std::span(runs).first(1)), std::invalid_argument);
  auto other = runs;
  other[1].columns[0] = "another";
  EXPECT_THROW(compare(other), std::invalid_argument);
}

TEST(LargestMoves, ComeBySizeAndWithoutTheUnchanged) {
  const Comparison result = compare(three_runs());
  const auto moves = largest_moves(result, 0, 1, 3);
  ASSERT_EQ(moves.size(), 3U);
  EXPECT_EQ(result.topics[moves[0].topic], "e");
  EXPECT_EQ(result.topics[moves[1].topic], "b");
  EXPECT_NEAR(moves[0].change(), 0.4, 1e-15);
  EXPECT_EQ(largest_moves(result, 0, 1, 100).size(), 7U);
  EXPECT_TRUE(largest_moves(result, 0, 2, 5).empty());
}

}  // namespace
}  // namespace foley::comparison
