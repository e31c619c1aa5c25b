#pragma once

#include <cstddef>
#include <span>

namespace foley::stats {

/// On how many topics the first system is better than, as good as and worse than the second.
struct WinTieLoss {
  std::size_t wins = 0;    ///< first - second > tolerance
  std::size_t ties = 0;    ///< |first - second| <= tolerance
  std::size_t losses = 0;  ///< first - second < -tolerance
};

/// Counts topics by the sign of first - second. `tolerance` >= 0 is how much is still a tie;
/// differences by rounding alone are ties with any tolerance. Throws std::invalid_argument for
/// vectors of different lengths, values that are not finite, and a negative or NaN tolerance.
[[nodiscard]] WinTieLoss win_tie_loss(std::span<const double> first, std::span<const double> second,
                                      double tolerance = 0.0);

}  // namespace foley::stats
