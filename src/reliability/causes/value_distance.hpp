#pragma once

#include <functional>
#include <span>
#include <vector>

#include "foley/reliability/level.hpp"

namespace foley::reliability {

/// Distances, not squared, between any two values of a scale, also those that nobody gave.
class ValueDistance {
 public:
  /// `values` are those that the compared ratings have, ascending, with their counts. The scale is
  /// one that fits them.
  ValueDistance(std::span<const double> values, std::span<const double> counts, const Scale& scale);

  /// Distance of two places (see place).
  [[nodiscard]] double between(double a, double b) const;
  /// Where a value is: its middle rank as a share of all ratings at ordinal level, in between for
  /// one that nobody gave; else the value itself. Values beyond the ends are put at the ends.
  [[nodiscard]] double place(double value) const;

  /// No two values are further apart.
  [[nodiscard]] double longest() const { return longest_; }
  /// Whether values have two ends.
  [[nodiscard]] bool rises() const { return rises_; }
  /// The value as far from the other end.
  [[nodiscard]] double mirrored(double value) const { return least_ + greatest_ - value; }

 private:
  Level level_;
  bool rises_;
  double least_ = 0.0;
  double greatest_ = 0.0;
  double longest_ = 1.0;
  double around_ = 1.0;
  double low_pole_ = 0.0;
  double high_pole_ = 0.0;
  std::vector<double> values_;
  std::vector<double> ranks_;
  std::vector<double> domain_;
  std::vector<double> table_;
};

}  // namespace foley::reliability
