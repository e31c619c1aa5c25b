#include "scores/complete_units.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

namespace foley::reliability {

CompleteUnits::CompleteUnits(const Ratings& ratings) : raters(ratings.raters()) {
  for (std::size_t unit = 0; unit < ratings.units(); ++unit) {
    const std::size_t size = ratings.of(unit).size();
    units += size == raters && size > 0 ? 1U : 0U;
    left_out += size < raters && size > 0 ? 1U : 0U;
  }
  values.resize(raters * units);
  std::size_t next = 0;
  for (std::size_t unit = 0; unit < ratings.units(); ++unit) {
    const auto given = ratings.of(unit);
    if (given.empty() || given.size() < raters) {
      continue;
    }
    for (std::size_t i = 0; i < raters; ++i) {
      values[i * units + next] = given[i].value;
    }
    next += 1;
  }
}

int CompleteUnits::scale_to_one() {
  double largest = 0.0;
  for (const double value : values) {
    largest = std::max(largest, std::fabs(value));
  }
  if (largest == 0.0) {
    return 0;
  }
  const int exponent = std::ilogb(largest);
  for (double& value : values) {
    value = std::scalbn(value, -exponent);
  }
  return exponent;
}

bool CompleteUnits::one_value() const {
  return std::ranges::adjacent_find(values, std::not_equal_to<>()) == values.end();
}

bool CompleteUnits::constant(std::size_t i) const {
  return std::ranges::adjacent_find(rater(i), std::not_equal_to<>()) == rater(i).end();
}

void require_two_raters(const Ratings& ratings, const char* what) {
  if (ratings.raters() > 2) {
    throw std::invalid_argument(std::string(what) + ": is for two raters; choose two");
  }
}

}  // namespace foley::reliability
