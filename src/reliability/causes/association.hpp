#pragma once

#include <optional>
#include <span>

namespace foley::reliability {

/// Sums of squares and products about the means.
struct Scatter {
  double mean_x = 0.0;
  double mean_y = 0.0;
  double xx = 0.0;
  double yy = 0.0;
  double xy = 0.0;
  bool constant_x = true;  ///< All x the same, but for rounding.
  bool constant_y = true;
};

/// The scatter of points (x, y).
[[nodiscard]] Scatter scatter_of(std::span<const double> x, std::span<const double> y);

/// Pearson's correlation; nothing where either side is constant.
[[nodiscard]] std::optional<double> correlation(const Scatter& scatter);

}  // namespace foley::reliability
