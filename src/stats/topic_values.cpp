#include "topic_values.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "foley/stats/topic_matrix.hpp"

namespace foley::stats {
namespace {

constexpr double kLargest = 1e100;

}  // namespace

void require_values(std::span<const double> values) {
  for (const double value : values) {
    if (!(std::fabs(value) <= kLargest)) {
      throw std::invalid_argument("a value is NaN or beyond 1e100");
    }
  }
}

void require_open_share(double share, const char* name) {
  if (!(share > 0.0 && share < 1.0)) {
    throw std::invalid_argument(std::string(name) + " must lie between 0 and 1");
  }
}

double largest_size(std::span<const double> values) {
  double largest = 0.0;
  for (const double value : values) {
    largest = std::max(largest, std::fabs(value));
  }
  return largest;
}

Moments moments(std::span<const double> values, double scale) {
  Moments result;
  result.n = values.size();
  if (values.empty()) {
    return result;
  }
  const auto n = static_cast<double>(values.size());
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  result.mean = sum / n;
  const auto [low, high] = std::ranges::minmax(values);
  if (high - low <= kRounding * scale) {
    return result;
  }
  double squares = 0.0;
  for (const double value : values) {
    const double away = value - result.mean;
    squares += away * away;
  }
  result.sd = std::sqrt(squares / (n - 1.0));
  return result;
}

Differences differences(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) {
    throw std::invalid_argument("the two systems have different numbers of topics");
  }
  require_values(first);
  require_values(second);
  Differences result;
  result.scale = std::max(largest_size(first), largest_size(second));
  result.values.reserve(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double difference = first[i] - second[i];
    const bool differs = std::fabs(difference) > result.slack();
    result.values.push_back(differs ? difference : 0.0);
    result.nonzero += differs ? 1U : 0U;
  }
  return result;
}

TopicMatrix::TopicMatrix(std::span<const double> values, std::size_t systems, std::size_t topics)
    : values_(values), systems_(systems), topics_(topics) {
  const bool fits = topics == 0 ? values.empty()
                                : values.size() % topics == 0 && values.size() / topics == systems;
  if (!fits) {
    throw std::invalid_argument("TopicMatrix: the values do not fill systems x topics");
  }
  require_values(values);
}

}  // namespace foley::stats
