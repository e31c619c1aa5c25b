#pragma once

#include <span>

#include "foley/stats/test_result.hpp"

namespace foley::stats {

/// Paired t-test of the mean difference first - second over topics: `t = mean(d) / (sd(d) / √n)`
/// against Student's t with n - 1 degrees of freedom. The statistic is t; it is 0 with p = 1 and a
/// reason for fewer than two topics, identical systems, and a constant difference, whose t would be
/// infinite. Differences within rounding of each other count as constant.
///
/// Throws std::invalid_argument for vectors of different lengths and for values that are not
/// finite.
///
/// Source: Student, *The probable error of a mean*, Biometrika 1908.
[[nodiscard]] TestResult paired_t_test(std::span<const double> first,
                                       std::span<const double> second,
                                       Alternative alternative = Alternative::two_sided);

}  // namespace foley::stats
