#include "foley/stats/multiple_testing.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace foley::stats {
namespace {

std::vector<std::size_t> ascending(std::span<const double> p_values) {
  for (const double p : p_values) {
    if (!(p >= 0.0 && p <= 1.0)) {
      throw std::invalid_argument("a p-value is not in [0, 1]");
    }
  }
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  return order;
}

}  // namespace

std::vector<double> holm(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending(p_values);
  std::vector<double> adjusted(p_values.size());
  double highest = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double raised = static_cast<double>(order.size() - i) * p_values[order[i]];
    highest = std::max(highest, std::min(1.0, raised));
    adjusted[order[i]] = highest;
  }
  return adjusted;
}

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending(p_values);
  std::vector<double> adjusted(p_values.size());
  double lowest = 1.0;
  for (std::size_t i = order.size(); i > 0; --i) {
    const double p = p_values[order[i - 1]];
    const double raised = static_cast<double>(order.size()) * p / static_cast<double>(i);
    lowest = std::min(lowest, raised);
    adjusted[order[i - 1]] = lowest;
  }
  return adjusted;
}

}  // namespace foley::stats
