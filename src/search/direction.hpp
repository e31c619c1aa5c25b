#pragma once

#include <optional>
#include <span>
#include <vector>

namespace foley::search {

/// A value kept to about 106 bits as an unevaluated sum (Dekker 1971).
struct DoubleDouble {
  double hi = 0.0;
  double lo = 0.0;
};

/// A vector reduced to what cosine similarity needs.
struct Direction {
  std::vector<float>
      values;  ///< Whole numbers without common divisor if `is_counts`, else as given.
  DoubleDouble squared_norm;  ///< Sum of squares of `values`; exact for counts.
  bool is_counts = false;
};

/// Recovers the whole numbers behind a vector that was normalised in float32.
///
/// Bag-of-words rows are counts divided by their norm; the division rounds, so that similarities
/// which are equal in exact arithmetic come out 1-2 ulp apart, in a pattern that depends on the
/// processor and the BLAS. Going back to the counts makes every comparison exact. A vector that is
/// no multiple of small whole numbers (to float32 precision) is kept as it is.
[[nodiscard]] Direction direction_of(std::span<const float> vector);

/// `sign(a·b) (a·b)² / |b|²`: the squared cosine up to the factor |a|², which ranks all b for one
/// a. Computed to about 100 bits and rounded once, so that equal values give equal doubles.
[[nodiscard]] double ranking_key(const Direction& a, std::span<const float> b_values,
                                 const DoubleDouble& b_squared_norm, bool b_is_counts);

}  // namespace foley::search
