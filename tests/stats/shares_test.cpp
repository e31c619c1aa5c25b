#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "foley/stats/share_interval.hpp"
#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

TEST(ShareInterval, AgreesWithScipy) {
  const auto& rows = oracle_file().at("shares");
  ASSERT_EQ(rows.size(), 14U);
  for (const auto& row : rows) {
    const auto successes = row[0].get<std::size_t>();
    const auto trials = row[1].get<std::size_t>();
    const double confidence = row[2];
    const Interval wilson = wilson_interval(successes, trials, confidence);
    EXPECT_NEAR(wilson.low, row[3].get<double>(), 1e-12) << row;
    EXPECT_NEAR(wilson.high, row[4].get<double>(), 1e-12) << row;
    const Interval exact = clopper_pearson_interval(successes, trials, confidence);
    EXPECT_NEAR(exact.low, row[5].get<double>(), 1e-12) << row;
    EXPECT_NEAR(exact.high, row[6].get<double>(), 1e-12) << row;
    EXPECT_EQ(exact.value, static_cast<double>(successes) / static_cast<double>(trials));
    EXPECT_EQ(exact.reason, Reason::none);
  }
}

TEST(ShareInterval, EndsAreExact) {
  EXPECT_EQ(wilson_interval(0, 20).low, 0.0);
  EXPECT_EQ(wilson_interval(20, 20).high, 1.0);
  EXPECT_EQ(clopper_pearson_interval(0, 20).low, 0.0);
  EXPECT_EQ(clopper_pearson_interval(20, 20).high, 1.0);
  // no success in n: 1 - (α/2)^(1/n)
  FOLEY_EXPECT_NEARLY(0.975, clopper_pearson_interval(0, 1).high);
  FOLEY_EXPECT_NEARLY(1.0 - std::sqrt(0.025), clopper_pearson_interval(0, 2).high);
}

TEST(ShareInterval, WithoutTrialsNothingIsKnown) {
  for (const Interval& interval : {wilson_interval(0, 0), clopper_pearson_interval(0, 0, 0.8)}) {
    EXPECT_EQ(interval.value, 0.0);
    EXPECT_EQ(interval.low, 0.0);
    EXPECT_EQ(interval.high, 1.0);
    EXPECT_EQ(interval.reason, Reason::no_data);
  }
  EXPECT_THROW((void)wilson_interval(2, 1), std::invalid_argument);
  EXPECT_THROW((void)clopper_pearson_interval(2, 1), std::invalid_argument);
  EXPECT_THROW((void)wilson_interval(1, 2, 1.0), std::invalid_argument);
  EXPECT_THROW((void)clopper_pearson_interval(1, 2, 0.0), std::invalid_argument);
}

}  // namespace
}  // namespace foley::stats
