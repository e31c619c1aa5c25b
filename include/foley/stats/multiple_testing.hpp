#pragma once

#include <span>
#include <vector>

namespace foley::stats {

/// Holm's adjusted p-values, in the order of the input: with the p-values ascending, the i-th of m
/// (from 0) is `max over j <= i of min(1, (m - j) p_j)`. Rejecting those at or below α keeps the
/// chance of any false rejection at α, whatever the dependence. Throws std::invalid_argument for
/// values outside [0, 1].
///
/// Source: Holm, *A simple sequentially rejective multiple test procedure*, Scand. J. Statist.
/// 1979.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

/// Benjamini and Hochberg's adjusted p-values, in the order of the input: ascending, the i-th of m
/// (from 1) is `min over j >= i of min(1, m p_j / j)`. Rejecting those at or below q keeps the
/// expected share of false rejections at q for independent (and positively dependent) tests. Throws
/// std::invalid_argument for values outside [0, 1].
///
/// Source: Benjamini & Hochberg, *Controlling the false discovery rate*, JRSS B 1995.
[[nodiscard]] std::vector<double> benjamini_hochberg(std::span<const double> p_values);

}  // namespace foley::stats
