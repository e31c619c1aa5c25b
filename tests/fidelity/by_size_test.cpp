#include "foley/fidelity/by_size.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "foley/fidelity/frechet.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

GaussianFit standard(std::size_t d) {
  std::vector<double> covariance(d * d);
  for (std::size_t j = 0; j < d; ++j) {
    covariance[j * d + j] = 1.0;
  }
  return fit_gaussian(std::vector<double>(d), covariance, 100'000);
}

TEST(FrechetBySize, TakesTheBiasAwayAndCoversTheTruth) {
  constexpr std::size_t d = 6;
  const GaussianFit reference = standard(d);
  const double truth = d * (0.2 * 0.2 + 0.25 * 0.25);
  std::size_t held = 0;
  double mean_infinite = 0.0;
  double mean_whole = 0.0;
  constexpr std::size_t runs = 200;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Embeddings<> generated = normal_embeddings(240, d, 1000 + seed, 1.2, 0.25);
    const SizeCurve curve =
        frechet_by_size(reference, generated.view(), {.steps = 6, .replicates = 8, .seed = seed});
    held += curve.infinite.low <= truth && truth <= curve.infinite.high ? 1 : 0;
    mean_infinite += curve.infinite.value / runs;
    mean_whole += curve.points.back().mean / runs;
  }
  EXPECT_GE(held, 180U);
  EXPECT_LT(held, 200U);
  EXPECT_GT(mean_whole, truth * 1.05);
  EXPECT_NEAR(mean_infinite, truth, 0.02 * truth);
}

TEST(FrechetBySize, HasTheSameBitsOnAnyThreads) {
  const Embeddings<> generated = normal_embeddings(200, 5, 1, 1.1);
  const SizeCurve one = frechet_by_size(standard(5), generated.view(), {.seed = 3});
  const SizeCurve two = frechet_by_size(standard(5), generated.view(), {.seed = 3, .threads = 2});
  const SizeCurve other = frechet_by_size(standard(5), generated.view(), {.seed = 4});
  EXPECT_EQ(one.infinite.value, two.infinite.value);
  EXPECT_EQ(one.infinite.low, two.infinite.low);
  EXPECT_NE(one.infinite.value, other.infinite.value);
}

TEST(FrechetBySize, PointsAreMeansAndTheLastIsTheWholeSet) {
  const Embeddings<> generated = normal_embeddings(160, 3, 2, 1.3);
  const GaussianFit reference = standard(3);
  const SizeCurve curve = frechet_by_size(reference, generated.view());
  EXPECT_EQ(curve.points.front().n, 40U);
  EXPECT_EQ(curve.points.back().n, 160U);
  EXPECT_EQ(curve.points.back().replicates, 1U);
  EXPECT_EQ(curve.points.back().mean,
            frechet_distance(reference, fit_gaussian(generated.view())).value);
  EXPECT_GT(curve.slope, 0.0);
  EXPECT_GT(curve.r_squared, 0.5);
  EXPECT_FALSE(curve.narrow);
  ASSERT_TRUE(curve.enough);
  EXPECT_NEAR(curve.slope / static_cast<double>(*curve.enough), 0.05 * curve.infinite.value,
              0.002 * curve.infinite.value);
}

// Clips of four rows that are nearly the same: by rows the error would be half of what it is.
TEST(FrechetBySize, CoversTheTruthOfClips) {
  constexpr std::size_t d = 3;
  constexpr std::size_t clips = 120;
  constexpr std::size_t rows_of_clip = 4;
  const GaussianFit reference = standard(d);
  const double spread = std::sqrt(1.2 * 1.2 + 0.1 * 0.1);
  const double truth = d * ((spread - 1.0) * (spread - 1.0) + 0.3 * 0.3);
  std::size_t held = 0;
  std::size_t held_by_rows = 0;
  constexpr std::size_t runs = 200;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Embeddings<> centres = normal_embeddings(clips, d, 3000 + seed, 1.2, 0.3);
    Embeddings<> generated = normal_embeddings(clips * rows_of_clip, d, 6000 + seed, 0.1);
    SizeOptions options{.steps = 5, .replicates = 6, .seed = seed};
    for (std::size_t i = 0; i < generated.rows; ++i) {
      options.clips.push_back(static_cast<std::uint32_t>(5 * (i % clips)));
      for (std::size_t j = 0; j < d; ++j) {
        generated.values[i * d + j] += centres.values[i % clips * d + j];
      }
    }
    const auto holds = [&](const SizeCurve& curve) {
      return curve.infinite.low <= truth && truth <= curve.infinite.high ? std::size_t{1} : 0;
    };
    const SizeCurve curve = frechet_by_size(reference, generated.view(), options);
    EXPECT_EQ(curve.points.front().n, 30U);
    EXPECT_EQ(curve.points.back().n, clips);
    held += holds(curve);
    options.clips.clear();
    held_by_rows += holds(frechet_by_size(reference, generated.view(), options));
  }
  EXPECT_GE(held, 180U);
  EXPECT_LT(held_by_rows, 160U);
}

TEST(FrechetBySize, FloatsGiveWhatTheirDoublesGive) {
  const Embeddings<float> floats = normal_embeddings<float>(100, 4, 7, 1.3);
  const Embeddings<> doubles{{floats.values.begin(), floats.values.end()}, 100, 4};
  EXPECT_EQ(frechet_by_size(standard(4), floats.view()).infinite.value,
            frechet_by_size(standard(4), doubles.view()).infinite.value);
  EXPECT_EQ(kernel_by_size(doubles.view(), floats.view(), {.bandwidth = 2.0}).points.front().mean,
            kernel_by_size(doubles.view(), doubles.view(), {.bandwidth = 2.0}).points.front().mean);
}

TEST(FrechetBySize, WarnsOfNarrowAndOfSmallSizes) {
  const Embeddings<> generated = normal_embeddings(60, 20, 3);
  const SizeCurve curve = frechet_by_size(standard(20), generated.view(), {.sizes = {15, 20, 25}});
  EXPECT_TRUE(curve.narrow);
  EXPECT_TRUE(curve.few_for_dimension);
  EXPECT_THROW(
      static_cast<void>(frechet_by_size(standard(20), generated.view(), {.sizes = {15, 61}})),
      std::invalid_argument);
  EXPECT_THROW(static_cast<void>(frechet_by_size(standard(20), generated.slice(0, 7))),
               std::invalid_argument);
  SizeOptions few_clips;
  few_clips.clips.resize(60);
  EXPECT_THROW(static_cast<void>(frechet_by_size(standard(20), generated.view(), few_clips)),
               std::invalid_argument);
  // Sixty rows of ten clips: the smallest size has more clips than 2, and fewer rows than 20.
  for (std::size_t i = 0; i < 60; ++i) {
    few_clips.clips[i] = static_cast<std::uint32_t>(i / 6);
  }
  few_clips.sizes = {3, 6, 10};
  EXPECT_TRUE(frechet_by_size(standard(20), generated.view(), few_clips).few_for_dimension);
  few_clips.sizes = {4, 7, 10};
  EXPECT_FALSE(frechet_by_size(standard(20), generated.view(), few_clips).few_for_dimension);
}

TEST(FrechetBySize, StopsWhenAskedTo) {
  const Embeddings<> generated = normal_embeddings(60, 2, 4);
  SizeOptions options;
  options.progress = [](double share) { return share < 0.4; };
  EXPECT_THROW(static_cast<void>(frechet_by_size(standard(2), generated.view(), options)), Stopped);
}

// Unbiased: over many sets the slope is as often above 0 as below.
TEST(KernelBySize, HasNoSlope) {
  const Embeddings<> reference = normal_embeddings(100, 3, 5);
  double slopes = 0.0;
  double squares = 0.0;
  constexpr std::size_t runs = 40;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Embeddings<> generated = normal_embeddings(80, 3, 500 + seed, 1.0, 0.3);
    const SizeCurve curve = kernel_by_size(reference.view(), generated.view(), {.bandwidth = 2.0},
                                           {.steps = 4, .replicates = 6, .seed = seed});
    slopes += curve.slope;
    squares += curve.slope * curve.slope;
    EXPECT_EQ(curve.points.back().mean,
              kernel_distance(reference.view(), generated.view(), {.bandwidth = 2.0}).value);
  }
  EXPECT_LT(std::abs(slopes), 3.0 * std::sqrt(squares));
  EXPECT_GT(squares, 0.0);
}

}  // namespace
}  // namespace foley::fidelity
