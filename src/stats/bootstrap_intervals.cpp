#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "foley/stats/bootstrap.hpp"
#include "foley/stats/distributions.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

double quantile(std::span<const double> ascending, double share) {
  const double rank = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const double part = rank - static_cast<double>(below);
  return ascending[below] + part * (ascending[above] - ascending[below]);
}

void require_replicates(std::span<const double> ascending, double confidence) {
  require_open_share(confidence, "confidence");
  if (ascending.empty()) {
    throw std::invalid_argument("no bootstrap replicates");
  }
}

}  // namespace

Interval percentile_interval(double value, std::span<const double> ascending, double confidence) {
  require_replicates(ascending, confidence);
  const double tail = 0.5 - confidence / 2.0;
  return {value, quantile(ascending, tail), quantile(ascending, 1.0 - tail), confidence,
          Reason::none};
}

BcaCorrections bca_corrections(double value, std::span<const double> ascending,
                               std::span<const double> jackknife, std::span<const double> repeats) {
  if (ascending.empty()) {
    throw std::invalid_argument("no bootstrap replicates");
  }
  if (!repeats.empty() && repeats.size() != jackknife.size()) {
    throw std::invalid_argument("one number of repeats a jackknife value");
  }
  const auto times = [&](std::size_t i) { return repeats.empty() ? 1.0 : repeats[i]; };
  BcaCorrections result;
  const double largest =
      std::max({std::fabs(value), std::fabs(ascending.front()), std::fabs(ascending.back())});
  const double slack = kRounding * largest;
  const auto below = std::ranges::lower_bound(ascending, value - slack) - ascending.begin();
  const auto up_to = std::ranges::upper_bound(ascending, value + slack) - ascending.begin();
  const double share =
      static_cast<double>(below + up_to) / (2.0 * static_cast<double>(ascending.size()));
  if (share > 0.0 && share < 1.0) {
    result.bias = normal_quantile(share);
  } else {
    result.reason = Reason::one_sided_replicates;
  }
  double mean = 0.0;
  double families = 0.0;
  for (std::size_t i = 0; i < jackknife.size(); ++i) {
    mean += times(i) * jackknife[i];
    families += times(i);
  }
  mean /= std::max(1.0, families);
  double squares = 0.0;
  double cubes = 0.0;
  for (std::size_t i = 0; i < jackknife.size(); ++i) {
    const double away = mean - jackknife[i];
    squares += times(i) * away * away;
    cubes += times(i) * away * away * away;
  }
  const double below_line = 6.0 * squares * std::sqrt(squares);
  if (below_line > 0.0) {
    result.acceleration = cubes / below_line;
  }
  return result;
}

Interval bca_interval(double value, std::span<const double> ascending,
                      const BcaCorrections& corrections, double confidence) {
  Interval result = percentile_interval(value, ascending, confidence);
  result.reason = corrections.reason;
  const double tail = normal_quantile(0.5 + confidence / 2.0);
  const double lower = corrections.bias - tail;
  const double upper = corrections.bias + tail;
  const double under_lower = 1.0 - corrections.acceleration * lower;
  const double under_upper = 1.0 - corrections.acceleration * upper;
  if (result.reason != Reason::none || under_lower <= 0.0 || under_upper <= 0.0) {
    result.reason = Reason::one_sided_replicates;
    return result;
  }
  result.low = quantile(ascending, normal_cdf(corrections.bias + lower / under_lower));
  result.high = quantile(ascending, normal_cdf(corrections.bias + upper / under_upper));
  return result;
}

}  // namespace foley::stats
