#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foley/reliability/causes/rater_profile.hpp"

namespace foley::reliability {

/// A rating beside those of the others of the same unit.
struct Beside {
  double own = 0.0;
  double others = 0.0;          ///< Their mean.
  double others_squares = 0.0;  ///< Sum of their squared distances from `others`.
  double how_many = 0.0;        ///< Others.
  std::uint32_t order = 0;
};

/// For each rater the compared ratings, units ascending.
[[nodiscard]] std::vector<std::vector<Beside>> beside_others(const Ratings& ratings);

/// The numbers of one rater.
[[nodiscard]] NumericProfile numeric_profile(std::span<const Beside> ratings, double confidence);

/// The drift of one rater.
[[nodiscard]] Drift drift_of(std::span<const Beside> ratings, double confidence);

}  // namespace foley::reliability
