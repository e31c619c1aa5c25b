#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"
#include "foley/fidelity/kernel_distance.hpp"
#include "foley/stats/interval.hpp"

namespace foley::fidelity {

/// How kernel distances are resampled. The kernel values are computed once (or once for some
/// hundred replicates where sets are large) and used for all replicates without being kept.
struct ResamplingOptions {
  std::size_t permutations = 1000;             ///< For the p-value; 0: none.
  std::size_t replicates = 1000;               ///< Bootstrap, for the interval; 0: none.
  double confidence = 0.95;                    ///< Of the interval.
  std::uint64_t seed = 0;                      ///< A stream a replicate.
  Precision precision = Precision::automatic;  ///< Of the products.
  unsigned threads = 1;                        ///< The bits do not depend on them.
  Progress progress{};                         ///< Asked after every row of tiles.
};

/// Which clip each row of a set belongs to, from 0, all of them used; empty: each row is a clip.
using ClipIds = std::span<const std::uint32_t>;

/// A distance with what resampling says of it.
struct ResampledDistance {
  KernelDistance distance;                  ///< Of the sets as they are.
  std::optional<stats::Interval> interval;  ///< Percentile bootstrap over the clips of both sets.
  std::optional<double> p_value;  ///< Of no difference: (1 + those at least as large) / (1 + all).
};

/// The kernel distance with an interval and a p-value. The test exchanges clips between the sets;
/// under the hypothesis that both come from one distribution the p-value is uniform. Permutations
/// that leave a set with fewer than two rows, as clips of many rows can, are not counted.
/// Replicates of the bootstrap leave out pairs of a row with itself, as the distance does. Throws
/// std::invalid_argument as kernel_distance, and for clips that do not match the rows.
///
/// Source: Gretton et al., *A kernel two-sample test*, JMLR 2012; Phipson & Smyth, *Permutation
/// p-values should never be zero*, 2010.
[[nodiscard]] ResampledDistance resampled_distance(const EmbeddingView& reference,
                                                   const EmbeddingView& generated,
                                                   const Kernel& kernel,
                                                   const ResamplingOptions& options = {},
                                                   ClipIds reference_clips = {},
                                                   ClipIds generated_clips = {});

/// The difference between two distances to the same reference.
struct DistanceDifference {
  double first = 0.0;       ///< Distance of the first set.
  double second = 0.0;      ///< Distance of the second set.
  double difference = 0.0;  ///< First less second: below 0 where the first is closer.
  std::optional<stats::Interval> interval;  ///< Percentile bootstrap, the reference resampled too.
  std::optional<double> p_value;            ///< Two-sided, of clips exchanged between the two sets.
};

/// Which of two generated sets is closer to the reference. Where `paired`, clip i of the first and
/// clip i of the second answer the same prompt: they are resampled together and exchanged only with
/// each other. Throws std::invalid_argument as resampled_distance, and for paired sets with
/// different numbers of clips.
[[nodiscard]] DistanceDifference kernel_difference(
    const EmbeddingView& reference, const EmbeddingView& first, const EmbeddingView& second,
    const Kernel& kernel, const ResamplingOptions& options = {}, bool paired = false,
    ClipIds reference_clips = {}, ClipIds first_clips = {}, ClipIds second_clips = {});

}  // namespace foley::fidelity
