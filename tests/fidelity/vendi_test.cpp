#include "foley/fidelity/vendi.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

constexpr double infinity = std::numeric_limits<double>::infinity();

double score(const Embeddings<>& set, double order = 1.0) {
  return vendi_score(set.view(), {.order = order}).value;
}

// times[i] copies of the i-th unit vector, each of another length.
Embeddings<> axes(const std::vector<std::size_t>& times, std::size_t d) {
  Embeddings<> set{{}, 0, d};
  for (std::size_t i = 0; i < times.size(); ++i) {
    for (std::size_t t = 0; t < times[i]; ++t) {
      set.values.resize(set.values.size() + d, 0.0);
      set.values[set.rows * d + i] = static_cast<double>(t + 1);
      ++set.rows;
    }
  }
  return set;
}

TEST(Vendi, OfRowsThatAreAllAlikeIsOne) {
  for (const double order : {0.5, 1.0, 2.0, 400.0, infinity}) {
    EXPECT_NEAR(score(axes({50}, 3), order), 1.0, 1e-12);
    EXPECT_NEAR(score(axes({3}, 50), order), 1.0, 1e-12);
  }
}

TEST(Vendi, OfRowsAtRightAnglesIsTheirNumber) {
  for (const double order : {0.5, 1.0, 2.0, 400.0, infinity}) {
    EXPECT_NEAR(score(axes({1, 1, 1, 1, 1, 1, 1}, 7), order), 7.0, 1e-11);
    EXPECT_NEAR(score(axes({1, 1, 1, 1}, 30), order), 4.0, 1e-12);
    EXPECT_NEAR(score(axes({9, 9, 9}, 4), order), 3.0, 1e-12);
  }
}

// Shares 1/2, 1/4, 1/4 by both ways to the eigenvalues.
TEST(Vendi, OfUnevenSharesIsTheirHillNumber) {
  for (const std::size_t d : {3U, 8U, 40U}) {
    const Embeddings<> set = axes({4, 2, 2}, d);
    EXPECT_NEAR(score(set), std::exp2(1.5), 1e-12);
    EXPECT_NEAR(score(set, 2.0), 1.0 / 0.375, 1e-12);
    EXPECT_NEAR(score(set, infinity), 2.0, 1e-12);
    EXPECT_NEAR(score(set, 0.5), std::pow(std::sqrt(0.5) + 1.0, 2.0), 1e-12);
    EXPECT_NEAR(score(set, 5000.0), 2.0, 2e-3);
  }
}

// Two rows at an angle: eigenvalues (1 +- cos) / 2.
TEST(Vendi, OfTwoRowsByTheirAngle) {
  const double cosine = std::cos(std::numbers::pi / 3.0);
  const Embeddings<> set{{2.0, 0.0, 5.0 * cosine, 5.0 * std::sqrt(1.0 - cosine * cosine)}, 2, 2};
  const double a = (1.0 + cosine) / 2.0;
  const double entropy = -a * std::log(a) - (1.0 - a) * std::log(1.0 - a);
  EXPECT_NEAR(score(set), std::exp(entropy), 1e-14);
}

TEST(Vendi, BySmallSetsAndByDimensionsAgree) {
  // The same rows with dimensions that are always 0: n > d becomes n <= d.
  const Embeddings<> narrow = normal_embeddings(2500, 12, 1, 1.0, 0.5);
  Embeddings<> wide{std::vector<double>(60 * 70, 0.0), 60, 70};
  Embeddings<> few{{narrow.values.begin(), narrow.values.begin() + 60 * 12}, 60, 12};
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < 12; ++j) {
      wide.values[i * 70 + j] = narrow.values[i * 12 + j];
    }
  }
  EXPECT_NEAR(score(few), score(wide), 1e-10);
  const double one = vendi_score(narrow.view(), {.threads = 1}).value;
  EXPECT_EQ(vendi_score(narrow.view(), {.threads = 3}).value, one);
  EXPECT_LT(one, 12.0);
}

TEST(Vendi, DoesNotChangeWithScaleCopiesOrOrder) {
  const Embeddings<> set = normal_embeddings(40, 6, 2);
  const double one = score(set);
  for (const double scale : {1e-180, 1e-6, 1e6, 1e130}) {
    Embeddings<> scaled = set;
    for (double& x : scaled.values) {
      x *= scale;
    }
    EXPECT_NEAR(score(scaled), one, 1e-11);
  }
  Embeddings<> twice = set;
  twice.values.insert(twice.values.end(), set.values.begin(), set.values.end());
  twice.rows = 80;
  EXPECT_NEAR(score(twice), one, 1e-11);
  Embeddings<> reversed{{set.values.rbegin(), set.values.rend()}, 40, 6};
  EXPECT_NEAR(score(reversed), one, 1e-11);
  const std::vector<float> narrow(set.values.begin(), set.values.end());
  EXPECT_NEAR(vendi_score({narrow.data(), 40, 6}).value, one, 1e-5);
}

TEST(Vendi, RowsOfZerosAreAKindOfTheirOwn) {
  Embeddings<> set = axes({2, 2}, 3);
  set.values.resize(set.values.size() + 6, 0.0);
  set.rows += 2;
  const Vendi found = vendi_score(set.view());
  EXPECT_EQ(found.zero_rows, 2U);
  EXPECT_NEAR(found.value, 3.0, 1e-12);
  const Embeddings<> silent{std::vector<double>(20, 0.0), 5, 4};
  EXPECT_NEAR(score(silent), 1.0, 1e-12);
}

TEST(Vendi, ByAGaussianKernel) {
  // Two rows: eigenvalues (1 +- k) / 2.
  const Embeddings<> two{{1e4, 1e4 + 3.0}, 2, 1};
  const double a = (1.0 + std::exp(-9.0 / (2.0 * 4.0))) / 2.0;
  EXPECT_NEAR(vendi_score(two.view(), {.bandwidth = 2.0}).value,
              std::exp(-a * std::log(a) - (1.0 - a) * std::log(1.0 - a)), 1e-14);
  const Embeddings<> set = normal_embeddings(700, 5, 3);
  EXPECT_NEAR(vendi_score(set.view(), {.bandwidth = 1e-9}).value, 700.0, 1e-8);
  EXPECT_NEAR(vendi_score(set.view(), {.bandwidth = 1e9}).value, 1.0, 1e-9);
  const Vendi whole = vendi_score(set.view(), {.bandwidth = 1.0});
  EXPECT_FALSE(whole.sampled);
  EXPECT_EQ(vendi_score(set.view(), {.bandwidth = 1.0, .threads = 3}).value, whole.value);
  // Order 2 needs no eigenvalues: n^2 over the sum of squares of K.
  double squares = 0.0;
  for (std::size_t i = 0; i < 700; ++i) {
    for (std::size_t j = 0; j < 700; ++j) {
      double gap = 0.0;
      for (std::size_t l = 0; l < 5; ++l) {
        gap += std::pow(set.values[5 * i + l] - set.values[5 * j + l], 2);
      }
      squares += std::exp(-gap);
    }
  }
  EXPECT_NEAR(vendi_score(set.view(), {.order = 2.0, .bandwidth = 1.0}).value, 490000.0 / squares,
              1e-9 * 490000.0 / squares);
}

TEST(Vendi, SamplesLargeSetsBySeedAndSaysSo) {
  const Embeddings<> set = normal_embeddings(500, 5, 4);
  const VendiOptions options{.bandwidth = 1e-9, .max_rows = 100, .seed = 1};
  const Vendi found = vendi_score(set.view(), options);
  EXPECT_TRUE(found.sampled);
  EXPECT_EQ(found.rows, 500U);
  EXPECT_EQ(found.used, 100U);
  EXPECT_NEAR(found.value, 100.0, 1e-9);  // all different: drawn without replacement
  VendiOptions wider = options;
  wider.bandwidth = 1.0;
  const double one = vendi_score(set.view(), wider).value;
  EXPECT_EQ(vendi_score(set.view(), wider).value, one);
  wider.seed = 2;
  EXPECT_NE(vendi_score(set.view(), wider).value, one);
}

// The first half is one sound: about half of a sample must be it.
TEST(Vendi, SamplesFromAllRows) {
  Embeddings<> set{std::vector<double>(1000, -1.0), 1000, 1};
  for (std::size_t i = 500; i < 1000; ++i) {
    set.values[i] = static_cast<double>(i);
  }
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const double largest_share =
        1.0 / vendi_score(set.view(),
                          {.order = infinity, .bandwidth = 1e-3, .max_rows = 400, .seed = seed})
                  .value;
    EXPECT_NEAR(largest_share, 0.5, 0.08);  // four standard deviations
  }
}

TEST(Vendi, RefusesWhatItCannotTake) {
  const Embeddings<> set = normal_embeddings(5, 3, 5);
  const auto refuses = [&](const VendiOptions& options) {
    EXPECT_THROW(static_cast<void>(vendi_score(set.view(), options)), std::invalid_argument);
  };
  refuses({.order = 0.0});
  refuses({.order = std::numeric_limits<double>::quiet_NaN()});
  refuses({.bandwidth = 0.0});
  refuses({.bandwidth = infinity});
  refuses({.bandwidth = 1.0, .max_rows = 0});
  const Embeddings<> empty{{}, 0, 3};
  EXPECT_THROW(static_cast<void>(vendi_score(empty.view())), std::invalid_argument);
  EXPECT_THROW(
      static_cast<void>(vendi_score(set.view(), {.progress = [](double) { return false; }})),
      Stopped);
}

}  // namespace
}  // namespace foley::fidelity
