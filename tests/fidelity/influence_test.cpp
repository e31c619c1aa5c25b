#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "foley/fidelity/frechet.hpp"
#include "foley/fidelity/frechet_influence.hpp"
#include "foley/fidelity/kernel_influence.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

Embeddings<> without_row(const Embeddings<>& set, std::size_t row) {
  Embeddings<> rest = set;
  const auto first = rest.values.begin() + static_cast<std::ptrdiff_t>(row * set.cols);
  rest.values.erase(first, first + static_cast<std::ptrdiff_t>(set.cols));
  --rest.rows;
  return rest;
}

// Compared with leaving rows out for real, whose second-order part falls with n.
void expect_first_order(std::size_t n, std::size_t m, std::size_t d, double share) {
  const Embeddings<> reference = normal_embeddings(m, d, 1);
  Embeddings<> generated = normal_embeddings(n, d, 2, 1.3, 0.4);
  for (std::size_t j = 0; j < d; ++j) {
    generated.values[j] *= 3.0;  // an outlier
  }
  const GaussianFit fit = fit_gaussian(reference.view());
  const GaussianFit own = fit_gaussian(generated.view());
  const double value = frechet_distance(fit, own).value;
  const std::vector<double> influence = frechet_influence(fit, own, generated.view());
  EXPECT_NEAR(std::accumulate(influence.begin(), influence.end(), 0.0), 0.0,
              1e-9 * std::abs(influence.front()) * static_cast<double>(n));
  std::vector<double> exact;
  double exact_mean = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    exact.push_back(static_cast<double>(n - 1) *
                    (value - frechet_without(fit, generated.view(), i)));
    exact_mean += exact.back() / static_cast<double>(n);
  }
  double gaps = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double centred = exact[i] - exact_mean;  // without it there is the bias, too
    gaps += (influence[i] - centred) * (influence[i] - centred);
    squares += centred * centred;
  }
  EXPECT_LT(std::sqrt(gaps / squares), share);
  EXPECT_EQ(frechet_influence(fit, own, generated.view(), 3), influence);
}

TEST(FrechetInfluence, IsTheFirstOrderOfLeavingOut) {
  expect_first_order(600, 900, 4, 0.03);
  // Few rows have a second order to speak of.
  expect_first_order(40, 900, 60, 0.2);  // fewer generated sounds than dimensions
  expect_first_order(150, 30, 40, 0.2);  // fewer reference sounds than dimensions
}

TEST(FrechetInfluence, OfTheReferenceByExchange) {
  const Embeddings<> reference = normal_embeddings(300, 3, 3);
  const Embeddings<> generated = normal_embeddings(200, 3, 4, 1.5);
  const GaussianFit own = fit_gaussian(reference.view());
  const GaussianFit other = fit_gaussian(generated.view());
  const double value = frechet_distance(own, other).value;
  const std::vector<double> influence = frechet_influence(other, own, reference.view());
  double with = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < 300; ++i) {
    const double gone = 299.0 * (value - frechet_without(other, reference.view(), i));
    with += gone * influence[i];
    squares += influence[i] * influence[i];
  }
  EXPECT_NEAR(with / squares, 1.0, 0.03);
}

TEST(FrechetInfluence, RefusesAnotherSet) {
  const Embeddings<> x = normal_embeddings(10, 3, 5);
  const GaussianFit fit = fit_gaussian(x.view());
  EXPECT_THROW(static_cast<void>(frechet_influence(fit, fit, x.slice(0, 9))),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(frechet_without(fit, x.view(), 10)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(frechet_without(fit, x.slice(0, 2), 0)), std::invalid_argument);
}

TEST(InfluenceError, IsThatOfAMean) {
  const std::vector<double> values{-3.0, -1.0, 1.0, 3.0};
  EXPECT_NEAR(influence_error(values), std::sqrt(20.0 / 3.0 / 4.0), 1e-15);
  // Two clips of two rows: sums -4 and 4.
  const std::vector<std::uint32_t> clips{0, 0, 1, 1};
  EXPECT_NEAR(influence_error(values, clips), std::sqrt(32.0 * 2.0) / 4.0, 1e-15);
  // The same clips by other numbers, and rows of a clip apart.
  const std::vector<std::uint32_t> apart{4'000'000'000, 7, 4'000'000'000, 7};
  const std::vector<double> apart_values{-3.0, 1.0, -1.0, 3.0};
  EXPECT_NEAR(influence_error(apart_values, apart), std::sqrt(32.0 * 2.0) / 4.0, 1e-15);
  const std::vector<std::uint32_t> one(4, 0);
  EXPECT_EQ(influence_error(values, one), 0.0);
  EXPECT_THROW(static_cast<void>(influence_error(values, std::vector<std::uint32_t>{0})),
               std::invalid_argument);
}

// How often the interval holds the distance of the populations at n far above d.
TEST(DistanceInterval, HoldsTheTruthAsOftenAsItSays) {
  const std::vector<double> mean{0.0, 0.0};
  const GaussianFit reference = fit_gaussian(mean, std::vector<double>{1.0, 0.0, 0.0, 1.0}, 1000);
  const double truth = 2.0 * (0.5 * 0.5 + 0.3 * 0.3);
  std::size_t held = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Embeddings<> generated = normal_embeddings(1000, 2, 100 + seed, 1.5, 0.3);
    const GaussianFit fit = fit_gaussian(generated.view());
    const double error = influence_error(frechet_influence(reference, fit, generated.view()));
    const auto interval =
        distance_interval(frechet_distance(reference, fit).value, error, 0.0, 0.9);
    held += interval.low <= truth && truth <= interval.high ? 1 : 0;
  }
  // 360 expected, standard deviation 6.
  EXPECT_GE(held, 342U);
  EXPECT_LE(held, 378U);
}

TEST(KernelInfluence, IsLeavingOutForReal) {
  const Embeddings<> x = normal_embeddings(30, 4, 6);
  const Embeddings<> y = normal_embeddings(20, 4, 7, 1.2, 0.3);
  const Kernel kernel{.bandwidth = 1.5};
  const KernelDistance distance = kernel_distance(x.view(), y.view(), kernel);
  const KernelInfluence influence = kernel_influence(distance);
  for (std::size_t i = 0; i < y.rows; ++i) {
    EXPECT_NEAR(influence.without_generated[i],
                kernel_distance(x.view(), without_row(y, i).view(), kernel).value, 1e-14);
  }
  for (std::size_t i = 0; i < x.rows; ++i) {
    EXPECT_NEAR(influence.without_reference[i],
                kernel_distance(without_row(x, i).view(), y.view(), kernel).value, 1e-14);
  }
  EXPECT_NEAR(std::accumulate(influence.generated.begin(), influence.generated.end(), 0.0), 0.0,
              1e-12);
  // The derivative of a weight, to first order.
  const double n = static_cast<double>(y.rows);
  for (std::size_t i = 0; i < y.rows; ++i) {
    EXPECT_NEAR(influence.generated[i],
                (n - 1.0) * (distance.value - influence.without_generated[i]), 0.15);
  }
}

TEST(KernelInfluence, OfTwoRowsIsTheDistanceItself) {
  const Embeddings<> x = normal_embeddings(2, 3, 8);
  const Embeddings<> y = normal_embeddings(5, 3, 9);
  const KernelDistance distance = kernel_distance(x.view(), y.view(), {});
  EXPECT_EQ(kernel_influence(distance).without_reference,
            (std::vector<double>{distance.value, distance.value}));
}

}  // namespace
}  // namespace foley::fidelity
