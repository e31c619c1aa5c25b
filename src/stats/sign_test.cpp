#include "foley/stats/sign_test.hpp"

#include "foley/stats/distributions.hpp"
#include "tail.hpp"
#include "topic_values.hpp"

namespace foley::stats {

TestResult sign_test(std::span<const double> first, std::span<const double> second,
                     Alternative alternative) {
  const Differences d = differences(first, second);
  TestResult result;
  result.used = d.nonzero;
  if (d.nonzero == 0) {
    result.reason = d.values.empty() ? Reason::no_data : Reason::identical;
    return result;
  }
  std::size_t wins = 0;
  for (const double difference : d.values) {
    wins += difference > 0.0 ? 1U : 0U;
  }
  result.statistic = static_cast<double>(wins);
  // By symmetry of the fair coin the upper tail is a lower one, without the rounding of 1 - cdf.
  result.p = p_of_tails(binomial_cdf(wins, d.nonzero, 0.5),
                        binomial_cdf(d.nonzero - wins, d.nonzero, 0.5), alternative);
  return result;
}

}  // namespace foley::stats
