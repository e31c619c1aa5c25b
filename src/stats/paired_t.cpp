#include "foley/stats/paired_t.hpp"

#include <cmath>

#include "foley/stats/distributions.hpp"
#include "tail.hpp"
#include "topic_values.hpp"

namespace foley::stats {

TestResult paired_t_test(std::span<const double> first, std::span<const double> second,
                         Alternative alternative) {
  const Differences d = differences(first, second);
  const Moments m = moments(d.values, d.scale);
  TestResult result;
  result.used = m.n;
  if (m.n < 2) {
    result.reason = m.n == 0 ? Reason::no_data : Reason::too_few;
    return result;
  }
  if (m.sd == 0.0) {
    result.reason = d.nonzero == 0 ? Reason::identical : Reason::constant;
    return result;
  }
  const auto n = static_cast<double>(m.n);
  result.statistic = m.mean / (m.sd / std::sqrt(n));
  result.p = p_of_tails(student_t_cdf(result.statistic, n - 1.0),
                        student_t_sf(result.statistic, n - 1.0), alternative);
  return result;
}

}  // namespace foley::stats
