#pragma once

#include <cstddef>
#include <vector>

#include "foley/core/progress.hpp"
#include "pair_scan.hpp"

namespace foley::fidelity {

/// The k nearest others of each row, ascending by squared distance in the frame, then by place.
struct Nearest {
  std::size_t k = 0;
  std::vector<std::size_t> other;  ///< rows x k: places in the others.
  std::vector<double> squared;     ///< rows x k.

  [[nodiscard]] double squared_at(std::size_t row, std::size_t i) const {
    return squared[row * k + i];
  }
};

/// They, for k of at least 1 and at most the others there are.
[[nodiscard]] Nearest nearest_in(const PairScan& scan, std::size_t k, const ScanFrame& frame,
                                 unsigned threads, const Progress& progress);

/// Throws std::invalid_argument for sets that no distance between can be taken of: without rows, of
/// different dimensions, with unusable numbers.
void check_pair(const EmbeddingView& reference, const EmbeddingView& generated, unsigned threads);

/// A squared distance of the frame as a distance of the numbers.
[[nodiscard]] double distance_of(double squared, const ScanFrame& frame);

/// Progress of one of several passes: shares from `begin` to `end` of the whole.
[[nodiscard]] Progress part_of(const Progress& progress, double begin, double end);

/// The quantile of values, linear between neighbours (0.5: the median). Reorders them; they must
/// not be empty.
[[nodiscard]] double quantile_of(std::vector<double>& values, double share);

}  // namespace foley::fidelity
