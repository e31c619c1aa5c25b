#include "foley/fidelity/kernel_resampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernel/weights.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

// NaN where there is none: no comparison holds.
constexpr double none = std::numeric_limits<double>::quiet_NaN();

double p_value_of(const auto& result) { return result.p_value.value_or(none); }

stats::Interval interval_of(const auto& result) {
  return result.interval.value_or(stats::Interval{.value = none, .low = none, .high = none});
}

// The rows of two sets for which a label is 1 (or 0), as a set of their own.
Embeddings<> chosen(const Embeddings<>& x, const Embeddings<>& y, const Labels& labels,
                    std::size_t replicate, float wanted) {
  Embeddings<> result{{}, 0, x.cols};
  const auto add = [&](const Embeddings<>& set, const Weights& weights) {
    for (std::size_t i = 0; i < set.rows; ++i) {
      if (weights.at(i, replicate) == wanted) {
        const auto row = set.values.begin() + static_cast<std::ptrdiff_t>(i * set.cols);
        result.values.insert(result.values.end(), row, row + static_cast<std::ptrdiff_t>(set.cols));
        ++result.rows;
      }
    }
  };
  add(x, labels.first);
  add(y, labels.second);
  return result;
}

TEST(KernelResampling, PermutesAsIfTheSetsWereTakenApart) {
  const Embeddings<> x = normal_embeddings(13, 2, 1);
  const Embeddings<> y = normal_embeddings(9, 2, 2, 1.0, 0.5);
  const Kernel kernel{.bandwidth = 1.2};
  constexpr std::size_t permutations = 60;
  const double value = kernel_distance(x.view(), y.view(), kernel).value;
  const Labels labels =
      permutation_labels(RowClips({}, 13, ""), RowClips({}, 9, ""), false, 0, permutations, 5);
  std::size_t at_least = 0;
  for (std::size_t r = 0; r < permutations; ++r) {
    const Embeddings<> first = chosen(x, y, labels, r, 1.0F);
    const Embeddings<> second = chosen(x, y, labels, r, 0.0F);
    ASSERT_EQ(first.rows, 13U);
    at_least += kernel_distance(first.view(), second.view(), kernel).value >= value - 1e-12 ? 1 : 0;
  }
  const auto result = resampled_distance(
      x.view(), y.view(), kernel, {.permutations = permutations, .replicates = 0, .seed = 5});
  EXPECT_EQ(result.distance.value, value);
  EXPECT_DOUBLE_EQ(p_value_of(result), static_cast<double>(at_least + 1) / (permutations + 1));
  EXPECT_FALSE(result.interval);
}

double ks_p_value(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double place = static_cast<double>(i);
    largest = std::max({largest, (place + 1.0) / n - values[i], values[i] - place / n});
  }
  const double scaled = (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n)) * largest;
  double sum = 0.0;
  for (int k = 1; k < 100; ++k) {
    sum += (k % 2 == 1 ? 2.0 : -2.0) * std::exp(-2.0 * k * k * scaled * scaled);
  }
  return std::clamp(sum, 0.0, 1.0);
}

TEST(KernelResampling, PValuesOfNoDifferenceAreUniform) {
  std::vector<double> plain;
  std::vector<double> differences;
  std::vector<double> paired;
  for (std::uint64_t run = 0; run < 500; ++run) {
    const Embeddings<> reference = normal_embeddings(20, 2, 9000 + run);
    const Embeddings<> x = normal_embeddings(25, 2, 10'000 + run, 1.0, 0.3);
    const Embeddings<> y = normal_embeddings(25, 2, 20'000 + run, 1.0, 0.3);
    const Kernel kernel{.bandwidth = 1.5};
    const ResamplingOptions options{.permutations = 499, .replicates = 0, .seed = run};
    plain.push_back(p_value_of(resampled_distance(x.view(), y.view(), kernel, options)));
    differences.push_back(
        p_value_of(kernel_difference(reference.view(), x.view(), y.view(), kernel, options)));
    paired.push_back(
        p_value_of(kernel_difference(reference.view(), x.view(), y.view(), kernel, options, true)));
  }
  EXPECT_GT(ks_p_value(plain), 0.01);
  EXPECT_GT(ks_p_value(differences), 0.01);
  EXPECT_GT(ks_p_value(paired), 0.01);
}

TEST(KernelResampling, FindsWhatDiffers) {
  const Embeddings<> x = normal_embeddings(80, 4, 3);
  const Embeddings<> y = normal_embeddings(80, 4, 4, 1.0, 0.8);
  const auto result = resampled_distance(x.view(), y.view(), {.bandwidth = 2.0},
                                         {.permutations = 199, .replicates = 300, .seed = 1});
  EXPECT_DOUBLE_EQ(p_value_of(result), 1.0 / 200.0);
  EXPECT_GT(interval_of(result).low, 0.0);
  EXPECT_LT(interval_of(result).low, result.distance.value);
  EXPECT_GT(interval_of(result).high, result.distance.value);
}

// Against the population: the distance of two Gaussians with a Gaussian kernel is known.
TEST(KernelResampling, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  constexpr double bandwidth = 1.5;
  const auto mean_kernel = [&](double variance, double gap) {
    const double spread = bandwidth * bandwidth + variance;
    return bandwidth / std::sqrt(spread) * std::exp(-gap * gap / (2.0 * spread));
  };
  const double truth = mean_kernel(2.0, 0.0) + mean_kernel(2.0, 0.0) - 2.0 * mean_kernel(2.0, 1.0);
  std::size_t held = 0;
  for (std::uint64_t run = 0; run < 300; ++run) {
    const Embeddings<> x = normal_embeddings(60, 1, 30'000 + run);
    const Embeddings<> y = normal_embeddings(60, 1, 40'000 + run, 1.0, 1.0);
    const auto result =
        resampled_distance(x.view(), y.view(), {.bandwidth = bandwidth},
                           {.permutations = 0, .replicates = 300, .confidence = 0.9, .seed = run});
    held += interval_of(result).low <= truth && truth <= interval_of(result).high ? 1 : 0;
  }
  // 270 expected, standard deviation 5.
  EXPECT_GE(held, 252U);
  EXPECT_LE(held, 290U);
}

TEST(KernelResampling, BootstrapIsTheDistanceOfRepeatedRows) {
  const Embeddings<> x = normal_embeddings(6, 2, 5);
  const Embeddings<> y = normal_embeddings(5, 2, 6);
  const Kernel kernel{.bandwidth = 1.0};
  // One replicate: both bounds are it.
  const auto result = resampled_distance(x.view(), y.view(), kernel,
                                         {.permutations = 0, .replicates = 1, .seed = 9});
  const Weights w = bootstrap_weights(RowClips({}, 6, ""), 0, 1, 9, 0);
  const Weights v = bootstrap_weights(RowClips({}, 5, ""), 0, 1, 9, 1);
  const auto mean = [&](const Embeddings<>& a, const Weights& wa, const Embeddings<>& b,
                        const Weights& wb, bool same) {
    double sum = 0.0;
    double pairs = 0.0;
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t j = 0; j < b.rows; ++j) {
        if (same && i == j) {
          continue;
        }
        const double gap_0 = a.values[2 * i] - b.values[2 * j];
        const double gap_1 = a.values[2 * i + 1] - b.values[2 * j + 1];
        const double weight = double{wa.at(i, 0)} * double{wb.at(j, 0)};
        sum += weight * std::exp(-(gap_0 * gap_0 + gap_1 * gap_1) / 2.0);
        pairs += weight;
      }
    }
    return sum / pairs;
  };
  const double expected =
      mean(x, w, x, w, true) + mean(y, v, y, v, true) - 2.0 * mean(x, w, y, v, false);
  EXPECT_NEAR(interval_of(result).low, expected, 1e-13);
  EXPECT_NEAR(interval_of(result).high, expected, 1e-13);
}

TEST(KernelDifference, IsTheDifferenceOfTwoDistances) {
  const Embeddings<> reference = normal_embeddings(1100, 3, 7);
  const Embeddings<> a = normal_embeddings(50, 3, 8, 1.0, 0.1);
  const Embeddings<> b = normal_embeddings(40, 3, 9, 1.0, 0.9);
  const Kernel kernel{.bandwidth = 2.0};
  const auto result = kernel_difference(reference.view(), a.view(), b.view(), kernel,
                                        {.permutations = 199, .replicates = 200, .seed = 2});
  EXPECT_NEAR(result.first, kernel_distance(reference.view(), a.view(), kernel).value, 1e-13);
  EXPECT_NEAR(result.second, kernel_distance(reference.view(), b.view(), kernel).value, 1e-13);
  EXPECT_LT(result.difference, 0.0);
  EXPECT_LT(interval_of(result).high, 0.0);
  EXPECT_LE(p_value_of(result), 0.01);
  EXPECT_THROW(
      static_cast<void>(kernel_difference(reference.view(), a.view(), b.view(), kernel, {}, true)),
      std::invalid_argument);
}

TEST(KernelDifference, OfPairsIsSharper) {
  const Embeddings<> reference = normal_embeddings(60, 3, 10);
  const Embeddings<> a = normal_embeddings(60, 3, 11, 1.5);
  Embeddings<> b = a;
  for (std::size_t i = 0; i < b.values.size(); i += 3) {
    b.values[i] += 0.4;  // the same clips, changed a little
  }
  const ResamplingOptions options{.permutations = 0, .replicates = 300, .seed = 3};
  const auto apart =
      kernel_difference(reference.view(), a.view(), b.view(), {.bandwidth = 2.0}, options);
  const auto together =
      kernel_difference(reference.view(), a.view(), b.view(), {.bandwidth = 2.0}, options, true);
  EXPECT_EQ(apart.difference, together.difference);
  EXPECT_LT(interval_of(together).high - interval_of(together).low,
            0.5 * (interval_of(apart).high - interval_of(apart).low));
}

TEST(KernelResampling, HasTheSameBitsOnAnyThreads) {
  const Embeddings<float> x = normal_embeddings<float>(2200, 3, 12);
  const Embeddings<float> y = normal_embeddings<float>(1300, 3, 13, 1.1);
  ResamplingOptions options{.permutations = 50, .replicates = 50, .seed = 4};
  const auto one = resampled_distance(x.view(), y.view(), {.bandwidth = 2.0}, options);
  options.threads = 3;
  const auto three = resampled_distance(x.view(), y.view(), {.bandwidth = 2.0}, options);
  EXPECT_EQ(one.p_value, three.p_value);
  EXPECT_EQ(interval_of(one).low, interval_of(three).low);
  EXPECT_EQ(interval_of(one).high, interval_of(three).high);
}

// One clip of many rows: most permutations leave one side with too few rows to compare.
TEST(KernelResampling, CountsOnlyPermutationsThatHaveADistance) {
  const Embeddings<> x = normal_embeddings(4, 2, 16);
  const Embeddings<> y = normal_embeddings(2, 2, 17, 1.0, 6.0);
  const std::vector<std::uint32_t> one_clip(4, 0);
  const std::vector<std::uint32_t> two_clips{0, 1};
  // Three clips, of which one goes first: that of four rows, or one of a single row.
  const auto result =
      resampled_distance(x.view(), y.view(), {.bandwidth = 1.0},
                         {.permutations = 500, .replicates = 0, .seed = 1}, one_clip, two_clips);
  EXPECT_EQ(p_value_of(result), 1.0);
}

TEST(KernelResampling, PValuesDoNotChangeWithTheSizeOfTheKernelValues) {
  const Embeddings<> x = normal_embeddings(12, 2, 18);
  const Embeddings<> y = normal_embeddings(12, 2, 19, 1.0, 0.5);
  const ResamplingOptions options{.permutations = 299, .replicates = 0, .seed = 2};
  const auto p_value = [&](double factor) {
    Embeddings<> a = x;
    Embeddings<> b = y;
    for (auto* set : {&a, &b}) {
      for (double& value : set->values) {
        value *= factor;
      }
    }
    const Kernel kernel{.kind = KernelKind::polynomial, .degree = 2, .offset = 0.0};
    return p_value_of(resampled_distance(a.view(), b.view(), kernel, options));
  };
  EXPECT_EQ(p_value(1.0), p_value(0x1p-10));
  EXPECT_EQ(p_value(1.0), p_value(0x1p20));
}

TEST(KernelResampling, StopsWhenAskedTo) {
  const Embeddings<> x = normal_embeddings(1500, 2, 20);
  std::vector<double> shares;
  ResamplingOptions options{.permutations = 20, .replicates = 20, .progress = [&](double share) {
                              shares.push_back(share);
                              return true;
                            }};
  static_cast<void>(resampled_distance(x.view(), x.view(), {}, options));
  EXPECT_EQ(shares.size(), 6U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
  shares.clear();
  static_cast<void>(kernel_difference(x.view(), x.view(), x.view(), {}, options));
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
  options.progress = [](double) { return false; };
  EXPECT_THROW(static_cast<void>(resampled_distance(x.view(), x.view(), {}, options)), Stopped);
}

TEST(KernelResampling, OfNothingIsTheDistance) {
  const Embeddings<> x = normal_embeddings(30, 2, 21);
  const Embeddings<> y = normal_embeddings(20, 2, 22);
  const auto result =
      resampled_distance(x.view(), y.view(), {}, {.permutations = 0, .replicates = 0});
  EXPECT_EQ(result.distance.value, kernel_distance(x.view(), y.view(), {}).value);
  EXPECT_FALSE(result.p_value);
  EXPECT_FALSE(result.interval);
}

// Ten equal frames a clip tell no more than one.
TEST(KernelResampling, ClipsComeAndGoTogether) {
  const Embeddings<> x = normal_embeddings(20, 2, 14);
  const Embeddings<> y = normal_embeddings(20, 2, 15, 1.0, 0.4);
  Embeddings<> frames_x{{}, 200, 2};
  Embeddings<> frames_y{{}, 200, 2};
  std::vector<std::uint32_t> clips;
  for (std::uint32_t i = 0; i < 200; ++i) {
    clips.push_back(i / 10);
    for (std::size_t j = 0; j < 2; ++j) {
      frames_x.values.push_back(x.values[std::size_t{i / 10} * 2 + j]);
      frames_y.values.push_back(y.values[std::size_t{i / 10} * 2 + j]);
    }
  }
  const ResamplingOptions options{.permutations = 999, .replicates = 500, .seed = 6};
  const Kernel kernel{.bandwidth = 1.5};
  const auto by_clip =
      resampled_distance(frames_x.view(), frames_y.view(), kernel, options, clips, clips);
  const auto by_frame = resampled_distance(frames_x.view(), frames_y.view(), kernel, options);
  EXPECT_LT(p_value_of(by_frame), 0.01);
  EXPECT_GT(p_value_of(by_clip), 0.01);
  EXPECT_GT(interval_of(by_clip).high - interval_of(by_clip).low,
            2.0 * (interval_of(by_frame).high - interval_of(by_frame).low));
  EXPECT_THROW(static_cast<void>(resampled_distance(frames_x.view(), frames_y.view(), kernel,
                                                    options, {clips.data(), 5}, {})),
               std::invalid_argument);
}

}  // namespace
}  // namespace foley::fidelity
