#include "foley/reliability/scores/concordance.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <stdexcept>

#include "reliability/kappa/tables.hpp"

namespace foley::reliability {
namespace {

// Made by make_scores_oracle.py: its variance is the delta method in numbers.
TEST(Concordance, MeetsTheDeltaMethodOnRandomScores) {
  const auto oracle = testing::Json::parse(testing::file_text(FOLEY_SCORES_ORACLE));
  std::size_t compared = 0;
  for (const auto& test : oracle["cases"]) {
    if (!test.contains("lin")) {
      continue;
    }
    const auto& lin = test["lin"];
    const Concordance found = lin_concordance(table(oracle_rows(test["ratings"])));
    EXPECT_NEAR(found.value, lin["value"].get<double>(), 1e-12);
    EXPECT_NEAR(found.precision, lin["precision"].get<double>(), 1e-12);
    EXPECT_NEAR(found.precision * found.accuracy, found.value, 1e-12);
    const double half = 1.959963984540054 * lin["se_z"].get<double>();
    EXPECT_NEAR(std::atanh(found.interval.high) - std::atanh(found.value), half, 1e-7);
    EXPECT_NEAR(std::atanh(found.value) - std::atanh(found.interval.low), half, 1e-7);
    compared += 1;
  }
  EXPECT_GE(compared, 16U);
}

// Peak flow by two instruments (Bland & Altman, Lancet 1986): Stata's concord gives 0.943.
TEST(Concordance, MeetsThePeakFlowMeters) {
  const Ratings ratings = table(
      {{494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427},
       {512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451}});
  const Concordance found = lin_concordance(ratings);
  EXPECT_NEAR(found.value, 0.943, 5e-4);
  EXPECT_NEAR(found.precision, 0.943, 1e-3);
  EXPECT_NEAR(overall_concordance(ratings).value, found.value, 1e-14);
}

TEST(Concordance, OfDegenerateScoresIsANumberWithAReason) {
  const auto of = [](const std::vector<std::vector<double>>& rows) {
    return lin_concordance(table(rows));
  };
  EXPECT_EQ(of({}).reason, Reason::too_few_raters);
  EXPECT_EQ(of({{1, 2}}).reason, Reason::too_few_raters);
  EXPECT_EQ(of({{1, kMissing}, {kMissing, 2}}).reason, Reason::no_pairs);
  EXPECT_EQ(of({{1, kMissing}, {kMissing, 2}}).left_out, 2U);
  EXPECT_EQ(of({{2, 2}, {2, 2}}).value, 1.0);
  EXPECT_EQ(of({{2, 2}, {2, 2}}).reason, Reason::one_value);
  EXPECT_EQ(of({{1, 2, 3}, {2, 2, 2}}).reason, Reason::constant_rater);
  EXPECT_EQ(of({{1, 2, 3}, {2, 2, 2}}).value, 0.0);
  EXPECT_EQ(of({{1, 2}, {1, 3}}).interval.reason, stats::Reason::too_few);
  const Concordance perfect = of({{0.1, 0.2, 0.7}, {0.1, 0.2, 0.7}});
  EXPECT_EQ(perfect.value, 1.0);
  EXPECT_EQ(perfect.interval.low, 1.0);
  EXPECT_EQ(perfect.interval.reason, stats::Reason::constant);
  // No correlation, and so nothing to divide by.
  const Concordance none = of({{1, 2, 1, 2}, {1, 1, 2, 2}});
  EXPECT_EQ(none.value, 0.0);
  EXPECT_LT(none.interval.low, 0.0);
  EXPECT_NEAR(none.interval.low, -none.interval.high, 1e-15);
  EXPECT_THROW((void)of({{1, 2}, {1, 2}, {1, 2}}), std::invalid_argument);
  EXPECT_THROW((void)lin_concordance(table({{1, 2}, {1, 2}}), 2.0), std::invalid_argument);
}

TEST(OverallConcordance, OfThreeRatersWeighsTheirPairs) {
  // Covariances over n of 0, 1, 2 and 0, 1, 2 and 1, 1, 4: 2/3, 1, 1; variances 2/3, 2/3, 2;
  // means 1, 1, 2. Twice the covariances 16/3 over 2 (10/3) + 2.
  const Coefficient found = overall_concordance(table({{0, 1, 2}, {0, 1, 2}, {1, 1, 4}}));
  EXPECT_NEAR(found.value, (16.0 / 3.0) / (26.0 / 3.0), 1e-14);
  EXPECT_NEAR(found.expected, 26.0 / 3.0, 1e-13);
  EXPECT_NEAR(found.observed, 10.0 / 3.0, 1e-13);
  EXPECT_EQ(found.ratings, 9U);
}

TEST(OverallConcordance, OfDegenerateScoresIsANumberWithAReason) {
  EXPECT_EQ(overall_concordance(table({{1, 2}})).reason, Reason::too_few_raters);
  EXPECT_EQ(overall_concordance(table({{1}, {kMissing}})).reason, Reason::no_pairs);
  EXPECT_EQ(overall_concordance(table({{1, 1}, {1, 1}})).reason, Reason::one_value);
  EXPECT_EQ(overall_concordance(table({{1, 1}, {2, 2}})).reason, Reason::constant_rater);
  EXPECT_EQ(overall_concordance(table({{1, 1}, {2, 2}})).value, 0.0);
}

TEST(OverallConcordance, IsLinsForTwoRatersInAnyUnit) {
  EXPECT_TRUE(rc::check([] {
    const auto units = *rc::gen::inRange<std::size_t>(1, 20);
    std::vector<std::vector<double>> rows(2, std::vector<double>(units));
    const double factor = *rc::gen::element(1.0, -7.0, 1e300, 1e-300);
    for (auto& row : rows) {
      for (double& value : row) {
        value = factor * *rc::gen::inRange(0, 5);
      }
    }
    const Concordance lin = lin_concordance(table(rows));
    RC_ASSERT(std::fabs(lin.value) <= 1.0);
    RC_ASSERT(lin.interval.low <= lin.value && lin.value <= lin.interval.high);
    RC_ASSERT(std::fabs(overall_concordance(table(rows)).value - lin.value) <= 1e-12);
  }));
}

}  // namespace
}  // namespace foley::reliability
