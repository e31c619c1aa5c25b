#include "causes/tail_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "foley/stats/distributions.hpp"

namespace foley::reliability {
namespace {

TEST(TailSum, IsTheBinomialTailOfFairCoins) {
  const std::vector<double> coin{0.0, 1.0};
  for (const std::size_t heads : {22U, 25U, 30U, 38U}) {
    TailSum sum;
    for (std::size_t i = 0; i < 40; ++i) {
      sum.add(coin, i < heads ? 1.0 : 0.0);
    }
    const double tail = 1.0 - stats::binomial_cdf(heads - 1, 40, 0.5);
    const double without = 1.0 - stats::binomial_cdf(heads, 40, 0.5);
    // The approximation is for a sum without steps: between the tails with and without the step.
    const double p = std::exp(sum.tail().log_p);
    EXPECT_LT(p, tail * 1.05) << heads;
    EXPECT_GT(p, without) << heads;
    const double h = static_cast<double>(heads) / 40.0;
    EXPECT_NEAR(sum.tail().deviate,
                std::sqrt(80.0 * (h * std::log(2.0 * h) + (1.0 - h) * std::log(2.0 * (1.0 - h)))),
                1e-6);
  }
}

TEST(TailSum, AtTheTopIsTheChanceOfIt) {
  TailSum sum;
  for (int i = 0; i < 10; ++i) {
    sum.add(std::vector<double>{0.5, 0.5, 2.0}, 2.0);
  }
  EXPECT_NEAR(sum.tail().log_p, -10.0 * std::log(3.0), 1e-12);
  EXPECT_EQ(sum.observed(), 20.0);
  EXPECT_NEAR(sum.mean(), 10.0, 1e-12);
}

TEST(TailSum, BelowTheMeanAndWithoutSpreadNothingIsFound) {
  TailSum sum;
  EXPECT_EQ(sum.tail().log_p, 0.0);
  sum.add(std::vector<double>{1.0, 1.0}, 1.0);
  EXPECT_EQ(sum.tail().log_p, 0.0);
  sum.add(std::vector<double>{0.0, 1.0}, 0.0);
  EXPECT_EQ(sum.tail().deviate, 0.0);
}

}  // namespace
}  // namespace foley::reliability
