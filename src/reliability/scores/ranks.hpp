#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace foley::reliability {

/// Sums over the groups of equal values, t the size of a group.
struct Ties {
  std::uint64_t pairs = 0;  // t (t - 1) / 2
  double cubes = 0.0;       // t³ - t
  double triples = 0.0;     // t (t - 1)(t - 2)
  double spread = 0.0;      // t (t - 1)(2 t + 5)

  void add(std::uint64_t t);
};

/// Ranks less their mean; ties have their mean rank.
struct CentredRanks {
  explicit CentredRanks(std::span<const double> values);

  std::vector<double> ranks;
  Ties ties;
};

/// Places of values in ascending order, equal ones in the order of `then`.
[[nodiscard]] std::vector<std::size_t> ascending_places(std::span<const double> values,
                                                        std::span<const double> then);

/// Sorts the values and returns how many pairs stood in descending order, in O(n log n).
[[nodiscard]] std::uint64_t sort_counting(std::vector<double>& values);

}  // namespace foley::reliability
