#pragma once

#include <cstddef>

#include "foley/stats/reason.hpp"

namespace foley::stats {

/// How sure a comparison is meant to be.
struct PowerGoal {
  double alpha = 0.05;    ///< Chance to see a difference that is not there, in (0, 1).
  double power = 0.80;    ///< Chance to see the difference that is there, in (alpha, 1).
  bool two_sided = true;  ///< Whether the test looks for differences either way.
};

/// A difference of means that a number of topics can show.
struct DetectableDifference {
  double effect = 0.0;           ///< In standard deviations of the per-topic differences.
  double difference = 0.0;       ///< In the units of the measure.
  Reason reason = Reason::none;  ///< `too_few` under two topics: nothing can be shown; both are 0.
};

/// A number of topics.
struct TopicsNeeded {
  std::size_t topics = 0;        ///< The smallest that does it; 0 if none.
  Reason reason = Reason::none;  ///< `unreachable` for no difference, or over 10^9 topics.
};

/// Chance that a paired t-test at level `alpha` over `topics` topics rejects when the true mean
/// difference is `effect` standard deviations of the differences: the noncentral t with
/// noncentrality `effect · √n` beyond the critical value, on both sides for a two-sided test. 0
/// under two topics. Throws std::invalid_argument for alpha outside (0, 1) or an effect that is not
/// finite.
[[nodiscard]] double paired_t_power(double effect, std::size_t topics, double alpha,
                                    bool two_sided = true);

/// The smallest true mean difference that a paired t-test over `topics` topics shows with the
/// power of `goal`, where `sd` >= 0 is the standard deviation of the per-topic differences (known
/// from the comparison at hand, or √(2 V) with the residual variance V of an earlier one). Smaller
/// differences are likely to be missed by these topics. Throws std::invalid_argument for a goal out
/// of range or an sd that is negative or not finite.
///
/// Source: Sakai, *Statistical significance, power, and sample sizes*, SIGIR 2016; *Topic set size
/// design*, Information Retrieval Journal 2016. The noncentral t is exact here, not approximated.
[[nodiscard]] DetectableDifference smallest_detectable_difference(std::size_t topics, double sd,
                                                                  const PowerGoal& goal = {});

/// The smallest number of topics with which a paired t-test shows a true mean difference of the
/// size |difference| with the power of `goal`. Two topics for sd = 0. Sources and errors as above;
/// throws also for a difference that is not finite.
[[nodiscard]] TopicsNeeded topics_needed(double difference, double sd, const PowerGoal& goal = {});

}  // namespace foley::stats
