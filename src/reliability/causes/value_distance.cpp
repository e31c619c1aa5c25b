#include "value_distance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foley::reliability {

ValueDistance::ValueDistance(std::span<const double> values, std::span<const double> counts,
                             const Scale& scale)
    : level_(scale.level),
      rises_(values_rise(scale.level)),
      values_(values.begin(), values.end()),
      table_(scale.distances) {
  std::vector<double> domain = scale.domain.value_or(values_);
  domain_ = domain;
  std::ranges::sort(domain);
  if (!domain.empty()) {
    least_ = domain.front();
    greatest_ = domain.back();
  }
  around_ = scale.circumference.value_or(greatest_ - least_ + 1.0);
  const auto poles = scale.poles.value_or(std::pair{least_, greatest_});
  low_pole_ = poles.first;
  high_pole_ = poles.second;
  double all = 0.0;
  for (const double count : counts) {
    all += count;
  }
  double below = 0.0;
  for (const double count : counts) {
    ranks_.push_back((below + count / 2.0) / all);
    below += count;
  }
  if (rises_) {
    longest_ = between(place(least_), place(greatest_));
  } else if (level_ == Level::custom && !table_.empty()) {
    longest_ = std::sqrt(std::ranges::max(table_));
  }
  longest_ = longest_ > 0.0 ? longest_ : 1.0;
}

double ValueDistance::place(double value) const {
  if (!rises_) {
    return value;
  }
  const double inside = std::clamp(value, least_, greatest_);
  if (level_ != Level::ordinal) {
    return inside;
  }
  const auto above =
      static_cast<std::size_t>(std::ranges::lower_bound(values_, inside) - values_.begin());
  if (above == values_.size()) {
    return 1.0;
  }
  if (values_[above] == inside) {
    return ranks_[above];
  }
  if (above == 0) {
    return 0.0;
  }
  const double share = (inside - values_[above - 1]) / (values_[above] - values_[above - 1]);
  return ranks_[above - 1] + share * (ranks_[above] - ranks_[above - 1]);
}

double ValueDistance::between(double a, double b) const {
  if (a == b) {
    return 0.0;
  }
  switch (level_) {
    case Level::nominal:
      return 1.0;
    case Level::ordinal:
    case Level::interval:
      return std::fabs(a - b);
    case Level::ratio:
      return std::fabs(a - b) / (a + b);
    case Level::circular:
      return std::fabs(std::sin(std::numbers::pi * (a - b) / around_));
    case Level::bipolar:
      return std::fabs(a - b) / std::sqrt((a + b - 2.0 * low_pole_) * (2.0 * high_pole_ - a - b));
    case Level::custom: {
      const auto row = std::ranges::find(domain_, a) - domain_.begin();
      const auto column = std::ranges::find(domain_, b) - domain_.begin();
      return std::sqrt(table_[static_cast<std::size_t>(row) * domain_.size() +
                              static_cast<std::size_t>(column)]);
    }
  }
  return 0.0;
}

}  // namespace foley::reliability
