#include "foley/reliability/planning.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "alpha_evaluator.hpp"
#include "confidence.hpp"
#include "foley/stats/distributions.hpp"
#include "foley/stats/multinomial.hpp"
#include "uncertainty/assumed_units.hpp"
#include "uncertainty/unanimity.hpp"
#include "uncertainty/unit_bootstrap.hpp"
#include "uncertainty/unit_jackknife.hpp"

namespace foley::reliability {
namespace {

constexpr double kMostUnits = 1e9;
constexpr int kMostRounds = 6;
constexpr double kSettled = 0.01;

void require_goal(const PlanGoal& goal) {
  if (!(goal.half_width > 0.0 && goal.half_width < 1.0)) {
    throw std::invalid_argument("the half-width must lie between 0 and 1");
  }
  require_confidence(goal.confidence);
  if (goal.replicates < 2) {
    throw std::invalid_argument("a simulation needs at least two replicates");
  }
}

double half_width_of(double units, double variance, double confidence) {
  return stats::student_t_quantile(0.5 + confidence / 2.0, units - 1.0) *
         std::sqrt(variance / units);
}

// The smallest number of units whose half-width is no more than wanted; over kMostUnits if none.
double units_for(double variance, const PlanGoal& goal) {
  const auto reached = [&](double units) {
    return half_width_of(units, variance, goal.confidence) <= goal.half_width;
  };
  double high = 2.0;
  while (!reached(high)) {
    high *= 2.0;
    if (high > 2.0 * kMostUnits) {
      return high;
    }
  }
  double low = std::floor(high / 2.0);
  while (high - low > 1.0) {
    const double middle = std::floor((low + high) / 2.0);
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

AgreementPlan without_plan(double alpha, Reason reason) {
  AgreementPlan plan;
  plan.alpha = alpha;
  plan.reason = reason;
  return plan;
}

AgreementPlan with_units(double units, double ratings_a_unit, double half_width, double alpha) {
  AgreementPlan plan;
  plan.units = static_cast<std::size_t>(units);
  plan.ratings = static_cast<std::size_t>(std::ceil(units * ratings_a_unit));
  plan.half_width = half_width;
  plan.alpha = alpha;
  return plan;
}

double unanimous_units_for(double chance_to_differ, const PlanGoal& goal) {
  const double units =
      units_for_unanimity(2.0 * goal.half_width, chance_to_differ, goal.confidence);
  return std::max(2.0, std::ceil(units));
}

AgreementPlan of_unanimous_units(double chance_to_differ, double ratings_a_unit,
                                 const PlanGoal& goal) {
  const double units = unanimous_units_for(chance_to_differ, goal);
  if (units > kMostUnits) {
    return without_plan(1.0, Reason::unreachable);
  }
  const double slack = unanimity_slack(units, chance_to_differ, goal.confidence);
  return with_units(units, ratings_a_unit, slack / 2.0, 1.0);
}

// The variance of alpha over `units` units times their number, found by drawing them.
using SimulatedVariance = std::function<double(double units)>;

// Units that disagree now and then may all agree, and then have the interval of unanimous ones: no
// plan is for fewer than that asks for.
AgreementPlan settled(double alpha, double variance, double ratings_a_unit, double least,
                      const SimulatedVariance& simulated, const PlanGoal& goal) {
  const auto wanted = [&](double of_variance) {
    return std::max(least, units_for(of_variance, goal));
  };
  double units = wanted(variance);
  double found = variance;
  for (int round = 0; simulated && round < kMostRounds && units <= kMostUnits; ++round) {
    found = simulated(units);
    const double before = units;
    units = wanted(found);
    if (std::fabs(units - before) <= std::max(1.0, kSettled * before)) {
      break;
    }
  }
  if (units > kMostUnits) {
    return without_plan(alpha, Reason::unreachable);
  }
  AgreementPlan plan =
      with_units(units, ratings_a_unit, half_width_of(units, found, goal.confidence), alpha);
  plan.simulated = static_cast<bool>(simulated);
  return plan;
}

SimulatedVariance drawn_from(const stats::Multinomial& law, const AlphaEvaluator& evaluator,
                             double correction, const PlanGoal& goal) {
  return [&law, &evaluator, correction, goal](double units) {
    const UnitBootstrap drawn = unit_bootstrap(law, evaluator, static_cast<std::uint64_t>(units),
                                               goal.replicates, goal.seed, goal.threads);
    const double sd = spread_of(drawn.ascending).sd;
    return correction * units * sd * sd;
  };
}

}  // namespace

AgreementPlan plan_from_pilot(const AgreementCounts& pilot, const Scale& scale,
                              const PlanGoal& goal) {
  require_goal(goal);
  const AlphaEvaluator evaluator(pilot, scale);
  const Coefficient alpha = evaluator.at(pilot.units_of());
  if (alpha.reason != Reason::none || alpha.units == 1) {
    return without_plan(alpha.value,
                        alpha.reason != Reason::none ? alpha.reason : Reason::too_few_units);
  }
  const auto units = static_cast<double>(alpha.units);
  const double ratings_a_unit = static_cast<double>(alpha.ratings) / units;
  if (alpha.observed == 0.0) {
    return of_unanimous_units(chance_to_differ(pilot), ratings_a_unit, goal);
  }
  const double error = unit_jackknife(pilot, evaluator, goal.seed, goal.threads).standard_error();
  const std::vector<double> weights(pilot.units_of().begin(), pilot.units_of().end());
  const stats::Multinomial law(weights);
  // units drawn from n differ less than the n did from all there are
  const double correction = units / (units - 1.0);
  return settled(alpha.value, units * error * error, ratings_a_unit,
                 unanimous_units_for(chance_to_differ(pilot), goal),
                 drawn_from(law, evaluator, correction, goal), goal);
}

AgreementPlan plan_from_shares(const AssumedRatings& assumed, const Scale& scale,
                               const PlanGoal& goal) {
  require_goal(goal);
  const AssumedUnits units(assumed, scale);
  if (units.expected() <= 0.0) {
    return without_plan(1.0, Reason::one_value);
  }
  const auto raters = static_cast<double>(assumed.raters);
  if (assumed.alpha == 1.0) {
    return of_unanimous_units(units.chance_to_differ(), raters, goal);
  }
  const double least = unanimous_units_for(units.chance_to_differ(), goal);
  if (!units.can_be_listed()) {
    return settled(assumed.alpha, units.variance(), raters, least, {}, goal);
  }
  const AssumedUnits::Patterns patterns = units.patterns();
  const AlphaEvaluator evaluator(patterns.counts, scale);
  const stats::Multinomial law(patterns.chances);
  return settled(assumed.alpha, units.variance(), raters, least,
                 drawn_from(law, evaluator, 1.0, goal), goal);
}

}  // namespace foley::reliability
