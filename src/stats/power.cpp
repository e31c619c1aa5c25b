#include "foley/stats/power.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "foley/stats/distributions.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

constexpr std::size_t kMostTopics = 1'000'000'000;

void require_goal(const PowerGoal& goal) {
  require_open_share(goal.alpha, "alpha");
  if (!(goal.power > goal.alpha && goal.power < 1.0)) {
    throw std::invalid_argument("the power must lie between alpha and 1");
  }
}

void require_sd(double sd) {
  if (!(sd >= 0.0 && std::isfinite(sd))) {
    throw std::invalid_argument("the standard deviation must be 0 or more");
  }
}

}  // namespace

double paired_t_power(double effect, std::size_t topics, double alpha, bool two_sided) {
  require_open_share(alpha, "alpha");
  if (!std::isfinite(effect)) {
    throw std::invalid_argument("the effect must be finite");
  }
  if (topics < 2) {
    return 0.0;
  }
  const auto n = static_cast<double>(topics);
  const double critical = -student_t_quantile(two_sided ? alpha / 2.0 : alpha, n - 1.0);
  constexpr double kLargest = 1e300;
  const double delta = std::clamp(effect * std::sqrt(n), -kLargest, kLargest);
  const double above = noncentral_t_sf(critical, n - 1.0, delta);
  return two_sided ? above + noncentral_t_cdf(-critical, n - 1.0, delta) : above;
}

DetectableDifference smallest_detectable_difference(std::size_t topics, double sd,
                                                    const PowerGoal& goal) {
  require_goal(goal);
  require_sd(sd);
  DetectableDifference result;
  if (topics < 2) {
    result.reason = topics == 0 ? Reason::no_data : Reason::too_few;
    return result;
  }
  const auto reached = [&](double effect) {
    return paired_t_power(effect, topics, goal.alpha, goal.two_sided) >= goal.power;
  };
  double high = 1.0;
  while (!reached(high)) {
    high *= 2.0;
  }
  double low = 0.0;
  while (high - low > 1e-14 * high) {
    const double middle = low + (high - low) / 2.0;
    (reached(middle) ? high : low) = middle;
  }
  result.effect = high;
  result.difference = high * sd;
  return result;
}

TopicsNeeded topics_needed(double difference, double sd, const PowerGoal& goal) {
  require_goal(goal);
  require_sd(sd);
  if (!std::isfinite(difference)) {
    throw std::invalid_argument("the difference must be finite");
  }
  if (difference == 0.0) {
    return {0, Reason::unreachable};
  }
  const double effect = std::fabs(difference) / sd;
  if (!std::isfinite(effect)) {
    return {2, Reason::none};
  }
  const auto reached = [&](std::size_t topics) {
    return paired_t_power(effect, topics, goal.alpha, goal.two_sided) >= goal.power;
  };
  std::size_t high = 2;
  while (!reached(high)) {
    if (high >= kMostTopics) {
      return {0, Reason::unreachable};
    }
    high *= 2;
  }
  // power rises with the topics, so that the first number that does it can be bisected for
  std::size_t low = high / 2;
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (reached(middle) ? high : low) = middle;
  }
  return {high, Reason::none};
}

}  // namespace foley::stats
