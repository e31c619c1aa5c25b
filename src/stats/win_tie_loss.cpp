#include "foley/stats/win_tie_loss.hpp"

#include <stdexcept>

#include "topic_values.hpp"

namespace foley::stats {

WinTieLoss win_tie_loss(std::span<const double> first, std::span<const double> second,
                        double tolerance) {
  if (!(tolerance >= 0.0)) {
    throw std::invalid_argument("win_tie_loss: the tolerance must be 0 or more");
  }
  const Differences d = differences(first, second);
  // A difference of just the tolerance, say 0.3 - 0.2 for 0.1, must not hang on its last bit.
  const double limit = tolerance + d.slack();
  WinTieLoss result;
  for (const double difference : d.values) {
    result.wins += difference > limit ? 1U : 0U;
    result.losses += difference < -limit ? 1U : 0U;
  }
  result.ties = d.values.size() - result.wins - result.losses;
  return result;
}

}  // namespace foley::stats
