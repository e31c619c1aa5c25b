#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// The units that all raters rated, rater by rater.
struct CompleteUnits {
  explicit CompleteUnits(const Ratings& ratings);

  [[nodiscard]] std::span<const double> rater(std::size_t i) const {
    return std::span<const double>(values).subspan(i * units, units);
  }

  /// Multiplies all values by one power of two, which rounds nothing, so that the largest is about
  /// 1 and squares stay within the range of double. Returns the exponent that takes it back.
  int scale_to_one();

  /// Whether all values are the same.
  [[nodiscard]] bool one_value() const;
  /// Whether a rater gave one value throughout.
  [[nodiscard]] bool constant(std::size_t rater) const;

  std::vector<double> values;
  std::size_t raters = 0;
  std::size_t units = 0;
  std::size_t left_out = 0;
};

/// Throws std::invalid_argument for more than two raters; `what` names the caller.
void require_two_raters(const Ratings& ratings, const char* what);

}  // namespace foley::reliability
