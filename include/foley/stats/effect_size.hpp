#pragma once

#include <cstddef>
#include <span>

#include "foley/stats/reason.hpp"

namespace foley::stats {

/// How large the difference first - second is in standard deviations of the differences.
struct PairedEffect {
  double d_z = 0.0;              ///< Cohen's d_z = mean(d) / sd(d).
  double hedges_g = 0.0;         ///< d_z times hedges_correction(n - 1): without its bias.
  Reason reason = Reason::none;  ///< Why both are 0: under two topics, or no spread.
};

/// Effect size of two systems over the same topics. Throws std::invalid_argument for vectors of
/// different lengths and for values that are not finite.
///
/// Source: Cohen, *Statistical power analysis for the behavioral sciences*, 1988.
[[nodiscard]] PairedEffect paired_effect(std::span<const double> first,
                                         std::span<const double> second);

/// The factor that takes the bias out of a standardised mean difference:
/// `Γ(m/2) / (√(m/2) Γ((m-1)/2))` for m degrees of freedom; 0 for m < 2, where the gamma function
/// has a pole.
///
/// Source: Hedges, *Distribution theory for Glass's estimator of effect size*, J. Educ. Stat. 1981.
[[nodiscard]] double hedges_correction(std::size_t degrees_of_freedom);

}  // namespace foley::stats
