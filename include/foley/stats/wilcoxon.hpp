#pragma once

#include <span>

#include "foley/stats/test_result.hpp"

namespace foley::stats {

/// Wilcoxon's signed-rank test of first - second over topics. Topics without a difference are
/// dropped (Wilcoxon's own rule); the sizes of the others are ranked, ties by their mean rank. The
/// statistic is W+, the sum of the ranks of the positive differences.
///
/// Up to 50 topics left and no ties: exact, from the number of subsets of 1…n with each sum;
/// two-sided twice the smaller tail, at most 1. Else asymptotic:
/// `z = (W+ - n(n+1)/4 ∓ 1/2) / √(n(n+1)(2n+1)/24 - Σ(t³-t)/48)`, t running over the groups of
/// ties, the half moving W+ towards the middle. Differences within rounding of each other count as
/// ties, and within rounding of 0 as none. If no topic is left, p = 1 with a reason.
///
/// Throws std::invalid_argument for vectors of different lengths and for values that are not
/// finite.
///
/// Source: Wilcoxon, *Individual comparisons by ranking methods*, Biometrics Bulletin 1945;
/// Lehmann, *Nonparametrics*, 1975 (correction for ties).
[[nodiscard]] TestResult wilcoxon_test(std::span<const double> first,
                                       std::span<const double> second,
                                       Alternative alternative = Alternative::two_sided);

}  // namespace foley::stats
