#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// With more distinct values than this there is no table of confusion.
inline constexpr std::size_t kMostConfusionValues = 200;

/// How often one side gave a value where the other side gave another.
struct Confusion {
  std::vector<double> values;         ///< That either side gave on the units of both, ascending.
  std::vector<std::uint64_t> counts;  ///< Row by row: rows are the first side's values.
  std::size_t units = 0;              ///< Units that both sides rated.

  /// How often the first side gave values[row] where the second gave values[column].
  [[nodiscard]] std::uint64_t at(std::size_t row, std::size_t column) const {
    return counts[row * values.size() + column];
  }
};

/// The confusion of two raters on the units that both rated; empty where there are none. Throws
/// std::invalid_argument for a rater that is not, the same rater twice, and more than
/// kMostConfusionValues distinct values.
[[nodiscard]] Confusion confusion_of(const Ratings& ratings, std::size_t first, std::size_t second);

/// The confusion of one rater, the rows, with all the others together: each rating by another of a
/// unit that the rater rated counts one. Throws as confusion_of.
[[nodiscard]] Confusion confusion_with_others(const Ratings& ratings, std::size_t rater);

/// Two raters who share units.
struct RaterPair {
  std::uint32_t first = 0;   ///< The lower number.
  std::uint32_t second = 0;  ///< The higher.
  std::size_t units = 0;     ///< Units that both rated.
};

/// All pairs of raters who share a unit, ascending. Memory grows with the pairs that do.
[[nodiscard]] std::vector<RaterPair> pairs_sharing_units(const Ratings& ratings);

}  // namespace foley::reliability
