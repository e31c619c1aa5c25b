#include "foley/fidelity/kernel_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "foley/fidelity/bandwidth.hpp"
#include "foley/fidelity/kadtk.hpp"
#include "kernel/vector_exp.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

double kernel_value(const double* a, const double* b, std::size_t d, const Kernel& kernel) {
  long double square = 0;
  long double product = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const long double gap = static_cast<long double>(a[j]) - b[j];
    square += gap * gap;
    product += static_cast<long double>(a[j]) * b[j];
  }
  const double u = static_cast<double>(square) / (2.0 * kernel.bandwidth * kernel.bandwidth);
  switch (kernel.kind) {
    case KernelKind::gaussian:
      return std::exp(-u);
    case KernelKind::inverse_quadratic:
      return 1.0 / (1.0 + u);
    case KernelKind::inverse_multiquadric:
      return 1.0 / std::sqrt(1.0 + u);
    case KernelKind::polynomial:
      return std::pow(static_cast<double>(product) / static_cast<double>(d) + kernel.offset,
                      kernel.degree);
  }
  return 0.0;
}

// The definition, pair by pair.
template <class T>
double plain_distance(const Embeddings<T>& x, const Embeddings<T>& y, const Kernel& kernel,
                      bool biased = false) {
  const auto mean = [&](const Embeddings<T>& a, const Embeddings<T>& b, bool skip) {
    const std::vector<double> first(a.values.begin(), a.values.end());
    const std::vector<double> second(b.values.begin(), b.values.end());
    double sum = 0.0;
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t j = 0; j < b.rows; ++j) {
        if (!skip || i != j) {
          sum += kernel_value(&first[i * a.cols], &second[j * b.cols], a.cols, kernel);
          ++pairs;
        }
      }
    }
    return sum / static_cast<double>(pairs);
  };
  return mean(x, x, !biased) + mean(y, y, !biased) - 2.0 * mean(x, y, false);
}

TEST(KernelDistance, EqualsTheRecordedValues) {
  FOLEY_LOAD_ORACLE(oracle, "fidelity");
  std::size_t compared = 0;
  const auto expect = [&](const testing::Json& expected, const testing::OracleSets& sets,
                          double bandwidth) {
    const double value = expected.get<double>();
    const double found =
        kernel_distance(sets.reference.view(), sets.generated.view(), {.bandwidth = bandwidth})
            .value;
    EXPECT_NEAR(found, value, 1e-12 + 1e-9 * std::abs(value));
    ++compared;
  };
  for (const auto& test : oracle["cases"]) {
    SCOPED_TRACE(test["note"].get<std::string>());
    const auto sets = testing::oracle_sets(test);
    if (test["kad"].is_object()) {
      EXPECT_THROW(static_cast<void>(
                       kernel_distance(sets.reference.view(), sets.generated.view(), Kernel{})),
                   std::invalid_argument);
      continue;
    }
    const double bandwidth = median_bandwidth(sets.reference.view(), sets.generated.view()).value;
    EXPECT_NEAR(bandwidth, test["median_bandwidth"].get<double>(), 1e-12 * bandwidth);
    expect(test["kad"], sets, bandwidth);
    expect(test["kad_bw1"], sets, 1.0);
    expect(test["kad_bw0.1"], sets, 0.1);
  }
  EXPECT_GE(compared, 36U);
}

// 1,030 and 70 rows: more than a tile, and chunks that are not full.
TEST(KernelDistance, IsTheDefinitionForEveryKernel) {
  const Embeddings<> x = normal_embeddings(1030, 3, 1);
  const Embeddings<> y = normal_embeddings(70, 3, 2, 1.2, 0.3);
  for (const KernelKind kind : {KernelKind::gaussian, KernelKind::inverse_quadratic,
                                KernelKind::inverse_multiquadric, KernelKind::polynomial}) {
    const Kernel kernel{.kind = kind, .bandwidth = 1.7};
    const KernelDistance distance = kernel_distance(x.view(), y.view(), kernel);
    EXPECT_NEAR(distance.value, plain_distance(x, y, kernel), 1e-12) << to_string(kind);
    EXPECT_NEAR(distance.biased, plain_distance(x, y, kernel, true), 1e-12) << to_string(kind);
    EXPECT_FALSE(distance.float32_products);
  }
}

TEST(KernelDistance, OfFloat32IsNearThatOfFloat64) {
  const Embeddings<float> x = normal_embeddings<float>(700, 40, 3);
  const Embeddings<float> y = normal_embeddings<float>(900, 40, 4, 1.1, 0.05);
  for (const KernelKind kind : {KernelKind::gaussian, KernelKind::inverse_quadratic,
                                KernelKind::inverse_multiquadric, KernelKind::polynomial}) {
    const Kernel kernel{.kind = kind, .bandwidth = 8.0};
    const KernelDistance fast = kernel_distance(x.view(), y.view(), kernel);
    const KernelDistance exact =
        kernel_distance(x.view(), y.view(), kernel, {.precision = Precision::float64});
    EXPECT_EQ(fast.float32_products, kind != KernelKind::polynomial);
    EXPECT_NEAR(fast.value, exact.value, 2e-8) << to_string(kind);
    EXPECT_NEAR(exact.value, plain_distance(x, y, kernel), 1e-12) << to_string(kind);
  }
}

TEST(KernelDistance, RowSumsAreThoseOfThePairs) {
  const Embeddings<> x = normal_embeddings(5, 2, 5);
  const Embeddings<> y = normal_embeddings(4, 2, 6);
  const Kernel kernel{.bandwidth = 0.8};
  const KernelRowSums rows = kernel_distance(x.view(), y.view(), kernel).rows;
  for (std::size_t i = 0; i < 4; ++i) {
    double with_reference = 0.0;
    double with_others = 0.0;
    for (std::size_t j = 0; j < 5; ++j) {
      with_reference += kernel_value(&y.values[2 * i], &x.values[2 * j], 2, kernel);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      with_others += i == j ? 0.0 : kernel_value(&y.values[2 * i], &y.values[2 * j], 2, kernel);
    }
    EXPECT_NEAR(rows.generated_reference[i], with_reference, 1e-14);
    EXPECT_NEAR(rows.generated_generated[i], with_others, 1e-14);
  }
}

TEST(KernelDistance, DoesNotChangeFarFromZeroNorWithScale) {
  const Embeddings<> x = normal_embeddings(60, 16, 7);
  const Embeddings<> y = normal_embeddings(50, 16, 8, 1.0, 0.2);
  const double near = kernel_distance(x.view(), y.view(), {.bandwidth = 4.0}).value;
  const auto changed = [](Embeddings<> set, double scale, double shift) {
    for (double& value : set.values) {
      value = value * scale + shift;
    }
    return set;
  };
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const Embeddings<> xs = changed(x, scale, 1e4 * scale);
    const Embeddings<> ys = changed(y, scale, 1e4 * scale);
    EXPECT_NEAR(kernel_distance(xs.view(), ys.view(), {.bandwidth = 4.0 * scale}).value, near,
                1e-11);
    const Embeddings<float> xf{{xs.values.begin(), xs.values.end()}, xs.rows, xs.cols};
    const Embeddings<float> yf{{ys.values.begin(), ys.values.end()}, ys.rows, ys.cols};
    // The shift costs three of the seven digits of the input itself.
    EXPECT_NEAR(kernel_distance(xf.view(), yf.view(), {.bandwidth = 4.0 * scale}).value, near,
                2e-4);
  }
}

TEST(KernelDistance, HasTheSameBitsOnAnyThreads) {
  const Embeddings<float> x = normal_embeddings<float>(2500, 8, 9);
  const Embeddings<float> y = normal_embeddings<float>(3100, 8, 10, 1.1);
  const KernelDistance one = kernel_distance(x.view(), y.view(), {.bandwidth = 3.0});
  for (const unsigned threads : {2U, 3U}) {
    const KernelDistance more =
        kernel_distance(x.view(), y.view(), {.bandwidth = 3.0}, {.threads = threads});
    EXPECT_EQ(more.value, one.value);
    EXPECT_EQ(more.rows.generated_reference, one.rows.generated_reference);
    EXPECT_EQ(more.rows.reference_reference, one.rows.reference_reference);
  }
}

// Two tight clusters far from the centre: |a|^2 + |b|^2 - 2 ab would lose all digits.
template <class T>
void expect_close_pairs_right() {
  Embeddings<T> x = normal_embeddings<T>(40, 6, 11, 0x1p-10);
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    x.values[i] = std::round(x.values[i] * T(0x1p16)) * T(0x1p-16) + (i < 120 ? T(50) : T(-50));
  }
  Embeddings<T> y = x;
  y.values.front() += T(0x1p-12);
  const Kernel kernel{.bandwidth = 0x1p-9};
  EXPECT_NEAR(kernel_distance(x.view(), y.view(), kernel).value, plain_distance(x, y, kernel),
              sizeof(T) == 4 ? 1e-7 : 1e-13);
}

TEST(KernelDistance, ComputesClosePairsFromTheirDifferences) {
  expect_close_pairs_right<double>();
  expect_close_pairs_right<float>();
}

// A generator that always makes the same: nearly all of its pairs are close ones.
TEST(KernelDistance, OfACollapsedSetIsTheDefinition) {
  const Embeddings<float> x = normal_embeddings<float>(150, 37, 20);
  Embeddings<float> y = normal_embeddings<float>(140, 37, 21);
  for (std::size_t i = 0; i < y.values.size(); ++i) {
    y.values[i] = 3.0F + 0.001F * y.values[i];
  }
  for (const double bandwidth : {0.005, 8.0}) {
    const Kernel kernel{.bandwidth = bandwidth};
    const double expected = plain_distance(x, y, kernel);
    EXPECT_NEAR(kernel_distance(x.view(), y.view(), kernel).value, expected, 1e-7);
    EXPECT_NEAR(
        kernel_distance(x.view(), y.view(), kernel, {.precision = Precision::float64}).value,
        expected, 1e-13);
  }
}

// Rows that lie apart in memory, and sets of different types.
TEST(KernelDistance, ReadsRowsWithAStride) {
  const Embeddings<> x = normal_embeddings(30, 5, 22);
  const Embeddings<float> y = normal_embeddings<float>(25, 5, 23, 1e-3, 2.0);
  const auto cut = [](const auto& set) {
    auto result = set;
    result.values.clear();
    result.cols = 3;
    for (std::size_t i = 0; i < set.rows; ++i) {
      const auto row = set.values.begin() + static_cast<std::ptrdiff_t>(i * set.cols);
      result.values.insert(result.values.end(), row, row + 3);
    }
    return result;
  };
  const EmbeddingView wide_x(x.values.data(), x.rows, 3, 5);
  const EmbeddingView wide_y(y.values.data(), y.rows, 3, 5);
  const Kernel kernel{.bandwidth = 0.01};
  EXPECT_EQ(kernel_distance(wide_x, wide_y, kernel).value,
            kernel_distance(cut(x).view(), cut(y).view(), kernel).value);
}

TEST(KernelDistance, IsFiniteOrRefused) {
  Embeddings<> x = normal_embeddings(20, 3, 24);
  const Embeddings<> y = normal_embeddings(20, 3, 25);
  for (const double bandwidth : {1e-160, 1e-300, 5e-324}) {
    EXPECT_NEAR(kernel_distance(x.view(), y.view(), {.bandwidth = bandwidth}).value, 0.0, 1e-300);
    // Only a row and its copy are alike: 20 pairs of 400.
    EXPECT_DOUBLE_EQ(kernel_distance(x.view(), x.view(), {.bandwidth = bandwidth}).value, -0.1);
  }
  const Embeddings<> constant{std::vector<double>(12, 0.1), 4, 3};
  EXPECT_EQ(kernel_distance(constant.view(), constant.view(), {.bandwidth = 5e-324}).value, 0.0);
  for (double& value : x.values) {
    value *= 1e130;
  }
  EXPECT_NEAR(kernel_distance(x.view(), y.view(), {.bandwidth = 1e-100}).value, 0.0, 1e-300);
  EXPECT_THROW(
      static_cast<void>(kernel_distance(x.view(), y.view(), {.kind = KernelKind::polynomial})),
      std::invalid_argument);
}

TEST(KernelDistance, EdgesOfTheReference) {
  const Embeddings<> x = normal_embeddings(5, 2, 12);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(kernel_distance(x.view(), x.view(), {.bandwidth = infinity}).value, 0.0);
  EXPECT_THROW(static_cast<void>(kernel_distance(x.view(), x.view(), {.bandwidth = 0.0})),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(kernel_distance(x.view(), x.view(), {.bandwidth = -1.0})),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(kernel_distance(x.view(), normal_embeddings(5, 3, 1).view(), {})),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(kernel_distance(x.slice(0, 1), x.view(), {})),
               std::invalid_argument);
}

TEST(KernelDistance, StopsWhenAskedTo) {
  const Embeddings<> x = normal_embeddings(3000, 2, 13);
  std::vector<double> shares;
  KernelOptions options{.progress = [&](double share) {
    shares.push_back(share);
    return true;
  }};
  static_cast<void>(kernel_distance(x.view(), x.view(), {}, options));
  EXPECT_EQ(shares.size(), 9U);
  EXPECT_EQ(shares.back(), 1.0);
  options.progress = [](double) { return false; };
  EXPECT_THROW(static_cast<void>(kernel_distance(x.view(), x.view(), {}, options)), Stopped);
}

TEST(VectorExp, IsNearTheStandardOne) {
  for (int i = 0; i < 51'000; ++i) {
    const double x = -0.0137 * i;
    EXPECT_NEAR(exp_of_negative(x) / std::exp(x), 1.0, 4e-16) << x;
  }
  for (int i = 0; i < 23'000; ++i) {
    const float x = -0.0037F * static_cast<float>(i);
    EXPECT_NEAR(double{exp_of_negative(x)} / std::exp(double{x}), 1.0, 2.5e-7) << x;
  }
  EXPECT_EQ(exp_of_negative(0.0), 1.0);
  EXPECT_EQ(exp_of_negative(0.0F), 1.0F);
  EXPECT_LT(exp_of_negative(-1e300), 1e-300);
  EXPECT_LT(exp_of_negative(-1e30F), 1e-37F);
}

TEST(Bandwidth, IsTheMedianDistance) {
  const Embeddings<> x{{0.0, 1.0, 3.0, 7.0}, 4, 1};  // 1 2 3 4 6 7
  EXPECT_DOUBLE_EQ(median_bandwidth(x.view()).value, 3.5);
  EXPECT_DOUBLE_EQ(median_bandwidth(x.view(), {.lower_median = true}).value, 3.0);
  EXPECT_DOUBLE_EQ(median_bandwidth(x.slice(0, 2), x.slice(2, 2)).value, 3.5);
  EXPECT_EQ(median_bandwidth(x.slice(0, 1)).value, 1.0);
}

TEST(Bandwidth, OfMostlyEqualRowsIsOneAndSaysSo) {
  Embeddings<> x{std::vector<double>(20, 0.1), 10, 2};
  x.values.back() = 5.0;
  const Bandwidth bandwidth = median_bandwidth(x.view());
  EXPECT_EQ(bandwidth.value, 1.0);
  EXPECT_TRUE(bandwidth.zero_median);
}

TEST(Bandwidth, OfASampleIsNearAndStatesItsError) {
  const Embeddings<> x = normal_embeddings(1200, 10, 14);
  const double exact = median_bandwidth(x.view()).value;
  std::size_t covered = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Bandwidth sampled =
        median_bandwidth(x.view(), {.exact_pairs = 1000, .sample_pairs = 4000, .seed = seed});
    EXPECT_TRUE(sampled.sampled);
    EXPECT_NEAR(sampled.value, exact, 0.05 * exact);
    covered += sampled.low <= exact && exact <= sampled.high ? 1 : 0;
  }
  EXPECT_GE(covered, 90U);
  EXPECT_LT(covered, 100U);
  const Bandwidth two = median_bandwidth(
      x.view(), {.exact_pairs = 1000, .sample_pairs = 9000, .seed = 1, .threads = 2});
  const Bandwidth one =
      median_bandwidth(x.view(), {.exact_pairs = 1000, .sample_pairs = 9000, .seed = 1});
  EXPECT_EQ(one.value, two.value);
  EXPECT_THROW(
      static_cast<void>(median_bandwidth(x.view(), {.exact_pairs = 1000, .sample_pairs = 0})),
      std::invalid_argument);
}

TEST(Kadtk, TakesTheLowerMedianOfTheEvaluatedSetTimesAHundred) {
  const Embeddings<> x = normal_embeddings(20, 2, 15);
  const Embeddings<> y{{0.0, 0.0, 3.0, 4.0, 0.0, 1.0, 0.0, 8.0}, 4, 2};
  // Distances within y: 1, sqrt 18, 5, 5, 7, 8; the lower of the middle two is 5.
  const KadtkDistance distance = kadtk_distance(x.view(), y.view());
  EXPECT_DOUBLE_EQ(distance.bandwidth.value, 5.0);
  EXPECT_NEAR(distance.value, 100.0 * plain_distance(x, y, {.bandwidth = std::sqrt(25.0 + 0.5e-8)}),
              1e-11);
  // At a scale of 1e-6 its epsilon rules the kernel.
  Embeddings<> small_x = x;
  Embeddings<> small_y = y;
  for (auto* set : {&small_x, &small_y}) {
    for (double& value : set->values) {
      value *= 1e-6;
    }
  }
  EXPECT_NEAR(kadtk_distance(small_x.view(), small_y.view()).value,
              100.0 * plain_distance(small_x, small_y, {.bandwidth = std::sqrt(25e-12 + 0.5e-8)}),
              1e-11);
  EXPECT_THROW(static_cast<void>(kadtk_distance(x.view(), y.view(), KernelKind::polynomial)),
               std::invalid_argument);
}

TEST(Kernel, NamesParseAsTheyPrint) {
  for (const KernelKind kind : {KernelKind::gaussian, KernelKind::inverse_quadratic,
                                KernelKind::inverse_multiquadric, KernelKind::polynomial}) {
    EXPECT_EQ(parse_kernel_kind(to_string(kind)), kind);
  }
  EXPECT_EQ(parse_kernel_kind("rbf"), KernelKind::gaussian);
  EXPECT_EQ(parse_kernel_kind("Gaussian"), std::nullopt);
}

}  // namespace
}  // namespace foley::fidelity
