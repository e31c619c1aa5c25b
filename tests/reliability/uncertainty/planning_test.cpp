#include "foley/reliability/planning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "foley/reliability/alpha.hpp"
#include "foley/reliability/alpha_interval.hpp"
#include "reliability/uncertainty/assumed_units.hpp"

namespace foley::reliability {
namespace {

using testing::at_level;
using testing::drawn_units;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> kShares{0.4, 0.3, 0.2, 0.1};

AssumedRatings assumed(double alpha, std::size_t raters) {
  return {{0, 1, 2, 3}, kShares, alpha, raters};
}

// The mean half-width of BCa intervals of tables with as many units as planned.
double half_width_of_tables(double alpha, std::size_t raters, std::size_t units, Level level) {
  constexpr std::size_t kTables = 60;
  double sum = 0.0;
  for (std::size_t table = 0; table < kTables; ++table) {
    const AgreementCounts counts =
        drawn_units(kShares, alpha, raters, units, RandomStream(77, table));
    const auto interval =
        alpha_interval(counts, at_level(level), {.replicates = 500, .seed = table}).interval;
    sum += (interval.high - interval.low) / 2.0;
  }
  return sum / kTables;
}

TEST(Planning, FromSharesKeepsWhatItPromises) {
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval}) {
    for (const std::size_t raters : {std::size_t{2}, std::size_t{4}}) {
      for (const double alpha : {0.5, 0.85}) {
        const PlanGoal goal{.half_width = 0.08};
        const AgreementPlan plan = plan_from_shares(assumed(alpha, raters), at_level(level), goal);
        EXPECT_EQ(plan.reason, Reason::none);
        EXPECT_TRUE(plan.simulated);
        EXPECT_EQ(plan.ratings, plan.units * raters);
        EXPECT_LE(plan.half_width, 0.08);
        EXPECT_NEAR(plan.half_width, 0.08, 0.002);
        EXPECT_NEAR(half_width_of_tables(alpha, raters, plan.units, level), 0.08, 0.008);
      }
    }
  }
}

// (t s / h)² with the variance of two raters and k equal shares of names, a b + b / (k - 1).
TEST(Planning, FromSharesMeetsTheClosedForm) {
  const AssumedRatings even{{1, 2, 3, 4, 5}, {2, 2, 2, 2, 2}, 0.8, 2};
  const AgreementPlan plan = plan_from_shares(even, at_level(Level::nominal), {.half_width = 0.02});
  const double expected = 1.96 * 1.96 * (0.16 + 0.2 / 4.0) / (0.02 * 0.02);
  EXPECT_NEAR(static_cast<double>(plan.units), expected, 0.06 * expected);
}

// 400 values, two raters: too many different units to list, so the plan rests on the formula alone.
// Tables with as many units must then spread as it says.
TEST(Planning, FromSharesOfManyValuesUsesTheKnownVariance) {
  AssumedRatings many;
  for (int value = 0; value < 400; ++value) {
    many.values.push_back(value);
    many.shares.push_back(1.0);
  }
  many.alpha = 0.7;
  const AgreementPlan plan =
      plan_from_shares(many, at_level(Level::interval), {.half_width = 0.05});
  EXPECT_FALSE(plan.simulated);
  double sum = 0.0;
  double squares = 0.0;
  constexpr double kTables = 800;
  for (std::size_t table = 0; table < static_cast<std::size_t>(kTables); ++table) {
    const AgreementCounts counts = drawn_units(std::vector<double>(400, 1.0 / 400.0), 0.7, 2,
                                               plan.units, RandomStream(5, table));
    const double alpha = krippendorff_alpha(counts, at_level(Level::interval)).value;
    sum += alpha;
    squares += alpha * alpha;
  }
  const double mean = sum / kTables;
  const double sd = std::sqrt(squares / kTables - mean * mean);
  EXPECT_NEAR(1.96 * sd, plan.half_width, 0.1 * plan.half_width);
  EXPECT_NEAR(mean, 0.7, 0.005);
}

TEST(Planning, FromAPilotKeepsWhatItPromises) {
  for (const Level level : {Level::nominal, Level::ordinal}) {
    const AgreementCounts pilot = drawn_units(kShares, 0.75, 3, 1'500, RandomStream(21));
    const PlanGoal goal{.half_width = 0.06};
    const AgreementPlan plan = plan_from_pilot(pilot, at_level(level), goal);
    EXPECT_EQ(plan.reason, Reason::none);
    EXPECT_NEAR(plan.half_width, 0.06, 0.0015);
    EXPECT_EQ(plan.ratings, plan.units * 3);
    EXPECT_NEAR(half_width_of_tables(0.75, 3, plan.units, level), 0.06, 0.006);
    const AgreementPlan known = plan_from_shares(assumed(0.75, 3), at_level(level), goal);
    EXPECT_NEAR(static_cast<double>(plan.units), static_cast<double>(known.units),
                0.15 * static_cast<double>(known.units));
  }
}

TEST(Planning, HasTheSameBitsForAnyNumberOfThreads) {
  const AgreementCounts pilot = drawn_units(kShares, 0.6, 2, 90, RandomStream(22));
  const AgreementPlan one = plan_from_pilot(pilot, {}, {.half_width = 0.1});
  const AgreementPlan eight = plan_from_pilot(pilot, {}, {.half_width = 0.1, .threads = 8});
  EXPECT_EQ(one.units, eight.units);
  EXPECT_EQ(one.half_width, eight.half_width);
}

// ln 0.025 / ln(1 - 2 h q): so many agreeing units leave no more room than that.
TEST(Planning, OfPerfectAgreementIsForUnanimousUnits) {
  const AssumedRatings even{{1, 2}, {1, 1}, 1.0, 2};
  const AgreementPlan plan = plan_from_shares(even, at_level(Level::nominal), {.half_width = 0.05});
  EXPECT_EQ(plan.units, 72U);
  EXPECT_LE(plan.half_width, 0.05);
  EXPECT_EQ(plan.reason, Reason::none);
  const AgreementCounts pilot = drawn_units({0.5, 0.5}, 1.0, 2, 40, RandomStream(1));
  EXPECT_NEAR(static_cast<double>(plan_from_pilot(pilot, {}, {.half_width = 0.05}).units), 72.0,
              8.0);
}

TEST(Planning, SaysWhyThereIsNoPlan) {
  EXPECT_EQ(plan_from_pilot(AgreementCounts{}).reason, Reason::no_pairs);
  const std::vector<double> constant{3, 3, 3, 3};
  EXPECT_EQ(plan_from_pilot(AgreementCounts::of(RatingMatrix(constant, 2, 2))).reason,
            Reason::one_value);
  const std::vector<double> one{3, 4};
  EXPECT_EQ(plan_from_pilot(AgreementCounts::of(RatingMatrix(one, 2, 1))).reason,
            Reason::too_few_units);
  EXPECT_EQ(plan_from_shares({{1, 2}, {1, 0}, 0.5, 2}).reason, Reason::one_value);
  const AgreementPlan none = plan_from_shares(assumed(0.5, 2), {}, {.half_width = 1e-6});
  EXPECT_EQ(none.reason, Reason::unreachable);
  EXPECT_EQ(none.units, 0U);
}

TEST(Planning, RefusesWhatIsNoGoalAndNoAssumption) {
  for (const double width : {0.0, -0.1, 1.0, kNaN}) {
    EXPECT_THROW((void)plan_from_shares(assumed(0.5, 2), {}, {.half_width = width}),
                 std::invalid_argument);
  }
  EXPECT_THROW((void)plan_from_shares(assumed(0.5, 2), {}, {.confidence = 1.0}),
               std::invalid_argument);
  EXPECT_THROW((void)plan_from_pilot({}, {}, {.replicates = 1}), std::invalid_argument);
  for (const AssumedRatings& bad :
       {assumed(0.5, 1), assumed(1.1, 2), assumed(kNaN, 2), AssumedRatings{{1}, {1, 1}, 0.5, 2},
        AssumedRatings{{}, {}, 0.5, 2}, AssumedRatings{{2, 1}, {1, 1}, 0.5, 2},
        AssumedRatings{{1, 2}, {1, -1}, 0.5, 2}, AssumedRatings{{1, 2}, {0, 0}, 0.5, 2},
        AssumedRatings{{1, kNaN}, {1, 1}, 0.5, 2}}) {
    EXPECT_THROW((void)plan_from_shares(bad), std::invalid_argument);
  }
}

}  // namespace
}  // namespace foley::reliability
