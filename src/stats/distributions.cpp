#include "foley/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "boost_math.hpp"

namespace foley::stats {
namespace {

namespace bm = boost::math;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void require(bool holds, const char* what) {
  if (!holds) {
    throw std::invalid_argument(what);
  }
}

void require_argument(double x) { require(!std::isnan(x), "distribution: the argument is NaN"); }

void require_positive(double parameter) {
  require(parameter > 0.0 && std::isfinite(parameter),
          "distribution: a parameter is not a positive number");
}

void require_probability(double p) {
  require(p >= 0.0 && p <= 1.0, "distribution: a probability is not in [0, 1]");
}

double probability(double p) { return std::clamp(p, 0.0, 1.0); }

}  // namespace

double normal_cdf(double x) {
  require_argument(x);
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double normal_sf(double x) { return normal_cdf(-x); }

double normal_quantile(double p) {
  require_probability(p);
  if (p == 0.0 || p == 1.0) {
    return p == 0.0 ? -kInfinity : kInfinity;
  }
  return bm::quantile(bm::normal(), p);
}

double student_t_cdf(double t, double df) { return student_t_sf(-t, df); }

double student_t_sf(double t, double df) {
  require_argument(t);
  require_positive(df);
  if (std::isinf(t)) {
    return t > 0.0 ? 0.0 : 1.0;
  }
  return probability(bm::cdf(bm::complement(bm::students_t(df), t)));
}

double student_t_quantile(double p, double df) {
  require_probability(p);
  require_positive(df);
  if (p == 0.0 || p == 1.0) {
    return p == 0.0 ? -kInfinity : kInfinity;
  }
  return bm::quantile(bm::students_t(df), p);
}

double noncentral_t_cdf(double t, double df, double delta) {
  return noncentral_t_sf(-t, df, -delta);
}

double noncentral_t_sf(double t, double df, double delta) {
  require_argument(t);
  require_positive(df);
  require(std::isfinite(delta), "distribution: the noncentrality is not finite");
  if (std::isinf(t)) {
    return t > 0.0 ? 0.0 : 1.0;
  }
  // Beyond, Boost's series need seconds or do not end, and the normal part of T = (Z + delta) / S
  // no longer matters: leaving it out is an error of 1 / delta².
  constexpr double kFarDelta = 1e4;
  constexpr double kFarArgument = 1e100;
  if (std::fabs(t) > kFarArgument) {
    return t > 0.0 ? 0.0 : 1.0;
  }
  if (std::fabs(delta) > kFarDelta) {
    const double ratio = delta / t;
    if (ratio <= 0.0 || t == 0.0) {
      return delta > 0.0 ? 1.0 : 0.0;
    }
    const double wider = chi_squared_sf(df * ratio * ratio, df);
    return delta > 0.0 ? 1.0 - wider : wider;
  }
  return probability(bm::cdf(bm::complement(bm::non_central_t(df, delta), t)));
}

double fisher_f_sf(double x, double df1, double df2) {
  require_argument(x);
  require_positive(df1);
  require_positive(df2);
  if (x <= 0.0 || std::isinf(x)) {
    return x <= 0.0 ? 1.0 : 0.0;
  }
  return probability(bm::cdf(bm::complement(bm::fisher_f(df1, df2), x)));
}

double fisher_f_quantile(double p, double df1, double df2) {
  require_probability(p);
  require_positive(df1);
  require_positive(df2);
  if (p == 0.0 || p == 1.0) {
    return p == 0.0 ? 0.0 : kInfinity;
  }
  return bm::quantile(bm::fisher_f(df1, df2), p);
}

double chi_squared_sf(double x, double df) {
  require_argument(x);
  require_positive(df);
  if (x <= 0.0 || std::isinf(x)) {
    return x <= 0.0 ? 1.0 : 0.0;
  }
  return probability(bm::cdf(bm::complement(bm::chi_squared(df), x)));
}

double chi_squared_quantile(double p, double df) {
  require_probability(p);
  require_positive(df);
  if (p == 0.0 || p == 1.0) {
    return p == 0.0 ? 0.0 : kInfinity;
  }
  return bm::quantile(bm::chi_squared(df), p);
}

double beta_quantile(double p, double a, double b) {
  require_probability(p);
  require_positive(a);
  require_positive(b);
  if (p == 0.0 || p == 1.0) {
    return p;
  }
  return probability(bm::quantile(bm::beta_distribution<>(a, b), p));
}

double binomial_cdf(std::size_t successes, std::size_t trials, double p) {
  require_probability(p);
  if (successes >= trials) {
    return 1.0;
  }
  return probability(
      bm::cdf(bm::binomial(static_cast<double>(trials), p), static_cast<double>(successes)));
}

double gamma_ratio(double x, double delta) {
  require_positive(x);
  require(x + delta > 0.0 && std::isfinite(delta), "gamma_ratio: x + delta is not positive");
  return bm::tgamma_delta_ratio(x, delta);
}

}  // namespace foley::stats
