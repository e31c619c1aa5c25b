#include "foley/stats/multinomial.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "foley/stats/distributions.hpp"

namespace foley::stats {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The chance of so large a chi-squared between counts and expected counts; cells that expect under
// ten are one cell.
double fit(const std::vector<double>& counts, const std::vector<double>& expected) {
  double statistic = 0.0;
  double cells = 0.0;
  double rest_seen = 0.0;
  double rest = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected[i] < 10.0) {
      rest_seen += counts[i];
      rest += expected[i];
      continue;
    }
    statistic += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    cells += 1.0;
  }
  if (rest > 1.0) {
    statistic += (rest_seen - rest) * (rest_seen - rest) / rest;
    cells += 1.0;
  } else {
    EXPECT_LE(rest_seen, 10.0);
  }
  return chi_squared_sf(statistic, cells - 1.0);
}

struct Law {
  std::uint64_t trials;
  double p;
};

class BinomialLaw : public ::testing::TestWithParam<Law> {};

// Expected numbers on both sides of where inversion ends, chances on both sides of a half.
INSTANTIATE_TEST_SUITE_P(Grid, BinomialLaw,
                         ::testing::Values(Law{1, 0.3}, Law{7, 0.5}, Law{40, 0.05}, Law{40, 0.25},
                                           Law{40, 0.28}, Law{40, 0.97}, Law{300, 0.5},
                                           Law{300, 0.8}, Law{100'000, 1e-4}, Law{100'000, 3e-4},
                                           Law{2'000, 0.999}));

TEST_P(BinomialLaw, FitsItsDistributionFunction) {
  const auto [trials, p] = GetParam();
  constexpr std::size_t kDraws = 200'000;
  std::vector<double> seen(trials + 1);
  for (std::size_t i = 0; i < kDraws; ++i) {
    RandomStream random(11, i);
    const std::uint64_t drawn = draw_binomial(trials, p, random);
    ASSERT_LE(drawn, trials);
    seen[drawn] += 1.0;
  }
  std::vector<double> expected(trials + 1);
  double below = 0.0;
  for (std::size_t k = 0; k <= trials; ++k) {
    const double up_to = binomial_cdf(k, trials, p);
    expected[k] = kDraws * (up_to - below);
    below = up_to;
  }
  EXPECT_GT(fit(seen, expected), 1e-3);
}

TEST(Binomial, HasItsMomentsWithManyTrials) {
  constexpr double kDraws = 100'000;
  for (const auto& [trials, p] : {Law{1'000'000, 0.2}, Law{1'000'000'000'000, 0.7}}) {
    const double mean = static_cast<double>(trials) * p;
    const double variance = mean * (1.0 - p);
    double first = 0.0;
    double second = 0.0;
    double third = 0.0;
    RandomStream random(12);
    for (int i = 0; i < static_cast<int>(kDraws); ++i) {
      const double away =
          (static_cast<double>(draw_binomial(trials, p, random)) - mean) / std::sqrt(variance);
      first += away / kDraws;
      second += away * away / kDraws;
      third += away * away * away / kDraws;
    }
    EXPECT_LE(std::fabs(first), 4.0 / std::sqrt(kDraws));
    EXPECT_LE(std::fabs(second - 1.0), 4.0 * std::sqrt(2.0 / kDraws));
    EXPECT_LE(std::fabs(third), 4.0 * std::sqrt(15.0 / kDraws));
  }
}

TEST(Binomial, IsCertainAtTheEnds) {
  RandomStream random(1);
  EXPECT_EQ(draw_binomial(0, 0.5, random), 0U);
  EXPECT_EQ(draw_binomial(9, 0.0, random), 0U);
  EXPECT_EQ(draw_binomial(9, 1.0, random), 9U);
  EXPECT_THROW((void)draw_binomial(9, 1.1, random), std::invalid_argument);
  EXPECT_THROW((void)draw_binomial(9, kNaN, random), std::invalid_argument);
  EXPECT_THROW((void)draw_binomial((std::uint64_t{1} << 53) + 1, 0.5, random),
               std::invalid_argument);
}

// Means n p and covariances -n p q of the counts, whichever way they are drawn.
void expect_moments(const std::vector<double>& weights, std::uint64_t n) {
  constexpr std::size_t kDraws = 20'000;
  const Multinomial law(weights);
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const std::size_t k = weights.size();
  std::vector<double> sums(k);
  std::vector<double> products(k * k);
  std::vector<std::uint64_t> counts(k);
  const auto mean = [&](std::size_t i) { return static_cast<double>(n) * weights[i] / total; };
  for (std::size_t r = 0; r < kDraws; ++r) {
    RandomStream random(13, r);
    law.draw(n, random, counts);
    ASSERT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), n);
    for (std::size_t i = 0; i < k; ++i) {
      sums[i] += static_cast<double>(counts[i]);
      for (std::size_t j = 0; j < k; ++j) {
        products[i * k + j] += (static_cast<double>(counts[i]) - mean(i)) *
                               (static_cast<double>(counts[j]) - mean(j)) / kDraws;
      }
    }
  }
  std::vector<double> expected(k);
  for (std::size_t i = 0; i < k; ++i) {
    expected[i] = mean(i) * kDraws;
    EXPECT_TRUE(weights[i] > 0.0 || sums[i] == 0.0);
    for (std::size_t j = 0; j < k; ++j) {
      const double q = weights[j] / total;
      const double covariance = mean(i) * (i == j ? 1.0 - q : -q);
      const double spread = std::sqrt(mean(i) * mean(j) + mean(i) + 1.0);
      EXPECT_LE(std::fabs(products[i * k + j] - covariance), 6.0 * spread / std::sqrt(kDraws));
    }
  }
  EXPECT_GT(fit(sums, expected), 1e-3);
}

TEST(Multinomial, HasItsMomentsByCategory) { expect_moments({3, 0, 1, 40, 6}, 50); }

TEST(Multinomial, HasItsMomentsOneByOne) {
  expect_moments({1, 1, 5, 0, 2, 1, 1, 3, 0, 1, 1, 1, 9, 4, 1}, 31);
}

TEST(Multinomial, OfOneCategoryIsCertain) {
  std::vector<std::uint64_t> counts(3, 77);
  RandomStream random(5);
  Multinomial(std::vector<double>{0, 4, 0}).draw(1000, random, counts);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{0, 1000, 0}));
  Multinomial(std::vector<double>{0, 4, 0}).draw(2, random, counts);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{0, 2, 0}));
}

TEST(Multinomial, RefusesWhatAreNoWeights) {
  EXPECT_THROW(Multinomial(std::vector<double>{}), std::invalid_argument);
  EXPECT_THROW(Multinomial(std::vector<double>{0, 0}), std::invalid_argument);
  EXPECT_THROW(Multinomial(std::vector<double>{1, -1}), std::invalid_argument);
  EXPECT_THROW(Multinomial(std::vector<double>{1, kNaN}), std::invalid_argument);
  EXPECT_THROW(Multinomial(std::vector<double>{1e308, 1e308}), std::invalid_argument);
  std::vector<std::uint64_t> counts(1);
  RandomStream random(5);
  EXPECT_THROW(Multinomial(std::vector<double>{1, 1}).draw(5, random, counts),
               std::invalid_argument);
}

RC_GTEST_PROP(Multinomial, GivesTheSameCountsForTheSameStream,
              (std::vector<std::uint8_t> raw, std::uint16_t n, std::uint64_t seed)) {
  raw.push_back(1);
  const std::vector<double> weights(raw.begin(), raw.end());
  const Multinomial law(weights);
  std::vector<std::uint64_t> first(weights.size());
  std::vector<std::uint64_t> again(weights.size());
  RandomStream one(seed, 3);
  RandomStream two(seed, 3);
  law.draw(n, one, first);
  law.draw(n, two, again);
  RC_ASSERT(first == again);
  RC_ASSERT(std::accumulate(first.begin(), first.end(), std::uint64_t{0}) == n);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    RC_ASSERT(weights[i] > 0.0 || first[i] == 0U);
  }
}

}  // namespace
}  // namespace foley::stats
