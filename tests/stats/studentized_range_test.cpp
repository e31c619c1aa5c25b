#include "foley/stats/studentized_range.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "foley/stats/distributions.hpp"
#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(StudentizedRange, AgreesWithScipy) {
  const auto& rows = oracle_file().at("studentized_range");
  ASSERT_EQ(rows.size(), 200U);
  for (const auto& row : rows) {
    const double df = row[1].is_string() ? kInfinity : row[1].get<double>();
    const auto groups = row[0].get<std::size_t>();
    const double q = row[2].get<double>();
    EXPECT_NEAR(studentized_range_cdf(q, groups, df), row[3].get<double>(), 1e-9) << row;
  }
}

// Two groups: Q/√2 is |t|. The relative precision holds far into the tail.
TEST(StudentizedRange, OfTwoGroupsIsStudentsT) {
  for (const double df : {1.0, 2.0, 5.0, 19.0, 20.0, 21.0, 300.0, 1e5}) {
    for (const double q : {0.01, 0.5, 1.0, 3.0, 6.0, 12.0, 30.0}) {
      const double expected = 2.0 * student_t_sf(q / std::numbers::sqrt2, df);
      EXPECT_TRUE(testing::nearly_equal(expected, studentized_range_sf(q, 2, df), 1e-10))
          << df << ' ' << q << ": " << expected << ' ' << studentized_range_sf(q, 2, df);
    }
  }
  for (const double q : {0.01, 1.0, 6.0, 40.0}) {
    const double expected = 2.0 * normal_sf(q / std::numbers::sqrt2);
    EXPECT_TRUE(testing::nearly_equal(expected, studentized_range_sf(q, 2, kInfinity), 1e-12));
  }
}

// Three normal variables, in closed form at the median of the range only by tables: Harter, *Tables
// of range and studentized range*, Ann. Math. Statist. 1960, and every textbook since.
TEST(StudentizedRange, AgreesWithPublishedTables) {
  EXPECT_NEAR(studentized_range_critical(0.05, 3, kInfinity), 3.314, 5e-4);
  EXPECT_NEAR(studentized_range_critical(0.05, 5, 20.0), 4.232, 5e-4);
  EXPECT_NEAR(studentized_range_critical(0.01, 4, 10.0), 5.769, 5e-4);
  EXPECT_NEAR(studentized_range_critical(0.05, 10, 60.0), 4.646, 5e-4);
  EXPECT_NEAR(studentized_range_critical(0.05, 2, 1.0), 17.97, 5e-3);
  EXPECT_NEAR(studentized_range_critical(0.01, 20, 5.0), 11.93, 5e-3);
}

TEST(StudentizedRange, CriticalIsTheInverse) {
  for (const double tail : {0.9, 0.5, 0.05, 1e-3, 1e-9}) {
    for (const double df : {1.0, 8.0, 4000.0, kInfinity}) {
      const double q = studentized_range_critical(tail, 6, df);
      EXPECT_TRUE(testing::nearly_equal(tail, studentized_range_sf(q, 6, df), 1e-10))
          << tail << ' ' << df;
    }
  }
}

TEST(StudentizedRange, ManyDegreesOfFreedomApproachInfinity) {
  EXPECT_NEAR(studentized_range_sf(3.0, 4, 1e8), studentized_range_sf(3.0, 4, kInfinity), 1e-8);
}

TEST(StudentizedRange, EndsAndRefusals) {
  EXPECT_EQ(studentized_range_sf(0.0, 3, 5.0), 1.0);
  EXPECT_EQ(studentized_range_cdf(-1.0, 3, 5.0), 0.0);
  EXPECT_EQ(studentized_range_sf(kInfinity, 3, 5.0), 0.0);
  EXPECT_EQ(studentized_range_sf(200.0, 3, kInfinity), 0.0);
  EXPECT_GT(studentized_range_sf(1e12, 3, 1.0), 0.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)studentized_range_sf(nan, 3, 5.0), std::invalid_argument);
  EXPECT_THROW((void)studentized_range_sf(1.0, 1, 5.0), std::invalid_argument);
  EXPECT_THROW((void)studentized_range_sf(1.0, 2, 0.5), std::invalid_argument);
  EXPECT_THROW((void)studentized_range_sf(1.0, 2, nan), std::invalid_argument);
  EXPECT_THROW((void)studentized_range_critical(0.0, 2, 1.0), std::invalid_argument);
  EXPECT_THROW((void)studentized_range_critical(1.0, 2, 1.0), std::invalid_argument);
}

}  // namespace
}  // namespace foley::stats
