#include "foley/reliability/scores/icc.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "confidence.hpp"
#include "foley/stats/distributions.hpp"
#include "scores/complete_units.hpp"

namespace foley::reliability {
namespace {

// Differences below this share of the largest rating are rounding.
constexpr double kRounding = 1e-13;
// A variance below this share of what it was subtracted from is rounding.
constexpr double kNoVariance = 1e-12;
// Stands for an infinite quantile, so that bounds are their limits and not NaN.
constexpr double kLargestQuantile = 1e100;

struct MeanSquares {
  double n = 0.0;
  double k = 0.0;
  double units = 0.0;   // between units
  double raters = 0.0;  // between raters
  double rest = 0.0;    // neither
  double within = 0.0;  // within units
};

double squared_difference(double value, double mean) {
  const double away = value - mean;
  return std::fabs(away) <= kRounding * 2.0 ? 0.0 : away * away;
}

// Of values scaled to about 1.
MeanSquares mean_squares(const CompleteUnits& data) {
  MeanSquares result;
  result.n = static_cast<double>(data.units);
  result.k = static_cast<double>(data.raters);
  std::vector<double> unit_means(data.units, 0.0);
  std::vector<double> rater_means(data.raters, 0.0);
  double mean = 0.0;
  for (std::size_t i = 0; i < data.raters; ++i) {
    for (std::size_t u = 0; u < data.units; ++u) {
      unit_means[u] += data.rater(i)[u] / result.k;
      rater_means[i] += data.rater(i)[u] / result.n;
    }
    mean += rater_means[i] / result.k;
  }
  for (const double each : unit_means) {
    result.units += result.k * squared_difference(each, mean) / (result.n - 1.0);
  }
  for (const double each : rater_means) {
    result.raters += result.n * squared_difference(each, mean) / (result.k - 1.0);
  }
  for (std::size_t i = 0; i < data.raters; ++i) {
    for (std::size_t u = 0; u < data.units; ++u) {
      const double value = data.rater(i)[u];
      result.rest += squared_difference(value, unit_means[u] + rater_means[i] - mean);
      result.within += squared_difference(value, unit_means[u]);
    }
  }
  result.rest /= (result.n - 1.0) * (result.k - 1.0);
  result.within /= result.n * (result.k - 1.0);
  return result;
}

bool of_mean(IccForm form) {
  return form == IccForm::one_k || form == IccForm::two_k || form == IccForm::three_k;
}

bool absolute(IccForm form) { return form == IccForm::two_1 || form == IccForm::two_k; }

bool one_way(IccForm form) { return form == IccForm::one_1 || form == IccForm::one_k; }

// Variance between units over the variance of what is correlated, both times the same.
struct Parts {
  double between = 0.0;
  double total = 0.0;
};

Parts parts(IccForm form, const MeanSquares& m) {
  const double error = one_way(form) ? m.within : m.rest;
  const double level = absolute(form) ? (m.raters - m.rest) / m.n : 0.0;
  const double total =
      of_mean(form) ? m.units + level : m.units + (m.k - 1.0) * error + m.k * level;
  return {m.units - error, total};
}

// The correlation of means of k from that of single ratings (Spearman & Brown).
// At its pole, -1 / (k - 1), and beyond there is no lower bound.
double stepped_up(double single, double k) {
  const double below = 1.0 + (k - 1.0) * single;
  return below > kNoVariance ? k * single / below : std::numeric_limits<double>::lowest();
}

double quantile(double p, double df1, double df2) {
  return std::min(stats::fisher_f_quantile(p, df1, df2), kLargestQuantile);
}

// Bounds for single ratings where the raters' level does not count.
void bound_by_ratio(const Icc& icc, double k, double p, double& low, double& high) {
  const double lower = icc.f / quantile(p, icc.df1, icc.df2);
  const double upper = icc.f * quantile(p, icc.df2, icc.df1);
  low = (lower - 1.0) / (lower + k - 1.0);
  high = (upper - 1.0) / (upper + k - 1.0);
}

// Bounds for single ratings where it does, by Satterthwaite's degrees of freedom.
void bound_absolute(const MeanSquares& m, double p, double& low, double& high) {
  const Parts single = parts(IccForm::two_1, m);
  const double icc = single.between / single.total;
  const double of_raters = m.k * icc * m.raters;
  const double of_rest = (m.n * (1.0 - icc) + m.k * icc * (m.n - 1.0)) * m.rest;
  const double sum = of_raters + of_rest;
  const double df =
      sum * sum /
      (of_raters * of_raters / (m.k - 1.0) + of_rest * of_rest / ((m.n - 1.0) * (m.k - 1.0)));
  const double usable = std::isfinite(df) ? std::max(df, 1e-3) : m.k - 1.0;
  const double lower = quantile(p, m.n - 1.0, usable);
  const double upper = quantile(p, usable, m.n - 1.0);
  const double error = m.k * m.raters + (m.k * m.n - m.k - m.n) * m.rest;
  low = m.n * (m.units - lower * m.rest) / (lower * error + m.n * m.units);
  high = m.n * (upper * m.units - m.rest) / (error + m.n * upper * m.units);
}

void add_interval(const MeanSquares& m, Icc& icc) {
  const double error = one_way(icc.form) ? m.within : m.rest;
  if (error == 0.0 && (!absolute(icc.form) || m.raters == 0.0)) {
    icc.interval.reason = stats::Reason::constant;
    return;
  }
  const double p = 0.5 + icc.interval.confidence / 2.0;
  double low = 0.0;
  double high = 0.0;
  if (absolute(icc.form)) {
    bound_absolute(m, p, low, high);
  } else {
    bound_by_ratio(icc, m.k, p, low, high);
  }
  icc.interval.low = of_mean(icc.form) ? stepped_up(low, m.k) : low;
  icc.interval.high = of_mean(icc.form) ? stepped_up(high, m.k) : high;
}

Icc by_decree(Icc icc, double value, Reason reason, stats::Reason why) {
  icc.value = value;
  icc.reason = reason;
  icc.interval = {value, value, value, icc.interval.confidence, why};
  return icc;
}

Icc one_form(IccForm form, const CompleteUnits& data, const MeanSquares& m, double confidence) {
  Icc icc;
  icc.form = form;
  icc.units = data.units;
  icc.raters = data.raters;
  icc.left_out = data.left_out;
  icc.interval.confidence = confidence;
  if (data.raters < 2) {
    return by_decree(icc, 0.0, Reason::too_few_raters, stats::Reason::too_few);
  }
  if (data.units < 2) {
    return by_decree(icc, 0.0, Reason::too_few_units,
                     data.units == 0 ? stats::Reason::no_data : stats::Reason::too_few);
  }
  if (data.one_value()) {
    return by_decree(icc, 1.0, Reason::one_value, stats::Reason::constant);
  }
  const Parts of = parts(form, m);
  const double error = one_way(form) ? m.within : m.rest;
  if (m.units == 0.0 || of.total <= kNoVariance * (m.units + m.rest)) {
    return by_decree(icc, 0.0, Reason::no_unit_spread, stats::Reason::constant);
  }
  icc.value = of.between / of.total;
  icc.df1 = m.n - 1.0;
  icc.df2 = one_way(form) ? m.n * (m.k - 1.0) : (m.n - 1.0) * (m.k - 1.0);
  icc.f = error > 0.0 ? m.units / error : std::numeric_limits<double>::infinity();
  icc.p = error > 0.0 ? stats::fisher_f_sf(icc.f, icc.df1, icc.df2) : 0.0;
  icc.interval = {icc.value, icc.value, icc.value, confidence, stats::Reason::none};
  add_interval(m, icc);
  return icc;
}

}  // namespace

std::string_view to_string(IccForm form) {
  constexpr std::array<std::string_view, 6> kNames{"ICC(1,1)", "ICC(2,1)", "ICC(3,1)",
                                                   "ICC(1,k)", "ICC(2,k)", "ICC(3,k)"};
  return kNames.at(static_cast<std::size_t>(form));
}

std::string_view mcgraw_wong_name(IccForm form) {
  constexpr std::array<std::string_view, 6> kNames{"ICC(1)", "ICC(A,1)", "ICC(C,1)",
                                                   "ICC(k)", "ICC(A,k)", "ICC(C,k)"};
  return kNames.at(static_cast<std::size_t>(form));
}

std::array<Icc, 6> intraclass_correlations(const Ratings& ratings, double confidence) {
  require_confidence(confidence);
  CompleteUnits data(ratings);
  data.scale_to_one();
  const bool enough = data.raters > 1 && data.units > 1;
  const MeanSquares m = enough ? mean_squares(data) : MeanSquares{};
  std::array<Icc, 6> result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result.at(i) = one_form(kIccForms.at(i), data, m, confidence);
  }
  return result;
}

Icc intraclass_correlation(IccForm form, const Ratings& ratings, double confidence) {
  return intraclass_correlations(ratings, confidence).at(static_cast<std::size_t>(form));
}

}  // namespace foley::reliability
