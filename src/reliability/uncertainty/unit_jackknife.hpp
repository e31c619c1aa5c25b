#pragma once

#include <cstdint>
#include <vector>

#include "alpha_evaluator.hpp"
#include "foley/reliability/agreement_counts.hpp"

namespace foley::reliability {

/// Alpha with units left out.
struct UnitJackknife {
  std::vector<double> without;  ///< Alpha without one unit, or without one group of units.
  std::vector<double> times;    ///< How many units (groups) have that effect.
  double parts = 0.0;           ///< Units (groups) in all.

  /// Standard error of alpha of all units.
  [[nodiscard]] double standard_error() const;
};

/// Leaves each unit out; where there are very many patterns, each of some groups of units.
[[nodiscard]] UnitJackknife unit_jackknife(const AgreementCounts& counts,
                                           const AlphaEvaluator& evaluator, std::uint64_t seed,
                                           unsigned threads);

}  // namespace foley::reliability
