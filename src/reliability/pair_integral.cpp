#include "pair_integral.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foley::reliability {
namespace {

// |Γ(2 + 2πi/h)|, the relative error of the rule with step h, is 2e-19.
constexpr double kStep = 0.2;
// Beyond these ends (in log t, in units of 1/greatest and 1/least value) less than 1e-17 is left.
constexpr double kLeft = 40.0;
constexpr double kRight = 4.0;
// A value this far out adds less than 1e-19 to the integral of any pair; exp need not be asked.
constexpr double kGone = 50.0;
constexpr double kLargestLog = 700.0;  // e^t is finite
// Resampling asks for many sums of the same values: up to 32 MB, exp is taken once.
constexpr std::size_t kMostDecays = std::size_t{1} << 22;

double decayed(double x) { return x < kGone ? std::exp(-x) : 0.0; }

}  // namespace

PairIntegral::PairIntegral(std::vector<double> values, int power)
    : values_(std::move(values)), power_(power) {
  double greatest = 0.0;
  double least = 0.0;
  for (const double value : values_) {
    if (value > 0.0) {
      greatest = std::max(greatest, value);
      least = least == 0.0 ? value : std::min(least, value);
    }
  }
  if (greatest == 0.0) {
    return;
  }
  const double from = -std::log(greatest) - (power_ == 2 ? kLeft / 2.0 : kLeft);
  const double to = std::min(-std::log(least) + kRight, kLargestLog);
  const auto steps = static_cast<std::size_t>(std::ceil((to - from) / kStep));
  for (std::size_t step = 0; step <= steps; ++step) {
    nodes_.push_back(std::exp(from + static_cast<double>(step) * kStep));
  }
  if (nodes_.size() * values_.size() <= kMostDecays) {
    for (const double t : nodes_) {
      for (const double value : values_) {
        decays_.push_back(decayed(t * value));
      }
    }
  }
}

double PairIntegral::decay(std::size_t node, std::size_t value) const {
  return decays_.empty() ? decayed(nodes_[node] * values_[value])
                         : decays_[node * values_.size() + value];
}

double PairIntegral::sum(std::span<const double> counts) const {
  std::vector<double> weight(values_.size());
  double integral = 0.0;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    const double t = nodes_[node];
    double total = 0.0;
    double moment = 0.0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      weight[i] = counts[i] * decay(node, i);
      total += weight[i];
      moment += weight[i] * (t * values_[i]);
    }
    if (total == 0.0) {
      continue;  // t is too large for all values
    }
    const double mean = moment / total;
    double spread = 0.0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double away = t * values_[i] - mean;
      spread += weight[i] * away * away;
    }
    // dt = t d(log t), and the differences carry t² already.
    integral += 2.0 * total * spread / (power_ == 2 ? 1.0 : t);
  }
  return integral * kStep;
}

}  // namespace foley::reliability
