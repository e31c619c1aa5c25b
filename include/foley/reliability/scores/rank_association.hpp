#pragma once

#include <cstddef>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// How alike raters order the units, with a test of independence.
struct Association {
  double value = 0.0;      ///< 1: the same order; 0: none; -1: reversed.
  double statistic = 0.0;  ///< What was tested; each function says.
  double p = 1.0;          ///< Chance of such a statistic, either way, if orders were independent.
  std::size_t units = 0;   ///< Units that all raters rated.
  std::size_t left_out = 0;      ///< Units with some but not all ratings.
  Reason reason = Reason::none;  ///< Why the value is 0, or p is 1, by decree.
};

// All of these are over units that all raters rated. By decree: 0 for one rater (too_few_raters),
// fewer than two units (no_pairs for none, too_few_units for one), and where there is no order to
// compare (constant_rater). For two units the value stands and p = 1, with too_few_units.

/// Spearman's rho of two raters: Pearson's correlation of the ranks, ties by their mean rank. The
/// statistic is `t = ρ √((n - 2) / (1 - ρ²))` against Student's t with n - 2 degrees of freedom;
/// infinite, with p = 0, for rho 1 and -1. Throws std::invalid_argument for more than two raters.
///
/// Source: Spearman, *The proof and measurement of association between two things*, 1904.
[[nodiscard]] Association spearman_rho(const Ratings& ratings);

/// Kendall's tau-b of two raters: pairs of units in the same order minus pairs in reversed order,
/// over the geometric mean of the pairs that either rater tells apart. In O(n log n). The statistic
/// is z, asymptotically normal, with the variance for ties. Throws std::invalid_argument for more
/// than two raters.
///
/// Source: Kendall, *The treatment of ties in ranking problems*, Biometrika 1945; Knight, *A
/// computer method for calculating Kendall's tau with ungrouped data*, JASA 1966.
[[nodiscard]] Association kendall_tau_b(const Ratings& ratings);

/// Kendall's W of m raters, corrected for ties: `12 S / (m² (n³ - n) - m Σ (t³ - t))`, S the
/// squared deviations of the units' rank sums. In [0, 1]. The statistic is `m (n - 1) W` against
/// chi-squared with n - 1 degrees of freedom. constant_rater only where all raters are.
///
/// Source: Kendall & Babington Smith, *The problem of m rankings*, Ann. Math. Statist. 1939.
[[nodiscard]] Association kendall_w(const Ratings& ratings);

}  // namespace foley::reliability
