#pragma once

#include <span>

#include "foley/stats/test_result.hpp"

namespace foley::stats {

/// Sign test of first - second over topics: the number of topics where the first is better, among
/// those with a difference, against a fair coin. The statistic is that number. Exact for any number
/// of topics; two-sided twice the smaller tail, at most 1. If no topic has a difference (beyond
/// rounding), p = 1 with a reason.
///
/// Throws std::invalid_argument for vectors of different lengths and for values that are not
/// finite.
///
/// Source: Dixon & Mood, *The statistical sign test*, JASA 1946.
[[nodiscard]] TestResult sign_test(std::span<const double> first, std::span<const double> second,
                                   Alternative alternative = Alternative::two_sided);

}  // namespace foley::stats
