#include "association.hpp"

#include <algorithm>
#include <cmath>

namespace foley::reliability {
namespace {

constexpr double kRounding = 1e-13;

bool constant(std::span<const double> values) {
  const auto [least, greatest] = std::ranges::minmax_element(values);
  const double size = std::max(std::fabs(*least), std::fabs(*greatest));
  return *greatest - *least <= kRounding * size;
}

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value - values.front();
  }
  return values.front() + sum / static_cast<double>(values.size());
}

}  // namespace

Scatter scatter_of(std::span<const double> x, std::span<const double> y) {
  Scatter result;
  if (x.empty()) {
    return result;
  }
  result.mean_x = mean(x);
  result.mean_y = mean(y);
  result.constant_x = constant(x);
  result.constant_y = constant(y);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - result.mean_x;
    const double dy = y[i] - result.mean_y;
    result.xx += dx * dx;
    result.yy += dy * dy;
    result.xy += dx * dy;
  }
  return result;
}

std::optional<double> correlation(const Scatter& scatter) {
  if (scatter.constant_x || scatter.constant_y) {
    return std::nullopt;
  }
  const double size = std::sqrt(scatter.xx) * std::sqrt(scatter.yy);
  return size > 0.0 ? std::optional(std::clamp(scatter.xy / size, -1.0, 1.0)) : std::nullopt;
}

}  // namespace foley::reliability
