#pragma once

#include "foley/stats/reason.hpp"
#include "foley/stats/topic_matrix.hpp"

namespace foley::stats {

/// Analysis of variance of systems x topics without replication: `x = mean + system + topic +
/// rest`.
struct TwoWayAnova {
  double system_squares = 0.0;     ///< n Σ (system mean - mean)²
  double topic_squares = 0.0;      ///< k Σ (topic mean - mean)²
  double residual_squares = 0.0;   ///< What neither explains.
  double system_df = 0.0;          ///< k - 1
  double residual_df = 0.0;        ///< (k - 1)(n - 1)
  double residual_variance = 0.0;  ///< residual_squares / residual_df; Sakai's V_E2.
  double f = 0.0;                  ///< Variance between systems over the residual one.
  double p = 1.0;                  ///< Chance of such an F if all systems were the same.
  Reason reason = Reason::none;    ///< Why f is 0 and p is 1 by decree.
};

/// The two-way table. For fewer than two systems or topics, for systems that are the same on every
/// topic, and for differences between systems that are the same on every topic (residuals that are
/// rounding alone), f = 0, p = 1, residual_variance = 0 and the reason is set.
///
/// Source: Sakai, *Topic set size design*, Information Retrieval Journal 2016.
[[nodiscard]] TwoWayAnova two_way_anova(const TopicMatrix& matrix);

/// Effect size of a difference of two systems' means with all systems' residual standard deviation
/// below: `difference / √V_E2`; 0 where that is 0.
///
/// Source: Sakai, *On Fuhr's guideline for IR evaluation*, SIGIR Forum 2020; *Laboratory
/// Experiments in Information Retrieval*, 2018.
[[nodiscard]] double standardised_difference(double difference, const TwoWayAnova& anova);

}  // namespace foley::stats
