#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"

namespace foley::reliability {

/// How narrow an interval of alpha is wanted.
struct PlanGoal {
  double half_width = 0.05;        ///< Half of the distance between the bounds, in (0, 1).
  double confidence = 0.95;        ///< In (0, 1).
  std::size_t replicates = 2'000;  ///< Of the simulations that check the plan; at least 2.
  std::uint64_t seed = 0;          ///< Of the simulations.
  unsigned threads = 1;            ///< The result has the same bits for any number.
};

/// What is assumed where there are no ratings yet. A unit's ratings are all the same value, drawn
/// from the shares, with the chance `alpha`, and independent draws from them otherwise: on any
/// scale alpha of such ratings is `alpha`.
struct AssumedRatings {
  std::vector<double> values;  ///< Ascending, one or more; what counts for levels of numbers.
  std::vector<double> shares;  ///< One a value, of any positive sum.
  double alpha = 0.8;          ///< In [0, 1].
  std::size_t raters = 2;      ///< Ratings a unit, two or more.
};

/// How much is to be rated more than once.
struct AgreementPlan {
  std::size_t units = 0;         ///< Units with two ratings or more; 0 if there is no plan.
  std::size_t ratings = 0;       ///< Their ratings.
  double half_width = 0.0;       ///< What is to be expected of so many units.
  double alpha = 0.0;            ///< Alpha of the pilot, or as assumed.
  bool simulated = false;        ///< Whether half_width comes from simulated ratings.
  Reason reason = Reason::none;  ///< See the functions.
};

/// The number of units like those of a pilot for an interval of alpha that reaches no further than
/// the half-width to either side: `t · √(V/n)` with the variance V a unit of the jackknife, and
/// then with that of alpha over units drawn from the pilot, as many as planned, until they agree.
/// The pilot's own uncertainty stays; under some 50 units it is large.
///
/// No plan: no_pairs, one_value; too_few_units for a pilot of one unit; unreachable if over 10^9
/// units are needed. Where all units of the pilot agree, the plan is for the interval that
/// alpha_interval gives such data; no plan is for fewer units than that would take. Throws what
/// krippendorff_alpha throws, and std::invalid_argument for a goal out of range.
[[nodiscard]] AgreementPlan plan_from_pilot(const AgreementCounts& pilot, const Scale& scale = {},
                                            const PlanGoal& goal = {});

/// The same for assumed ratings, whose variance a unit is known: with distances d in shares of the
/// expected disagreement, g(c) the mean of d between c and a draw, b = 1 - a and m raters,
///
///     V = a b + 4 a b Var(g) (b + a/m) + 2 b (Var(d) - 2 Var(g)) / (m (m-1))
///
/// by the delta method, on ordinal scales too, where distances depend on the ratings. The plan is
/// then checked by simulation as above, unless units can differ in over 20,000 ways.
///
/// No plan: one_value where a single value has a share; unreachable as above. Alpha 1 plans for
/// units that all agree. Throws std::invalid_argument also for values that do not ascend, shares of
/// another number, negative, not finite or without a positive sum, alpha out of range, under two
/// raters.
[[nodiscard]] AgreementPlan plan_from_shares(const AssumedRatings& assumed, const Scale& scale = {},
                                             const PlanGoal& goal = {});

}  // namespace foley::reliability
