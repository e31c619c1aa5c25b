#include "foley/stats/effect_size.hpp"

#include <cmath>

#include "foley/stats/distributions.hpp"
#include "topic_values.hpp"

namespace foley::stats {

double hedges_correction(std::size_t degrees_of_freedom) {
  if (degrees_of_freedom < 2) {
    return 0.0;
  }
  const double half = static_cast<double>(degrees_of_freedom) / 2.0;
  return gamma_ratio(half, -0.5) / std::sqrt(half);
}

PairedEffect paired_effect(std::span<const double> first, std::span<const double> second) {
  const Differences d = differences(first, second);
  const Moments m = moments(d.values, d.scale);
  PairedEffect result;
  if (m.n < 2) {
    result.reason = m.n == 0 ? Reason::no_data : Reason::too_few;
  } else if (m.sd == 0.0) {
    result.reason = d.nonzero == 0 ? Reason::identical : Reason::constant;
  } else {
    result.d_z = m.mean / m.sd;
    result.hedges_g = result.d_z * hedges_correction(m.n - 1);
  }
  return result;
}

}  // namespace foley::stats
