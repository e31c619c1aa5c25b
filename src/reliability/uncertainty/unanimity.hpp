#pragma once

#include <cmath>

#include "foley/reliability/agreement_counts.hpp"
#include "ratings_by_code.hpp"

namespace foley::reliability {

// What units that all agree leave possible: the share p of units with disagreement of which none is
// found in n with a chance of (1-c)/2 is 1 - ((1-c)/2)^(1/n), and where units that disagree are as
// far apart as different values by chance, alpha is 1 - p/q, q being the chance to differ.

/// The distance of the lower bound from 1.
inline double unanimity_slack(double units, double chance_to_differ, double confidence) {
  return -std::expm1(std::log((1.0 - confidence) / 2.0) / units) / chance_to_differ;
}

/// The number of units, not rounded, with that distance; 0 where any will do.
inline double units_for_unanimity(double slack, double chance_to_differ, double confidence) {
  const double share = slack * chance_to_differ;
  return share < 1.0 ? std::log((1.0 - confidence) / 2.0) / std::log1p(-share) : 0.0;
}

/// The chance that two different ratings of all of them differ.
inline double chance_to_differ(const AgreementCounts& counts) {
  const auto n = static_cast<double>(counts.ratings());
  double different = 0.0;
  for (const double ratings : ratings_by_code(counts)) {
    different += ratings / n * ((n - ratings) / (n - 1.0));
  }
  return different;
}

}  // namespace foley::reliability
