#include "pair_integral.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

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

}  // namespace

double pair_integral(std::span<const double> values, std::span<const double> counts, int power) {
  double greatest = 0.0;
  double least = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (counts[i] > 0.0 && values[i] > 0.0) {
      greatest = std::max(greatest, values[i]);
      least = least == 0.0 ? values[i] : std::min(least, values[i]);
    }
  }
  if (greatest == 0.0) {
    return 0.0;
  }
  const double from = -std::log(greatest) - (power == 2 ? kLeft / 2.0 : kLeft);
  const double to = std::min(-std::log(least) + kRight, kLargestLog);
  const auto steps = static_cast<std::size_t>(std::ceil((to - from) / kStep));
  std::vector<double> weight(values.size());
  double integral = 0.0;
  for (std::size_t step = 0; step <= steps; ++step) {
    const double t = std::exp(from + static_cast<double>(step) * kStep);
    double total = 0.0;
    double moment = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double x = t * values[i];
      weight[i] = x < kGone ? counts[i] * std::exp(-x) : 0.0;
      total += weight[i];
      moment += weight[i] * x;
    }
    if (total == 0.0) {
      continue;  // t is too large for all values
    }
    const double mean = moment / total;
    double spread = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double away = t * values[i] - mean;
      spread += weight[i] * away * away;
    }
    // dt = t d(log t), and the differences carry t² already.
    integral += 2.0 * total * spread / (power == 2 ? 1.0 : t);
  }
  return integral * kStep;
}

}  // namespace foley::reliability
