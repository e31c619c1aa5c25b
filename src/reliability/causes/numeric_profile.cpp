#include "numeric_profile.hpp"

#include <algorithm>
#include <cmath>

#include "association.hpp"
#include "foley/stats/distributions.hpp"
#include "foley/stats/t_interval.hpp"
#include "scores/ranks.hpp"

namespace foley::reliability {
namespace {

constexpr double kRounding = 1e-26;  // of a sum of squares, beside the square of its numbers

// Of all the others' ratings together.
ProfileNumber spread_of(std::span<const Beside> ratings, const Scatter& scatter) {
  if (ratings.size() < 2) {
    return {0.0, Reason::too_few_units};
  }
  double n = 0.0;
  double sum = 0.0;
  for (const Beside& each : ratings) {
    n += each.how_many;
    sum += each.how_many * (each.others - scatter.mean_y);
  }
  const double mean = scatter.mean_y + sum / n;
  double squares = 0.0;
  double largest = 0.0;
  for (const Beside& each : ratings) {
    const double away = each.others - mean;
    squares += each.others_squares + each.how_many * away * away;
    largest = std::max(largest, std::fabs(each.others));
  }
  if (squares <= kRounding * largest * largest * n) {
    return {0.0, Reason::one_value};
  }
  const double own =
      scatter.constant_x ? 0.0 : scatter.xx / (static_cast<double>(ratings.size()) - 1.0);
  return {std::sqrt(own / (squares / (n - 1.0))), Reason::none};
}

ProfileNumber number(std::optional<double> value, std::size_t units) {
  if (units < 2) {
    return {0.0, Reason::too_few_units};
  }
  return value ? ProfileNumber{*value, Reason::none} : ProfileNumber{0.0, Reason::constant_rater};
}

}  // namespace

std::vector<std::vector<Beside>> beside_others(const Ratings& ratings) {
  std::vector<std::vector<Beside>> result(ratings.raters());
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    const auto unit = ratings.of(u);
    if (unit.size() < 2) {
      continue;
    }
    const double first = unit.front().value;
    const auto m = static_cast<double>(unit.size());
    double sum = 0.0;
    for (const Rating& each : unit) {
      sum += each.value - first;
    }
    const double mean = sum / m;
    double squares = 0.0;
    for (const Rating& each : unit) {
      const double away = each.value - first - mean;
      squares += away * away;
    }
    for (const Rating& each : unit) {
      const double away = each.value - first - mean;
      Beside beside;
      beside.own = each.value;
      beside.others = first + (sum - (each.value - first)) / (m - 1.0);
      beside.others_squares = std::max(0.0, squares - away * away * m / (m - 1.0));
      beside.how_many = m - 1.0;
      beside.order = each.order;
      result[each.rater].push_back(beside);
    }
  }
  return result;
}

Drift drift_of(std::span<const Beside> ratings, double confidence) {
  Drift result;
  result.slope.confidence = confidence;
  result.reason = Reason::too_few_units;
  result.slope.reason = ratings.empty() ? stats::Reason::no_data : stats::Reason::too_few;
  if (ratings.size() < 3) {
    return result;
  }
  std::vector<double> when;
  std::vector<double> difference;
  double largest = 0.0;
  for (const Beside& each : ratings) {
    when.push_back(each.order);
    difference.push_back(each.own - each.others);
    largest = std::max({largest, std::fabs(each.own), std::fabs(each.others)});
  }
  const auto n = static_cast<double>(ratings.size());
  when = CentredRanks(when).ranks;
  for (double& rank : when) {
    rank /= n - 1.0;
  }
  const Scatter s = scatter_of(when, difference);
  if (s.constant_x) {
    return result;
  }
  result.reason = Reason::none;
  result.slope.reason = stats::Reason::none;
  double residual = std::max(0.0, s.yy - s.xy * s.xy / s.xx);
  const double nothing = kRounding * largest * largest * n;
  const bool flat = s.yy <= nothing;
  const double slope = flat ? 0.0 : s.xy / s.xx;
  result.slope.value = result.slope.low = result.slope.high = slope;
  if (flat || residual <= std::max(nothing, 1e-15 * s.yy)) {
    result.slope.reason = stats::Reason::constant;
    result.p = flat ? 1.0 : 0.0;
    return result;
  }
  const double error = std::sqrt(residual / (n - 2.0) / s.xx);
  const double half = stats::student_t_quantile(0.5 + confidence / 2.0, n - 2.0) * error;
  result.slope.low = slope - half;
  result.slope.high = slope + half;
  result.p = std::min(1.0, 2.0 * stats::student_t_sf(std::fabs(slope) / error, n - 2.0));
  return result;
}

NumericProfile numeric_profile(std::span<const Beside> ratings, double confidence) {
  std::vector<double> own;
  std::vector<double> others;
  for (const Beside& each : ratings) {
    own.push_back(each.own);
    others.push_back(each.others);
  }
  const Scatter scatter = scatter_of(own, others);
  NumericProfile result;
  result.bias = stats::t_interval_of_difference(own, others, confidence);
  result.spread = spread_of(ratings, scatter);
  result.drift = drift_of(ratings, confidence);
  result.pearson = number(correlation(scatter), own.size());
  result.spearman = number(
      correlation(scatter_of(CentredRanks(own).ranks, CentredRanks(others).ranks)), own.size());
  result.discrimination = result.pearson;
  if (result.pearson.reason == Reason::none) {
    result.discrimination.value = scatter.xy / scatter.yy;
  }
  return result;
}

}  // namespace foley::reliability
