#include "foley/stats/studentized_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "foley/stats/distributions.hpp"

namespace foley::stats {
namespace {

// Both integrals run over whole lines with integrands that are smooth and vanish at both ends,
// where the trapezoidal rule converges faster than any power of the step (Trefethen & Weideman,
// SIAM Review 2014). The steps below were chosen so that halving them changes no digit that counts.
constexpr double kStep = 0.125;
constexpr std::size_t kBelow = 320;  // points from -40
constexpr std::size_t kAbove = 72;   // to 9

struct NormalGrid {
  std::array<double, kBelow + kAbove + 1> density{};
  std::array<double, kBelow + kAbove + 1> above{};  // upper tail
};

NormalGrid make_grid() {
  NormalGrid grid;
  for (std::size_t i = 0; i < grid.density.size(); ++i) {
    const double z = (static_cast<double>(i) - static_cast<double>(kBelow)) * kStep;
    grid.density[i] = std::exp(-z * z / 2.0) / std::sqrt(2.0 * std::numbers::pi);
    grid.above[i] = normal_sf(z);
  }
  return grid;
}

// P(range of n normal variables > w) = n ∫ φ(z) [A^(n-1) - (A - B)^(n-1)] dz with the upper tails A
// of z, the lowest of them, and B of z + w: every term is positive, so that no small tail is lost.
double range_sf(double w, double n) {
  static const NormalGrid kGrid = make_grid();
  if (w <= 0.0) {
    return 1.0;
  }
  const double lowest = std::max(-40.0, -w / 2.0 - 10.0);
  const auto begin = static_cast<std::size_t>((lowest + 40.0) / kStep);
  double sum = 0.0;
  for (std::size_t i = begin; i < kGrid.density.size(); ++i) {
    const double z = (static_cast<double>(i) - static_cast<double>(kBelow)) * kStep;
    const double a = kGrid.above[i];
    const double b = std::min(a, normal_sf(z + w));
    const double all_above = std::pow(a, n - 1.0);
    const double share_outside = -std::expm1((n - 1.0) * std::log1p(-b / a));
    sum += kGrid.density[i] * all_above * share_outside;
  }
  return std::min(1.0, n * kStep * sum);
}

// log(x^x e^-x / Γ(x)), whose three parts are huge and nearly cancel for large x.
double log_poisson_peak(double x) {
  if (x < 10.0) {
    return x * std::log(x) - x - std::log(std::tgamma(x));
  }
  const double r = 1.0 / (x * x);
  const double stirling =
      (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x;
  return 0.5 * std::log(x / (2.0 * std::numbers::pi)) - stirling;
}

// ∫ f(u) P(range > q e^u) du over u = log s, with the density f of the logarithm of the estimated
// standard deviation: the terms are added outwards from near the highest one.
class OverDeviation {
 public:
  OverDeviation(double q, double groups, double df)
      : q_(q), groups_(groups), df_(df), step_(std::min(0.1, 0.4 / std::sqrt(2.0 * df))) {
    log_peak_ = std::log(2.0) + log_poisson_peak(df / 2.0);
  }

  [[nodiscard]] double integral() const {
    double centre = -0.5 * std::log1p(q_ * q_ / (2.0 * df_));
    double height = term(centre);
    for (const double direction : {-step_, step_}) {
      for (double next = term(centre + direction); next > height; next = term(centre + direction)) {
        centre += direction;
        height = next;
      }
    }
    double sum = height;
    for (const double direction : {-step_, step_}) {
      double last = height;
      for (int i = 1; last > 1e-18 * sum; ++i) {
        last = term(centre + direction * i);
        sum += last;
      }
    }
    return std::min(1.0, step_ * sum);
  }

 private:
  [[nodiscard]] double term(double u) const {
    const double density = std::exp(log_peak_ + df_ * (u - std::expm1(2.0 * u) / 2.0));
    return density == 0.0 ? 0.0 : density * range_sf(q_ * std::exp(u), groups_);
  }

  double q_;
  double groups_;
  double df_;
  double step_;
  double log_peak_ = 0.0;
};

void require_parameters(std::size_t groups, double df) {
  if (groups < 2) {
    throw std::invalid_argument("studentized range: at least two groups are needed");
  }
  if (!(df >= 1.0)) {
    throw std::invalid_argument("studentized range: at least one degree of freedom is needed");
  }
}

}  // namespace

double studentized_range_sf(double q, std::size_t groups, double df) {
  require_parameters(groups, df);
  if (std::isnan(q)) {
    throw std::invalid_argument("studentized range: q is NaN");
  }
  if (q <= 0.0 || std::isinf(q)) {
    return q <= 0.0 ? 1.0 : 0.0;
  }
  const auto n = static_cast<double>(groups);
  return std::isinf(df) ? range_sf(q, n) : OverDeviation(q, n, df).integral();
}

double studentized_range_cdf(double q, std::size_t groups, double df) {
  return 1.0 - studentized_range_sf(q, groups, df);
}

double studentized_range_critical(double tail, std::size_t groups, double df) {
  require_parameters(groups, df);
  if (!(tail > 0.0 && tail < 1.0)) {
    throw std::invalid_argument("studentized range: the tail must lie between 0 and 1");
  }
  // The logarithm of the tail is nearly straight in q: false position in the Illinois form takes
  // ten steps where halving takes forty-five.
  const auto over = [&](double q) { return std::log(studentized_range_sf(q, groups, df) / tail); };
  double low = 0.0;
  double over_low = -std::log(tail);
  double high = 1.0;
  double over_high = over(high);
  while (over_high > 0.0) {
    low = high;
    over_low = over_high;
    high *= 2.0;
    over_high = over(high);
  }
  int side = 0;
  for (int i = 0; i < 200 && high - low > 1e-13 * high && over_high < 0.0; ++i) {
    const double part = std::isinf(over_high) ? 0.5 : over_low / (over_low - over_high);
    const double between = low + part * (high - low);
    const double over_between = over(between);
    if (over_between > 0.0) {
      low = between;
      over_low = over_between;
      over_high = side == 1 ? over_high / 2.0 : over_high;
      side = 1;
    } else {
      high = between;
      over_high = over_between;
      over_low = side == -1 ? over_low / 2.0 : over_low;
      side = -1;
    }
    if (std::fabs(over_between) < 1e-14) {
      return between;
    }
  }
  return high;
}

}  // namespace foley::stats
