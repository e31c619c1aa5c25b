#pragma once

#include <cstddef>

namespace foley::stats {

// The studentized range: the range of `groups` independent standard normal variables over an
// independent estimate of their standard deviation with `df` degrees of freedom, infinity allowed.
// By own quadrature, to about 1e-12; small upper tails keep their relative precision. All throw
// std::invalid_argument for NaN, fewer than two groups, and df < 1.
//
// Source: Tukey, *The problem of multiple comparisons*, 1953; the double integral in the form of
// Lund & Lund, *Algorithm AS 190*, Appl. Statist. 1983.

/// P(Q <= q).
[[nodiscard]] double studentized_range_cdf(double q, std::size_t groups, double df);
/// P(Q > q).
[[nodiscard]] double studentized_range_sf(double q, std::size_t groups, double df);
/// The q with P(Q > q) = tail, for a tail in (0, 1): the critical value of level `tail`.
[[nodiscard]] double studentized_range_critical(double tail, std::size_t groups, double df);

}  // namespace foley::stats
