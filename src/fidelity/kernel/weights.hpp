#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/fidelity/kernel_resampling.hpp"
#include "forms.hpp"

namespace foley::fidelity {

/// Which clip each row of a set belongs to, where rows come one by one (clips.hpp has the rows of
/// each clip).
class RowClips {
 public:
  /// Throws std::invalid_argument for ids that do not match the rows; `what` names the set.
  RowClips(ClipIds ids, std::size_t rows, const char* what);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t clip_of(std::size_t row) const {
    return ids_.empty() ? row : ids_[row];
  }

 private:
  ClipIds ids_;
  std::size_t rows_;
  std::size_t count_;
};

/// Draws how often each clip comes up in each of the replicates from `first` on; column by column
/// the same numbers however the replicates are split. `set` keeps the streams of several sets
/// apart.
[[nodiscard]] Weights bootstrap_weights(const RowClips& clips, std::size_t first, std::size_t count,
                                        std::uint64_t seed, std::uint64_t set);

/// Which rows belong to the first of two sets after their clips have been shuffled: 1 or 0 for each
/// row of the first, then of the second. Where `paired`, clips with the same number exchange places
/// or do not.
struct Labels {
  Weights first;
  Weights second;
};
[[nodiscard]] Labels permutation_labels(const RowClips& first, const RowClips& second, bool paired,
                                        std::size_t begin, std::size_t count, std::uint64_t seed);

}  // namespace foley::fidelity
