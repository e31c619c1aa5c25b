#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// Ratings with the names of what was rated and of who rated.
struct RatingTable {
  Ratings ratings{0};
  std::vector<std::string> units;   ///< One name a unit.
  std::vector<std::string> raters;  ///< One name a rater.
  /// Where values are words: value i of a rating stands for labels[i]. Empty: values are numbers.
  std::vector<std::string> labels;
  std::vector<std::string> strata;  ///< One stratum a unit, or empty where none were asked for.
  std::size_t repeats = 0;          ///< Repeated ratings that were merged, where that was wanted.
};

}  // namespace foley::reliability
