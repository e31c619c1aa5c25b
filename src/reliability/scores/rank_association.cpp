#include "foley/reliability/scores/rank_association.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "foley/stats/distributions.hpp"
#include "scores/complete_units.hpp"
#include "scores/ranks.hpp"

namespace foley::reliability {
namespace {

// Why there can be no association of these data.
Association start(const CompleteUnits& data) {
  Association result;
  result.units = data.units;
  result.left_out = data.left_out;
  if (data.raters < 2) {
    result.reason = Reason::too_few_raters;
  } else if (data.units < 2) {
    result.reason = data.units == 0 ? Reason::no_pairs : Reason::too_few_units;
  }
  return result;
}

Ties ties_of(std::span<const double> ascending) {
  Ties result;
  for (std::size_t begin = 0; begin < ascending.size();) {
    std::size_t end = begin + 1;
    while (end < ascending.size() && ascending[end] == ascending[begin]) {
      end += 1;
    }
    result.add(end - begin);
    begin = end;
  }
  return result;
}

// Pairs of units tied for both raters; the units stand in the order of both.
std::uint64_t pairs_tied_twice(std::span<const double> x, std::span<const double> y) {
  std::uint64_t pairs = 0;
  std::uint64_t run = 1;
  for (std::size_t i = 1; i < x.size(); ++i) {
    run = x[i] == x[i - 1] && y[i] == y[i - 1] ? run + 1 : 1;
    pairs += run - 1;
  }
  return pairs;
}

// Standard deviation of concordant less discordant pairs among n independent units.
double spread_of_pairs(double n, const Ties& x, const Ties& y) {
  const double m = n * (n - 1.0);
  double variance = (m * (2.0 * n + 5.0) - x.spread - y.spread) / 18.0 +
                    2.0 * static_cast<double>(x.pairs) * static_cast<double>(y.pairs) / m;
  variance += n > 2.0 ? x.triples * y.triples / (9.0 * m * (n - 2.0)) : 0.0;
  return std::sqrt(variance);
}

}  // namespace

Association spearman_rho(const Ratings& ratings) {
  require_two_raters(ratings, "Spearman's rho");
  const CompleteUnits data(ratings);
  Association result = start(data);
  if (result.reason != Reason::none) {
    return result;
  }
  const CentredRanks x(data.rater(0));
  const CentredRanks y(data.rater(1));
  double x_squares = 0.0;
  double y_squares = 0.0;
  double both = 0.0;
  for (std::size_t i = 0; i < data.units; ++i) {
    x_squares += x.ranks[i] * x.ranks[i];
    y_squares += y.ranks[i] * y.ranks[i];
    both += x.ranks[i] * y.ranks[i];
  }
  if (x_squares == 0.0 || y_squares == 0.0) {
    result.reason = Reason::constant_rater;
    return result;
  }
  result.value = std::clamp(both / std::sqrt(x_squares * y_squares), -1.0, 1.0);
  if (data.units < 3) {
    result.reason = Reason::too_few_units;
    return result;
  }
  const double df = static_cast<double>(data.units) - 2.0;
  const double rest = (1.0 - result.value) * (1.0 + result.value);
  if (rest <= 0.0) {
    result.statistic = std::copysign(std::numeric_limits<double>::infinity(), result.value);
    result.p = 0.0;
    return result;
  }
  result.statistic = result.value * std::sqrt(df / rest);
  result.p = std::min(1.0, 2.0 * stats::student_t_sf(std::fabs(result.statistic), df));
  return result;
}

Association kendall_tau_b(const Ratings& ratings) {
  require_two_raters(ratings, "Kendall's tau");
  const CompleteUnits data(ratings);
  Association result = start(data);
  if (result.reason != Reason::none) {
    return result;
  }
  std::vector<double> x;
  std::vector<double> y;
  for (const std::size_t place : ascending_places(data.rater(0), data.rater(1))) {
    x.push_back(data.rater(0)[place]);
    y.push_back(data.rater(1)[place]);
  }
  const Ties x_ties = ties_of(x);
  const std::uint64_t tied_twice = pairs_tied_twice(x, y);
  const std::uint64_t discordant = sort_counting(y);
  const Ties y_ties = ties_of(y);
  const std::uint64_t n = data.units;
  const std::uint64_t pairs = n * (n - 1) / 2;
  if (x_ties.pairs == pairs || y_ties.pairs == pairs) {
    result.reason = Reason::constant_rater;
    return result;
  }
  const std::uint64_t concordant = pairs + tied_twice - x_ties.pairs - y_ties.pairs - discordant;
  const double difference = static_cast<double>(concordant) - static_cast<double>(discordant);
  result.value = std::clamp(difference / std::sqrt(static_cast<double>(pairs - x_ties.pairs)) /
                                std::sqrt(static_cast<double>(pairs - y_ties.pairs)),
                            -1.0, 1.0);
  if (n < 3) {
    result.reason = Reason::too_few_units;
    return result;
  }
  result.statistic = difference / spread_of_pairs(static_cast<double>(n), x_ties, y_ties);
  result.p = std::min(1.0, 2.0 * stats::normal_sf(std::fabs(result.statistic)));
  return result;
}

Association kendall_w(const Ratings& ratings) {
  const CompleteUnits data(ratings);
  Association result = start(data);
  if (result.reason != Reason::none) {
    return result;
  }
  std::vector<double> sums(data.units, 0.0);
  double cubes = 0.0;
  for (std::size_t i = 0; i < data.raters; ++i) {
    const CentredRanks rater(data.rater(i));
    cubes += rater.ties.cubes;
    for (std::size_t u = 0; u < data.units; ++u) {
      sums[u] += rater.ranks[u];
    }
  }
  double squares = 0.0;
  for (const double sum : sums) {
    squares += sum * sum;
  }
  const auto m = static_cast<double>(data.raters);
  const auto n = static_cast<double>(data.units);
  const double below = m * (m * (n * n * n - n) - cubes);
  if (below <= 0.0) {
    result.reason = Reason::constant_rater;
    return result;
  }
  result.value = std::min(1.0, 12.0 * squares / below);
  if (data.units < 3) {
    result.reason = Reason::too_few_units;
    return result;
  }
  result.statistic = m * (n - 1.0) * result.value;
  result.p = stats::chi_squared_sf(result.statistic, n - 1.0);
  return result;
}

}  // namespace foley::reliability
