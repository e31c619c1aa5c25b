#pragma once

#include "foley/stats/reason.hpp"
#include "kappa/chance.hpp"

namespace foley::reliability {

/// Linear parts below this, beside the value, are rounding.
inline constexpr double kPartRounding = 1e-13;

/// Why a coefficient has no interval; none if it has one.
[[nodiscard]] inline stats::Reason no_interval(const ChanceCorrected& all) {
  if (all.coefficient.reason == Reason::no_pairs) {
    return stats::Reason::no_data;
  }
  if (all.coefficient.reason != Reason::none) {
    return stats::Reason::constant;
  }
  return all.units < 2.0 ? stats::Reason::too_few : stats::Reason::none;
}

}  // namespace foley::reliability
