#include "foley/reliability/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace foley::reliability {

RatingMatrix::RatingMatrix(std::span<const double> values, std::size_t raters, std::size_t units)
    : RatingMatrix(values.data(), raters, units, static_cast<std::ptrdiff_t>(units), 1) {
  if (units != 0 && (values.size() % units != 0 || values.size() / units != raters)) {
    throw std::invalid_argument("ratings: the numbers are not raters times units");
  }
  if (units == 0 && !values.empty()) {
    throw std::invalid_argument("ratings: numbers without units");
  }
}

Ratings Ratings::of(const RatingMatrix& matrix) {
  Ratings result(matrix.raters());
  std::vector<Rating> unit;
  for (std::size_t u = 0; u < matrix.units(); ++u) {
    unit.clear();
    for (std::size_t r = 0; r < matrix.raters(); ++r) {
      const double value = matrix.at(r, u);
      if (!std::isnan(value)) {
        unit.push_back({value, static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(u)});
      }
    }
    result.add_unit(unit);
  }
  return result;
}

void Ratings::add_unit(std::span<const Rating> ratings) {
  const std::size_t begin = ratings_.size();
  for (const Rating& each : ratings) {
    if (!std::isfinite(each.value)) {
      ratings_.resize(begin);
      throw std::invalid_argument("ratings: a rating is infinite or not a number");
    }
    if (each.rater >= raters_) {
      ratings_.resize(begin);
      throw std::invalid_argument("ratings: there is no such rater");
    }
    ratings_.push_back(each);
  }
  const auto added = std::span<Rating>(ratings_).subspan(begin);
  if (!std::ranges::is_sorted(added, {}, &Rating::rater)) {
    std::ranges::sort(added, {}, &Rating::rater);
  }
  if (std::ranges::adjacent_find(added, {}, &Rating::rater) != added.end()) {
    ratings_.resize(begin);
    throw std::invalid_argument("ratings: two ratings of one unit by one rater");
  }
  begins_.push_back(ratings_.size());
}

}  // namespace foley::reliability
