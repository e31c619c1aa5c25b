#pragma once

#include <algorithm>

#include "foley/stats/test_result.hpp"

namespace foley::stats {

// p from the chances of a statistic as low, and as high, as the one seen.
inline double p_of_tails(double lower, double upper, Alternative alternative) {
  switch (alternative) {
    case Alternative::greater:
      return std::min(1.0, upper);
    case Alternative::less:
      return std::min(1.0, lower);
    case Alternative::two_sided:
      break;
  }
  return std::min(1.0, 2.0 * std::min(lower, upper));
}

}  // namespace foley::stats
