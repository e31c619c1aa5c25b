#include "foley/stats/tukey_hsd.hpp"

#include <cmath>

#include "foley/stats/studentized_range.hpp"
#include "topic_values.hpp"

namespace foley::stats {

TukeyHsd tukey_hsd(const TopicMatrix& matrix, double confidence) {
  require_open_share(confidence, "confidence");
  TukeyHsd result;
  result.anova = two_way_anova(matrix);
  const bool defined = result.anova.reason == Reason::none;
  const std::size_t systems = matrix.systems();
  const double df = result.anova.residual_df;
  double unit = 0.0;
  if (defined) {
    unit = std::sqrt(result.anova.residual_variance / static_cast<double>(matrix.topics()));
    result.critical_difference = unit * studentized_range_critical(1.0 - confidence, systems, df);
  }
  for (std::size_t first = 0; first < systems; ++first) {
    for (std::size_t second = first + 1; second < systems; ++second) {
      const Differences d = differences(matrix.system(first), matrix.system(second));
      const double mean = moments(d.values, d.scale).mean;
      TukeyPair pair{first, second, {}};
      pair.difference = {mean, mean - result.critical_difference, mean + result.critical_difference,
                         confidence, result.anova.reason};
      if (defined) {
        pair.q = std::fabs(mean) / unit;
        pair.p = studentized_range_sf(pair.q, systems, df);
      }
      result.pairs.push_back(pair);
    }
  }
  return result;
}

}  // namespace foley::stats
