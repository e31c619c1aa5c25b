#include "foley/stats/t_interval.hpp"

#include <cmath>

#include "foley/stats/distributions.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

Interval interval_of(const Moments& m, double confidence) {
  Interval result{m.mean, m.mean, m.mean, confidence, Reason::none};
  if (m.n < 2) {
    result.reason = m.n == 0 ? Reason::no_data : Reason::too_few;
    return result;
  }
  if (m.sd == 0.0) {
    result.reason = Reason::constant;
    return result;
  }
  const auto n = static_cast<double>(m.n);
  const double half = student_t_quantile(0.5 + confidence / 2.0, n - 1.0) * (m.sd / std::sqrt(n));
  result.low = m.mean - half;
  result.high = m.mean + half;
  return result;
}

}  // namespace

Interval t_interval(std::span<const double> values, double confidence) {
  require_open_share(confidence, "confidence");
  require_values(values);
  return interval_of(moments(values, largest_size(values)), confidence);
}

Interval t_interval_of_difference(std::span<const double> first, std::span<const double> second,
                                  double confidence) {
  require_open_share(confidence, "confidence");
  const Differences d = differences(first, second);
  Interval result = interval_of(moments(d.values, d.scale), confidence);
  if (result.reason == Reason::constant && d.nonzero == 0) {
    result.reason = Reason::identical;
  }
  return result;
}

}  // namespace foley::stats
