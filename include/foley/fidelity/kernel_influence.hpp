#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/fidelity/kernel_distance.hpp"

namespace foley::fidelity {

/// What each row does to a kernel distance.
struct KernelInfluence {
  std::vector<double> without_generated;  ///< The distance without each generated row, exact.
  std::vector<double> without_reference;  ///< The distance without each reference row, exact.
  std::vector<double> generated;          ///< Derivative with respect to its weight, of mean 0.
  std::vector<double> reference;          ///< The same of the reference.
};

/// The influence of every row, exact, from the row sums of one computation. Where leaving a row out
/// leaves fewer than two, the distance itself stands instead.
[[nodiscard]] KernelInfluence kernel_influence(const KernelDistance& distance);

/// The distance without each clip of the generated set, all its rows together, in ascending order
/// of the clips' numbers; exact, from the row sums and the pairs within clips, which are computed
/// in float64. `clips` has the clip of each row. Where leaving a clip out leaves fewer than two
/// rows, the distance itself stands instead. Throws std::invalid_argument for another set than the
/// one of `distance` (as far as its shape tells) and for another number of clips than of rows.
[[nodiscard]] std::vector<double> distance_without_clips(const KernelDistance& distance,
                                                         const EmbeddingView& generated,
                                                         std::span<const std::uint32_t> clips,
                                                         unsigned threads = 1);

}  // namespace foley::fidelity
