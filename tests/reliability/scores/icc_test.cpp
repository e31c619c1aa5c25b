#include "foley/reliability/scores/icc.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <stdexcept>

#include "reliability/kappa/tables.hpp"

namespace foley::reliability {
namespace {

// Shrout & Fleiss 1979, table 2: six targets, four judges.
Ratings shrout_fleiss() {
  return table({{9, 6, 8, 7, 10, 6}, {2, 1, 4, 1, 5, 2}, {5, 3, 6, 2, 6, 4}, {8, 2, 8, 6, 9, 7}});
}

TEST(Icc, MeetsShroutAndFleiss) {
  const auto found = intraclass_correlations(shrout_fleiss());
  constexpr double kPublished[] = {0.17, 0.29, 0.71, 0.44, 0.62, 0.91};
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found.at(i).value, kPublished[i], 0.005) << to_string(found.at(i).form);
    EXPECT_EQ(found.at(i).form, kIccForms.at(i));
    EXPECT_EQ(found.at(i).units, 6U);
    EXPECT_EQ(found.at(i).raters, 4U);
  }
  // The intervals that psych and pingouin document.
  constexpr double kLow[] = {-0.13, 0.02, 0.34, -0.88, 0.07, 0.68};
  constexpr double kHigh[] = {0.72, 0.76, 0.95, 0.91, 0.93, 0.99};
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found.at(i).interval.low, kLow[i], 0.005);
    EXPECT_NEAR(found.at(i).interval.high, kHigh[i], 0.005);
  }
  EXPECT_NEAR(found[0].f, 1.79, 0.005);
  EXPECT_NEAR(found[1].f, 11.03, 0.005);
}

TEST(Icc, HasBothNames) {
  EXPECT_EQ(to_string(IccForm::two_k), "ICC(2,k)");
  EXPECT_EQ(mcgraw_wong_name(IccForm::two_k), "ICC(A,k)");
  EXPECT_EQ(mcgraw_wong_name(IccForm::one_1), "ICC(1)");
}

// Made by make_scores_oracle.py.
TEST(Icc, MeetsTheRivalOnRandomScores) {
  const auto oracle = testing::Json::parse(testing::file_text(FOLEY_SCORES_ORACLE));
  ASSERT_EQ(oracle["cases"].size(), 48U);
  std::size_t negative = 0;
  for (const auto& test : oracle["cases"]) {
    const Ratings ratings = table(oracle_rows(test["ratings"]));
    for (const Icc& found : intraclass_correlations(ratings)) {
      const auto& expected = test["icc"][std::string(to_string(found.form))];
      const auto near = [&](double value, const char* field) {
        const auto wanted = expected[field].get<double>();
        EXPECT_NEAR(value, wanted, 1e-9 * (1.0 + std::fabs(wanted)))
            << to_string(found.form) << ' ' << field;
      };
      near(found.value, "value");
      near(found.f, "f");
      near(found.df1, "df1");
      near(found.df2, "df2");
      near(found.p, "p");
      near(found.interval.low, "low");
      near(found.interval.high, "high");
      EXPECT_EQ(found.reason, Reason::none);
      negative += found.value < 0.0 ? 1U : 0U;
    }
  }
  EXPECT_GT(negative, 5U) << "the hard side must be among the cases";
}

TEST(Icc, LeavesOutUnitsThatNotAllRated) {
  const double x = kMissing;
  const Ratings holes = table({{9, 6, 8, 7, 10, 6, 1, x, x},
                               {2, 1, 4, 1, 5, 2, 9, 5, x},
                               {5, 3, 6, 2, 6, 4, x, x, x},
                               {8, 2, 8, 6, 9, 7, 5, x, x}});
  const Icc found = intraclass_correlation(IccForm::two_1, holes);
  EXPECT_EQ(found.value, intraclass_correlation(IccForm::two_1, shrout_fleiss()).value);
  EXPECT_EQ(found.left_out, 2U);
  EXPECT_EQ(found.units, 6U);
}

TEST(Icc, OfDegenerateScoresIsANumberWithAReason) {
  for (const IccForm form : kIccForms) {
    const auto of = [&](const std::vector<std::vector<double>>& rows) {
      return intraclass_correlation(form, table(rows));
    };
    EXPECT_EQ(of({}).reason, Reason::too_few_raters);
    EXPECT_EQ(of({{1, 2, 3}}).reason, Reason::too_few_raters);
    EXPECT_EQ(of({{1}, {2}}).reason, Reason::too_few_units);
    EXPECT_EQ(of({{kMissing}, {2}}).interval.reason, stats::Reason::no_data);
    EXPECT_EQ(of({{3, 3, 3}, {3, 3, 3}}).value, 1.0);
    EXPECT_EQ(of({{3, 3, 3}, {3, 3, 3}}).reason, Reason::one_value);
    // No unit differs from another: for all raters, or on average.
    EXPECT_EQ(of({{1, 1, 1}, {2, 2, 2}}).reason, Reason::no_unit_spread);
    EXPECT_EQ(of({{1, 2, 3}, {3, 2, 1}}).reason, Reason::no_unit_spread);
    EXPECT_EQ(of({{1, 2, 3}, {3, 2, 1}}).value, 0.0);
    EXPECT_EQ(of({{0.1, 0.1, 0.1}, {0.3, 0.3, 0.3}}).reason, Reason::no_unit_spread);
    // Raters who agree but for nothing.
    const Icc perfect = of({{1, 2, 4}, {1, 2, 4}, {1, 2, 4}});
    EXPECT_EQ(perfect.value, 1.0);
    EXPECT_EQ(perfect.p, 0.0);
    EXPECT_EQ(perfect.interval.low, 1.0);
    EXPECT_EQ(perfect.interval.reason, stats::Reason::constant);
    EXPECT_TRUE(std::isinf(perfect.f));
  }
  EXPECT_THROW((void)intraclass_correlations(shrout_fleiss(), 0.0), std::invalid_argument);
}

TEST(Icc, OfAConstantShiftCountsItForAgreementOnly) {
  const Ratings shifted = table({{1, 2, 3, 4}, {2, 3, 4, 5}});
  EXPECT_EQ(intraclass_correlation(IccForm::three_1, shifted).value, 1.0);
  const Icc agreement = intraclass_correlation(IccForm::two_1, shifted);
  // Mean squares 10/3 between units and 2 between raters, none left: 10/3 / (10/3 + 2 · 2 / 4).
  EXPECT_NEAR(agreement.value, 10.0 / 13.0, 1e-14);
  EXPECT_LT(agreement.interval.low, agreement.value);
  EXPECT_GT(agreement.interval.high, agreement.value);
}

TEST(Icc, DoesNotDependOnTheUnitOfMeasurement) {
  EXPECT_TRUE(rc::check([] {
    const auto units = *rc::gen::inRange<std::size_t>(3, 15);
    const auto raters = *rc::gen::inRange<std::size_t>(2, 5);
    std::vector<std::vector<double>> rows(raters, std::vector<double>(units));
    for (auto& row : rows) {
      for (double& value : row) {
        value = *rc::gen::inRange(0, 9);
      }
    }
    const auto before = intraclass_correlations(table(rows));
    const double factor = *rc::gen::element(-3.0, 0x1p600, 0x1p-600, 0.125);
    for (auto& row : rows) {
      for (double& value : row) {
        value *= factor;
      }
    }
    const auto after = intraclass_correlations(table(rows));
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto close = [](double a, double b) {
        return a == b || std::fabs(a - b) <= 1e-8 * (1.0 + std::fabs(a));
      };
      RC_ASSERT(std::isfinite(before.at(i).value) && before.at(i).value <= 1.0);
      RC_ASSERT(std::isfinite(before.at(i).interval.low));
      RC_ASSERT(std::isfinite(before.at(i).interval.high));
      RC_ASSERT(before.at(i).reason == after.at(i).reason);
      RC_ASSERT(close(before.at(i).value, after.at(i).value));
      // Below 0 the degrees of freedom have poles, beside which rounding is large.
      if (before.at(i).value > 0.0) {
        RC_ASSERT(close(before.at(i).interval.high, after.at(i).interval.high));
      }
      RC_ASSERT(before.at(i).p >= 0.0 && before.at(i).p <= 1.0);
    }
  }));
}

}  // namespace
}  // namespace foley::reliability
