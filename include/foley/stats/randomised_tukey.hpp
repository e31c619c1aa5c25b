#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "foley/stats/topic_matrix.hpp"

namespace foley::stats {

/// How values are shuffled between systems.
struct ShuffleOptions {
  std::size_t permutations = 10'000;  ///< At least 1.
  std::uint64_t seed = 0;             ///< Permutation r draws from stream r of this seed.
  unsigned threads = 1;               ///< The result has the same bits for any number.
};

/// Tukey's honestly significant differences by randomisation: each permutation shuffles the values
/// of every topic between the systems and takes the range of the systems' means, the highest minus
/// the lowest. A pair's p is `(count + 1) / (permutations + 1)`, counting the ranges at least as
/// large as its difference (or within rounding of it): corrected for the choice among all pairs,
/// without assuming a distribution. Pairs in the order (0, 1), (0, 2), …; none for fewer than two
/// systems. Systems that are the same on every topic have p = 1 and a reason, as have all without
/// topics. Throws std::invalid_argument for no permutations.
///
/// Source: Carterette, *Multiple testing in statistical analysis of systems-based information
/// retrieval experiments*, TOIS 2012, algorithm 1.
[[nodiscard]] std::vector<PairResult> randomised_tukey_hsd(const TopicMatrix& matrix,
                                                           const ShuffleOptions& options = {});

}  // namespace foley::stats
