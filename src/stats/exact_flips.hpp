#pragma once

#include <span>

#include "foley/stats/test_result.hpp"

namespace foley::stats {

// Share of the 2^n sign patterns of the differences whose sum is at least as extreme as the plain
// one, sums within `slack` of it included. At most 40 differences.
double exact_flip_p(std::span<const double> differences, double slack, Alternative alternative);

}  // namespace foley::stats
