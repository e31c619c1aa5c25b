#include "foley/stats/multiple_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

using Values = std::vector<double>;

void expect_near(const Values& expected, const Values& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    FOLEY_EXPECT_NEARLY(expected[i], actual[i]);
  }
}

TEST(MultipleTesting, AgreesWithStatsmodels) {
  ASSERT_EQ(oracle_file().at("adjusted").size(), 4U);
  for (const auto& row : oracle_file().at("adjusted")) {
    const Values p = numbers(row.at("p"));
    expect_near(numbers(row.at("holm")), holm(p));
    expect_near(numbers(row.at("bh")), benjamini_hochberg(p));
  }
}

TEST(MultipleTesting, ByHand) {
  // 3 x 0.01, 2 x 0.02 and 1 x 0.03 raised to the one before it
  expect_near({0.04, 0.03, 0.04}, holm(Values{0.03, 0.01, 0.02}));
  // 0.01 x 3/1 lowered to 0.02 x 3/2, that to 0.03 x 3/3
  expect_near({0.03, 0.03, 0.03}, benjamini_hochberg(Values{0.03, 0.01, 0.02}));
  expect_near({1.0, 1.0}, holm(Values{0.6, 0.9}));
  expect_near({0.9, 0.9}, benjamini_hochberg(Values{0.6, 0.9}));
}

// The fifteen p-values of Benjamini & Hochberg 1995, section 4.1: Holm keeps three at 0.05, and
// their own procedure four.
TEST(MultipleTesting, TheExampleOfBenjaminiAndHochberg) {
  const Values p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                    0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0};
  const auto kept = [](const Values& adjusted) {
    return std::ranges::count_if(adjusted, [](double x) { return x <= 0.05; });
  };
  EXPECT_EQ(kept(holm(p)), 3);
  EXPECT_EQ(kept(benjamini_hochberg(p)), 4);
}

TEST(MultipleTesting, EmptyAndRefused) {
  EXPECT_TRUE(holm({}).empty());
  EXPECT_TRUE(benjamini_hochberg({}).empty());
  for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW((void)holm(Values{0.5, bad}), std::invalid_argument);
    EXPECT_THROW((void)benjamini_hochberg(Values{0.5, bad}), std::invalid_argument);
  }
}

}  // namespace
}  // namespace foley::stats
