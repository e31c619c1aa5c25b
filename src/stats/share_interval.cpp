#include "foley/stats/share_interval.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "foley/stats/distributions.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

// The share with the widest bounds, which are the answer when there are no trials.
Interval widest(std::size_t successes, std::size_t trials, double confidence) {
  require_open_share(confidence, "confidence");
  if (successes > trials) {
    throw std::invalid_argument("more successes than trials");
  }
  if (trials == 0) {
    return {0.0, 0.0, 1.0, confidence, Reason::no_data};
  }
  const double share = static_cast<double>(successes) / static_cast<double>(trials);
  return {share, 0.0, 1.0, confidence, Reason::none};
}

}  // namespace

Interval wilson_interval(std::size_t successes, std::size_t trials, double confidence) {
  Interval result = widest(successes, trials, confidence);
  if (trials == 0) {
    return result;
  }
  const auto n = static_cast<double>(trials);
  const double z = normal_quantile(0.5 + confidence / 2.0);
  const double wider = 1.0 + z * z / n;
  const double middle = (result.value + z * z / (2.0 * n)) / wider;
  const double half =
      z * std::sqrt(result.value * (1.0 - result.value) / n + z * z / (4.0 * n * n)) / wider;
  // At the ends the bound is the share itself; rounding would put it just beside.
  result.low = successes == 0 ? 0.0 : std::max(0.0, middle - half);
  result.high = successes == trials ? 1.0 : std::min(1.0, middle + half);
  return result;
}

Interval clopper_pearson_interval(std::size_t successes, std::size_t trials, double confidence) {
  Interval result = widest(successes, trials, confidence);
  const auto hits = static_cast<double>(successes);
  const auto misses = static_cast<double>(trials - successes);
  const double tail = 0.5 - confidence / 2.0;
  if (successes > 0) {
    result.low = beta_quantile(tail, hits, misses + 1.0);
  }
  if (successes < trials) {
    result.high = beta_quantile(1.0 - tail, hits + 1.0, misses);
  }
  return result;
}

}  // namespace foley::stats
