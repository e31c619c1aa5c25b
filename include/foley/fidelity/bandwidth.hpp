#pragma once

#include <cstddef>
#include <cstdint>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"

namespace foley::fidelity {

/// How a bandwidth is taken from distances.
struct BandwidthOptions {
  /// Up to so many pairs the median is exact; beyond, that of a seeded sample. 2^23 pairs are those
  /// of 4,096 rows.
  std::size_t exact_pairs = std::size_t{1} << 23U;
  std::size_t sample_pairs = std::size_t{1}
                             << 18U;  ///< Size of the sample, drawn with replacement.
  std::uint64_t seed = 0;             ///< Of the sample.
  bool lower_median = false;          ///< Of an even count the lower middle one, as PyTorch has it.
  unsigned threads = 1;               ///< The bits do not depend on them.
  Progress progress{};                ///< Asked after every row of tiles.
};

/// A bandwidth by the median heuristic.
struct Bandwidth {
  double value = 1.0;        ///< The median, or 1 where that is 0.
  double low = 1.0;          ///< 95 % interval of a sampled median; the value where it is exact.
  double high = 1.0;         ///< Its upper bound.
  std::uint64_t pairs = 0;   ///< Pairs there are.
  bool sampled = false;      ///< Whether a sample was taken.
  bool zero_median = false;  ///< Whether the median was 0: more than half of the pairs are equal.
};

/// The median Euclidean distance of the pairs of different rows (an even count: mean of the middle
/// two). Frozen with the reference it makes scores of several generated sets comparable. Throws
/// std::invalid_argument for unusable numbers and a sample of no pairs; no pair of rows gives 1.
///
/// Source: Gretton et al., *A kernel two-sample test*, JMLR 2012, section 8.
[[nodiscard]] Bandwidth median_bandwidth(const EmbeddingView& rows,
                                         const BandwidthOptions& options = {});

/// The same over the pairs of both sets pooled, which changes with the generated set.
[[nodiscard]] Bandwidth median_bandwidth(const EmbeddingView& reference,
                                         const EmbeddingView& generated,
                                         const BandwidthOptions& options = {});

}  // namespace foley::fidelity
