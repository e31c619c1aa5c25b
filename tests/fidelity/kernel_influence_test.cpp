#include "foley/fidelity/kernel_influence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

template <class T>
Embeddings<T> without_clip(const Embeddings<T>& set, const std::vector<std::uint32_t>& clips,
                           std::uint32_t clip) {
  Embeddings<T> result{{}, 0, set.cols};
  for (std::size_t i = 0; i < set.rows; ++i) {
    if (clips[i] != clip) {
      const auto row = set.values.begin() + static_cast<std::ptrdiff_t>(i * set.cols);
      result.values.insert(result.values.end(), row, row + static_cast<std::ptrdiff_t>(set.cols));
      ++result.rows;
    }
  }
  return result;
}

TEST(DistanceWithoutClips, IsLeavingOutForReal) {
  const Embeddings<> x = normal_embeddings(30, 4, 1);
  const Embeddings<> y = normal_embeddings(25, 4, 2, 1.2, 0.3);
  // Clips of 1 to 9 rows, apart in the set, with numbers that leave gaps.
  std::vector<std::uint32_t> clips(y.rows);
  for (std::uint32_t i = 0; i < 25; ++i) {
    clips[i] = i % 3 == 0 ? 40 : i % 5 == 1 ? 3 : 100 + i / 6;
  }
  std::vector<std::uint32_t> numbers = clips;
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (const KernelKind kind : {KernelKind::gaussian, KernelKind::inverse_quadratic,
                                KernelKind::inverse_multiquadric, KernelKind::polynomial}) {
    const Kernel kernel{.kind = kind, .bandwidth = 1.5};
    const KernelDistance distance = kernel_distance(x.view(), y.view(), kernel);
    const std::vector<double> found = distance_without_clips(distance, y.view(), clips);
    ASSERT_EQ(found.size(), numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_NEAR(
          found[i],
          kernel_distance(x.view(), without_clip(y, clips, numbers[i]).view(), kernel).value, 1e-12)
          << to_string(kind) << ' ' << numbers[i];
    }
    EXPECT_EQ(distance_without_clips(distance, y.view(), clips, 3), found);
  }
}

TEST(DistanceWithoutClips, OfFloat32AndClipsBeyondATile) {
  const Embeddings<float> x = normal_embeddings<float>(60, 3, 3);
  const Embeddings<float> y = normal_embeddings<float>(1200, 3, 4, 1.0, 0.2);
  std::vector<std::uint32_t> clips(1200, 0);
  std::fill(clips.begin() + 1100, clips.end(), 1U);
  const Kernel kernel{.bandwidth = 2.0};
  const KernelDistance distance = kernel_distance(x.view(), y.view(), kernel);
  const std::vector<double> found = distance_without_clips(distance, y.view(), clips);
  for (std::uint32_t clip = 0; clip < 2; ++clip) {
    EXPECT_NEAR(found[clip],
                kernel_distance(x.view(), without_clip(y, clips, clip).view(), kernel,
                                {.precision = Precision::float64})
                    .value,
                2e-6);
  }
}

TEST(DistanceWithoutClips, OfSingleRowsIsTheInfluenceOfRows) {
  const Embeddings<> x = normal_embeddings(9, 2, 5);
  const Embeddings<> y = normal_embeddings(7, 2, 6);
  const KernelDistance distance = kernel_distance(x.view(), y.view(), {});
  const std::vector<double> rows = kernel_influence(distance).without_generated;
  const std::vector<double> clips =
      distance_without_clips(distance, y.view(), std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6});
  ASSERT_EQ(clips.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_NEAR(clips[i], rows[i], 1e-15);
  }
}

TEST(DistanceWithoutClips, NeedsTwoRowsAndTheRightSet) {
  const Embeddings<> x = normal_embeddings(9, 2, 7);
  const Embeddings<> y = normal_embeddings(5, 2, 8);
  const KernelDistance distance = kernel_distance(x.view(), y.view(), {});
  const std::vector<std::uint32_t> clips{0, 0, 0, 0, 1};
  EXPECT_EQ(distance_without_clips(distance, y.view(), clips)[0], distance.value);
  EXPECT_THROW(static_cast<void>(distance_without_clips(distance, x.view(), clips)),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(distance_without_clips(distance, y.view(), {clips.data(), 3})),
               std::invalid_argument);
}

}  // namespace
}  // namespace foley::fidelity
