#include "foley/stats/power.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

TEST(Power, AgreesWithStatsmodels) {
  const auto& rows = oracle_file().at("power").at("power");
  ASSERT_EQ(rows.size(), 76U);
  for (const auto& row : rows) {
    EXPECT_NEAR(paired_t_power(row[0], row[1].get<std::size_t>(), row[2], row[3].get<bool>()),
                row[4].get<double>(), 1e-9)
        << row;
  }
}

TEST(Power, SmallestDifferenceAgreesWithScipy) {
  const auto& rows = oracle_file().at("power").at("effect");
  ASSERT_EQ(rows.size(), 32U);
  for (const auto& row : rows) {
    const PowerGoal goal{row[1], row[2], row[3].get<bool>()};
    const auto found = smallest_detectable_difference(row[0].get<std::size_t>(), 0.25, goal);
    EXPECT_TRUE(testing::nearly_equal(row[4].get<double>(), found.effect, 1e-9))
        << row << ": " << found.effect;
    EXPECT_EQ(found.difference, 0.25 * found.effect);
    EXPECT_EQ(found.reason, Reason::none);
  }
}

TEST(Power, TopicsNeededAgreesWithScipy) {
  const auto& rows = oracle_file().at("power").at("topics");
  ASSERT_EQ(rows.size(), 24U);
  for (const auto& row : rows) {
    const PowerGoal goal{row[1], row[2], row[3].get<bool>()};
    const auto expected = static_cast<std::size_t>(std::ceil(row[4].get<double>()));
    const double difference = row[0].get<double>() * 0.2;
    EXPECT_EQ(topics_needed(difference, 0.2, goal).topics, expected) << row;
    EXPECT_EQ(topics_needed(-difference, 0.2, goal).topics, expected) << row;
  }
}

// The two functions are each other's inverse: one topic fewer does not show the difference.
TEST(Power, TheNumberOfTopicsIsTheSmallest) {
  for (const std::size_t topics : {2U, 3U, 7U, 20U, 21U, 150U}) {
    const auto smallest = smallest_detectable_difference(topics, 0.3);
    EXPECT_EQ(topics_needed(smallest.difference * 1.0000001, 0.3).topics, topics);
    EXPECT_EQ(topics_needed(smallest.difference * 0.9999999, 0.3).topics, topics + 1);
    EXPECT_GE(paired_t_power(smallest.effect, topics, 0.05), 0.8);
  }
}

TEST(Power, WithoutEffectIsAlpha) {
  EXPECT_NEAR(paired_t_power(0.0, 30, 0.05), 0.05, 1e-12);
  EXPECT_NEAR(paired_t_power(0.0, 2, 0.01, false), 0.01, 1e-12);
  EXPECT_EQ(paired_t_power(5.0, 1, 0.05), 0.0);
  EXPECT_EQ(paired_t_power(5.0, 0, 0.05), 0.0);
}

TEST(Power, DegenerateQuestions) {
  EXPECT_EQ(smallest_detectable_difference(0, 1.0).reason, Reason::no_data);
  EXPECT_EQ(smallest_detectable_difference(1, 1.0).reason, Reason::too_few);
  EXPECT_EQ(smallest_detectable_difference(1, 1.0).difference, 0.0);
  EXPECT_EQ(smallest_detectable_difference(9, 0.0).difference, 0.0);
  EXPECT_EQ(topics_needed(0.0, 1.0).reason, Reason::unreachable);
  EXPECT_EQ(topics_needed(0.0, 0.0).reason, Reason::unreachable);
  EXPECT_EQ(topics_needed(1e-9, 1.0).reason, Reason::unreachable);
  EXPECT_EQ(topics_needed(0.1, 0.0).topics, 2U);
  EXPECT_EQ(topics_needed(1e300, 1e-300).topics, 2U);
  EXPECT_EQ(topics_needed(1e90, 1e-90).topics, 2U);
}

TEST(Power, RefusesGoalsOutOfRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)paired_t_power(0.1, 9, 0.0), std::invalid_argument);
  EXPECT_THROW((void)paired_t_power(nan, 9, 0.05), std::invalid_argument);
  EXPECT_THROW((void)smallest_detectable_difference(9, -1.0), std::invalid_argument);
  EXPECT_THROW((void)smallest_detectable_difference(9, nan), std::invalid_argument);
  EXPECT_THROW((void)smallest_detectable_difference(9, 1.0, {0.05, 0.05}), std::invalid_argument);
  EXPECT_THROW((void)smallest_detectable_difference(9, 1.0, {0.05, 1.0}), std::invalid_argument);
  EXPECT_THROW((void)smallest_detectable_difference(9, 1.0, {1.0, 0.8}), std::invalid_argument);
  EXPECT_THROW((void)topics_needed(nan, 1.0), std::invalid_argument);
  EXPECT_THROW((void)topics_needed(0.1, nan), std::invalid_argument);
}

}  // namespace
}  // namespace foley::stats
