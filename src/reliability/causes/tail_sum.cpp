#include "tail_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "foley/stats/distributions.hpp"

namespace foley::reliability {
namespace {

constexpr double kRounding = 1e-12;
constexpr int kSteps = 60;

}  // namespace

void TailSum::add(std::span<const double> possible, double observed) {
  double sum = 0.0;
  double squares = 0.0;
  for (const double each : possible) {
    const double above = each - observed;
    above_.push_back(std::fabs(above) <= kRounding * std::fabs(observed) ? 0.0 : above);
    sum += each;
    squares += above * above;
  }
  begins_.push_back(above_.size());
  observed_ += observed;
  mean_ += sum / static_cast<double>(possible.size());
  size_ += squares / static_cast<double>(possible.size());
}

// Cumulant generating function of the sum minus what was observed.
TailSum::Cumulants TailSum::at(double tilt) const {
  Cumulants result;
  for (std::size_t i = 0; i + 1 < begins_.size(); ++i) {
    const auto above = std::span(above_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
    const double most = tilt * *std::ranges::max_element(above);
    double weights = 0.0;
    double first = 0.0;
    double second = 0.0;
    for (const double each : above) {
      const double weight = std::exp(tilt * each - most);
      weights += weight;
      first += weight * each;
      second += weight * each * each;
    }
    const double mean = first / weights;
    result.value += most + std::log(weights / static_cast<double>(above.size()));
    result.slope += mean;
    result.curvature += std::max(0.0, second / weights - mean * mean);
  }
  return result;
}

TailSum::Tail TailSum::tail() const {
  double most = 0.0;
  double log_extreme = 0.0;
  for (std::size_t i = 0; i + 1 < begins_.size(); ++i) {
    const auto above = std::span(above_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
    const double top = *std::ranges::max_element(above);
    most += top;
    log_extreme += std::log(static_cast<double>(std::ranges::count(above, top)) /
                            static_cast<double>(above.size()));
  }
  const double unit = std::sqrt(size_);
  if (unit == 0.0 || at(0.0).slope >= -kRounding * unit) {
    return {};
  }
  if (most <= kRounding * unit) {
    return {std::sqrt(-2.0 * log_extreme), log_extreme};
  }
  // The slope rises with the tilt; find where it is 0.
  double low = 0.0;
  double high = 1.0 / unit;
  while (at(high).slope < 0.0 && high * unit < 1e6) {
    low = high;
    high *= 2.0;
  }
  double tilt = (low + high) / 2.0;
  Cumulants here = at(tilt);
  for (int step = 0; step < kSteps && std::fabs(here.slope) > 1e-9 * unit; ++step) {
    (here.slope < 0.0 ? low : high) = tilt;
    const double newton = here.curvature > 0.0 ? tilt - here.slope / here.curvature : low;
    tilt = newton > low && newton < high ? newton : (low + high) / 2.0;
    here = at(tilt);
  }
  const double chernoff = std::min(0.0, here.value);
  const double w = std::sqrt(-2.0 * chernoff);
  const double v = tilt * std::sqrt(here.curvature);
  Tail result{w, std::max(chernoff, log_extreme)};
  if (w > 1e-3 && v > 0.0) {
    const double corrected = w + std::log(v / w) / w;
    const double p = stats::normal_sf(corrected);
    const double log_p = p > 0.0 ? std::log(p)
                                 : -corrected * corrected / 2.0 -
                                       std::log(corrected * std::sqrt(2.0 * std::numbers::pi));
    result.log_p = std::clamp(log_p, std::min(log_extreme, chernoff), chernoff);
  } else {
    result.log_p = -std::numbers::ln2;
  }
  return result;
}

}  // namespace foley::reliability
