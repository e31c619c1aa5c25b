#include "foley/fidelity/frechet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

TEST(Frechet, EqualsTheRecordedValues) {
  FOLEY_LOAD_ORACLE(oracle, "fidelity");
  std::size_t compared = 0;
  for (const auto& test : oracle["cases"]) {
    SCOPED_TRACE(test["note"].get<std::string>());
    const auto sets = testing::oracle_sets(test);
    if (test["fad_accurate"].is_object()) {
      EXPECT_THROW(
          static_cast<void>(frechet_distance(sets.reference.view(), sets.generated.view())),
          std::invalid_argument);
      continue;
    }
    const FrechetDistance distance = frechet_distance(sets.reference.view(), sets.generated.view());
    const double accurate = test["fad_accurate"].get<double>();
    EXPECT_NEAR(distance.value, accurate, 1e-9 * accurate);
    EXPECT_NEAR(distance.value, test["fad"].get<double>(),
                2e-7 * (distance.trace_reference + distance.trace_generated));
    ++compared;
  }
  EXPECT_GE(compared, 12U);
}

GaussianFit exact(const std::vector<double>& mean, const std::vector<double>& covariance) {
  return fit_gaussian(mean, covariance, 1000);
}

// Diagonal covariances: the sum of (mean gap)^2 + (root gap)^2 over the dimensions.
TEST(Frechet, ClosedFormOfDiagonalCovariances) {
  const FrechetDistance distance =
      frechet_distance(exact({1.0, 2.0, 3.0}, {4.0, 0, 0, 0, 9.0, 0, 0, 0, 1e-8}),
                       exact({1.5, 2.0, 0.0}, {1.0, 0, 0, 0, 16.0, 0, 0, 0, 1e-6}));
  const double small = 1e-4 - 1e-3;
  EXPECT_NEAR(distance.value, 0.25 + 9.0 + 1.0 + 1.0 + small * small, 1e-12);
  EXPECT_NEAR(distance.mean_term, 9.25, 1e-15);
  EXPECT_NEAR(distance.overlap, 2.0 + 12.0 + 1e-7, 1e-13);
}

// Two dimensions, not commuting: tr (A B)^1/2 = (tr(A B) + 2 sqrt(det A det B))^1/2.
TEST(Frechet, ClosedFormInTwoDimensions) {
  const double overlap = std::sqrt((2.0 * 1.0 + 2.0 * 0.7 * -0.4 + 1.5 * 3.0) +
                                   2.0 * std::sqrt((2.0 * 1.5 - 0.49) * (1.0 * 3.0 - 0.16)));
  const FrechetDistance distance =
      frechet_distance(exact({0, 0}, {2.0, 0.7, 0.7, 1.5}), exact({0, 0}, {1.0, -0.4, -0.4, 3.0}));
  EXPECT_NEAR(distance.value, 2.0 + 1.5 + 1.0 + 3.0 - 2.0 * overlap, 1e-13);
}

// Commuting: diagonal covariances seen in other axes, by a reflection.
TEST(Frechet, DoesNotDependOnTheAxes) {
  const std::vector<double> a{4.0, 1.0, 0.25, 9.0, 1e-4};
  const std::vector<double> b{1.0, 1.0, 4.0, 0.0, 1e-2};
  constexpr std::size_t d = 5;
  const double normal[d] = {0.1, 0.5, -0.7, 0.5, 0.0};  // of length 1
  const auto reflected = [&](const std::vector<double>& diagonal) {
    const auto entry = [&](std::size_t i, std::size_t k) {
      return (i == k ? 1.0 : 0.0) - 2.0 * normal[i] * normal[k];
    };
    std::vector<double> covariance(d * d);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        for (std::size_t k = 0; k < d; ++k) {
          covariance[i * d + j] += entry(i, k) * diagonal[k] * entry(j, k);
        }
      }
    }
    return covariance;
  };
  double expected = 0.0;
  for (std::size_t k = 0; k < d; ++k) {
    expected += std::pow(std::sqrt(a[k]) - std::sqrt(b[k]), 2);
  }
  const std::vector<double> mean(d);
  // One direction of b is empty: what rounding leaves there counts by its root.
  EXPECT_NEAR(frechet_distance(exact(mean, reflected(a)), exact(mean, reflected(b))).value,
              expected, 1e-6);
  EXPECT_NEAR(frechet_distance(exact(mean, reflected(a)), exact(mean, reflected(a))).value, 0.0,
              1e-13);
}

template <class T>
void expect_none_to_itself(const Embeddings<T>& set) {
  const FrechetDistance distance = frechet_distance(set.view(), set.view());
  EXPECT_LE(distance.value, 1e-9 * distance.trace_reference);
  EXPECT_GE(distance.value, 0.0);
}

TEST(Frechet, OfASetToItselfIsNothing) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    for (const double shift : {0.0, 1e4 * scale}) {
      expect_none_to_itself(normal_embeddings(20, 512, 1, scale, shift));
      expect_none_to_itself(normal_embeddings(200, 40, 2, scale, shift));
      expect_none_to_itself(normal_embeddings<float>(5000, 16, 3, scale, shift));
      expect_none_to_itself(normal_embeddings(40, 40, 4, scale, shift));
    }
  }
  Embeddings<> repeated = normal_embeddings(300, 60, 5);
  for (std::size_t i = 0; i < repeated.rows; ++i) {
    for (std::size_t j = 30; j < 60; ++j) {  // dimensions twice, and one that never changes
      repeated.values[i * 60 + j] = j == 59 ? 3.0 : repeated.values[i * 60 + j - 30];
    }
  }
  expect_none_to_itself(repeated);
}

// The same covariance by rows (n <= d) and by moments (n > d) where both can be taken.
TEST(Frechet, BothWaysToAFactorAgree) {
  const Embeddings<> x = normal_embeddings(120, 120, 6);
  const Embeddings<> y = normal_embeddings(90, 120, 7, 1.3, 0.2);
  Moments moments(120);
  moments.add(x.view());
  const double by_rows = frechet_distance(fit_gaussian(x.view()), fit_gaussian(y.view())).value;
  const double by_moments = frechet_distance(fit_gaussian(moments), fit_gaussian(y.view())).value;
  EXPECT_NEAR(by_moments, by_rows, 1e-9 * by_rows);
}

TEST(Frechet, DoesNotChangeFarFromZero) {
  // Multiples of 2^-10 survive the shift in float32, so that the true distance stays the same.
  Embeddings<float> x = normal_embeddings<float>(2000, 64, 8);
  Embeddings<float> y = normal_embeddings<float>(1500, 64, 9, 1.1);
  for (auto* set : {&x, &y}) {
    for (float& value : set->values) {
      value = std::round(value * 512.0F) / 512.0F;
    }
  }
  const double near = frechet_distance(x.view(), y.view()).value;
  for (auto* set : {&x, &y}) {
    for (float& value : set->values) {
      value += 8192.0F;
    }
  }
  EXPECT_NEAR(frechet_distance(x.view(), y.view()).value, near, 1e-9 * near);
}

TEST(Frechet, ScalesWithTheSquare) {
  const Embeddings<> x = normal_embeddings(50, 20, 10);
  const Embeddings<> y = normal_embeddings(60, 20, 11, 1.5, 0.5);
  const double one = frechet_distance(x.view(), y.view()).value;
  for (const double scale : {1e-6, 1e6}) {
    Embeddings<> xs = x;
    Embeddings<> ys = y;
    for (auto* set : {&xs, &ys}) {
      for (double& value : set->values) {
        value *= scale;
      }
    }
    EXPECT_NEAR(frechet_distance(xs.view(), ys.view()).value, one * scale * scale,
                1e-11 * one * scale * scale);
  }
}

TEST(Frechet, IsSymmetricAndTheSameOnAnyThreads) {
  const Embeddings<> x = normal_embeddings(9000, 24, 12);
  const Embeddings<> y = normal_embeddings(8500, 24, 13, 1.2, 0.1);
  const double one = frechet_distance(x.view(), y.view(), 1).value;
  EXPECT_EQ(frechet_distance(x.view(), y.view(), 3).value, one);
  EXPECT_NEAR(frechet_distance(y.view(), x.view(), 1).value, one, 1e-12);
}

TEST(Frechet, SaysWhatASetCannotCarry) {
  const Embeddings<> few = normal_embeddings(20, 30, 14);
  EXPECT_EQ(health_of(fit_gaussian(few.view())).warnings,
            std::vector{FrechetWarning::fewer_than_dimensions});
  EXPECT_EQ(fit_gaussian(few.view()).rank, 19U);
  const Embeddings<> some = normal_embeddings(100, 30, 15);
  EXPECT_EQ(health_of(fit_gaussian(some.view())).warnings,
            std::vector{FrechetWarning::few_samples});
  const Embeddings<> enough = normal_embeddings(400, 30, 16);
  EXPECT_TRUE(health_of(fit_gaussian(enough.view())).warnings.empty());
  const Embeddings<> silent{std::vector<double>(80, 0.1), 20, 4};
  const GaussianFit fit = fit_gaussian(silent.view());
  EXPECT_EQ(health_of(fit).warnings, std::vector{FrechetWarning::identical_rows});
  EXPECT_EQ(fit.condition(), std::nullopt);
  EXPECT_NE(
      to_sentence(FrechetWarning::identical_rows, fit).find("all 20 embeddings are identical"),
      std::string::npos);
  Embeddings<> constant = normal_embeddings(400, 3, 17);
  for (std::size_t i = 0; i < constant.rows; ++i) {
    constant.values[3 * i + 1] = 0.1;
  }
  EXPECT_EQ(health_of(fit_gaussian(constant.view())).warnings,
            (std::vector{FrechetWarning::rank_deficient, FrechetWarning::constant_columns}));
}

TEST(Frechet, RefusesWhatItCannotCompare) {
  const Embeddings<> x = normal_embeddings(5, 3, 18);
  const Embeddings<> other = normal_embeddings(5, 4, 19);
  EXPECT_THROW(static_cast<void>(frechet_distance(x.view(), other.view())), std::invalid_argument);
  Embeddings<> broken = x;
  broken.values[3 * 4 + 1] = std::numeric_limits<double>::quiet_NaN();
  try {
    static_cast<void>(frechet_distance(x.view(), broken.view()));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "generated: row 4, column 1 (from 0) is NaN");
  }
  const Embeddings<> empty{{}, 5, 0};
  EXPECT_EQ(frechet_distance(empty.view(), empty.view()).value, 0.0);
}

TEST(GaussianFit, RefusesWhatIsNoCovariance) {
  const std::vector<double> mean{0.0, 0.0};
  const auto fit = [&](const std::vector<double>& covariance, std::uint64_t n = 10) {
    return fit_gaussian(mean, covariance, n);
  };
  EXPECT_EQ(fit({1.0, 0.5, 0.5, 1.0}).rank, 2U);
  EXPECT_THROW(fit({1.0, 0.5, 0.4, 1.0}), std::invalid_argument);
  EXPECT_THROW(fit({1.0, 2.0, 2.0, 1.0}), std::invalid_argument);
  EXPECT_THROW(fit({1.0, 0.5, 0.5}), std::invalid_argument);
  EXPECT_THROW(fit({1.0, 0.5, 0.5, INFINITY}), std::invalid_argument);
  EXPECT_THROW(fit({1.0, 0.5, 0.5, 1.0}, 1), std::invalid_argument);
  // Statistics of others may not say of how many rows they are.
  EXPECT_TRUE(health_of(fit({1.0, 0.5, 0.5, 1.0}, 0)).warnings.empty());
}

}  // namespace
}  // namespace foley::fidelity
