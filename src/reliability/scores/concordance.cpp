#include "foley/reliability/scores/concordance.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "confidence.hpp"
#include "foley/stats/distributions.hpp"
#include "scores/complete_units.hpp"

namespace foley::reliability {
namespace {

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value / static_cast<double>(values.size());
  }
  return sum;
}

double covariance(std::span<const double> x, std::span<const double> y) {
  const double x_mean = mean(x);
  const double y_mean = mean(y);
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += (x[i] - x_mean) * (y[i] - y_mean);
  }
  return sum / static_cast<double>(x.size());
}

// Sum over all pairs of squared differences, by the mean, around which nothing cancels.
double squared_differences(std::span<const double> values) {
  return static_cast<double>(values.size() * values.size()) * covariance(values, values);
}

// Why a coefficient of these data would be one by decree; all_constant: that no rater varies, or
// that one does not.
Reason reason_of(const CompleteUnits& data, bool all_constant) {
  if (data.raters < 2) {
    return Reason::too_few_raters;
  }
  if (data.units == 0) {
    return Reason::no_pairs;
  }
  if (data.one_value()) {
    return Reason::one_value;
  }
  std::size_t constants = 0;
  for (std::size_t i = 0; i < data.raters; ++i) {
    constants += data.constant(i) ? 1U : 0U;
  }
  const bool degenerate = all_constant ? constants == data.raters : constants > 0;
  return degenerate ? Reason::constant_rater : Reason::none;
}

// Variance of artanh(value); written with the accuracy, so that a correlation of 0 divides nothing.
double variance_of_z(const Concordance& c, double shift, double n) {
  const double r2 = c.precision * c.precision;
  const double b = c.accuracy;
  const double rest = 1.0 - c.value * c.value;
  const double u2 = shift * shift;
  const double sum = (1.0 - r2) * b * b / rest +
                     2.0 * r2 * b * b * b * (1.0 - c.value) * u2 / (rest * rest) -
                     r2 * b * b * b * b * u2 * u2 / (2.0 * rest * rest);
  return std::max(0.0, sum) / (n - 2.0);
}

}  // namespace

Concordance lin_concordance(const Ratings& ratings, double confidence) {
  require_confidence(confidence);
  require_two_raters(ratings, "concordance");
  CompleteUnits data(ratings);
  data.scale_to_one();
  Concordance result;
  result.units = data.units;
  result.left_out = data.left_out;
  result.reason = reason_of(data, false);
  if (result.reason != Reason::none) {
    const double value = result.reason == Reason::one_value ? 1.0 : 0.0;
    result.value = value;
    result.interval = {value, value, value, confidence,
                       data.units == 0 ? stats::Reason::no_data : stats::Reason::constant};
    return result;
  }
  const auto x = data.rater(0);
  const auto y = data.rater(1);
  const double x_spread = std::sqrt(covariance(x, x));
  const double y_spread = std::sqrt(covariance(y, y));
  const double both = covariance(x, y);
  const double apart = mean(x) - mean(y);
  const double below = x_spread * x_spread + y_spread * y_spread + apart * apart;
  result.precision = std::clamp(both / x_spread / y_spread, -1.0, 1.0);
  result.accuracy = std::min(1.0, 2.0 * x_spread * y_spread / below);
  result.value = std::ranges::equal(x, y) ? 1.0 : std::clamp(2.0 * both / below, -1.0, 1.0);
  result.interval = {result.value, result.value, result.value, confidence, stats::Reason::none};
  if (data.units < 3) {
    result.interval.reason = stats::Reason::too_few;
  } else if (std::fabs(result.value) == 1.0) {
    result.interval.reason = stats::Reason::constant;
  } else {
    const double shift = apart / std::sqrt(x_spread * y_spread);
    const double half = stats::normal_quantile(0.5 + confidence / 2.0) *
                        std::sqrt(variance_of_z(result, shift, static_cast<double>(data.units)));
    const double z = std::atanh(result.value);
    result.interval.low = std::tanh(z - half);
    result.interval.high = std::tanh(z + half);
  }
  return result;
}

Coefficient overall_concordance(const Ratings& ratings) {
  CompleteUnits data(ratings);
  Coefficient result;
  result.units = data.units;
  result.ratings = data.values.size();
  result.reason = reason_of(data, true);
  if (result.reason != Reason::none) {
    result.value = result.reason == Reason::one_value ? 1.0 : 0.0;
    return result;
  }
  const int exponent = data.scale_to_one();
  std::vector<double> of_unit(data.raters);
  std::vector<double> means;
  for (std::size_t i = 0; i < data.raters; ++i) {
    means.push_back(mean(data.rater(i)));
    result.expected +=
        static_cast<double>(data.raters - 1) * covariance(data.rater(i), data.rater(i));
  }
  result.expected += squared_differences(means);
  for (std::size_t u = 0; u < data.units; ++u) {
    for (std::size_t i = 0; i < data.raters; ++i) {
      of_unit[i] = data.rater(i)[u];
    }
    result.observed += squared_differences(of_unit) / static_cast<double>(data.units);
  }
  result.value = 1.0 - result.observed / result.expected;
  result.observed = std::scalbn(result.observed, 2 * exponent);
  result.expected = std::scalbn(result.expected, 2 * exponent);
  return result;
}

}  // namespace foley::reliability
