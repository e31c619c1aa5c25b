#pragma once

#include <cstddef>
#include <vector>

#include "foley/core/random.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability::testing {

/// Ratings of the values 0, 1, … : a unit's are all the same with the chance `alpha` and
/// independent otherwise, so that alpha of ever more units is `alpha` at any level.
inline AgreementCounts drawn_units(const std::vector<double>& shares, double alpha,
                                   std::size_t raters, std::size_t units, RandomStream random) {
  std::vector<double> values(raters * units);
  const auto one = [&] {
    double left = random.u01();
    std::size_t value = 0;
    while (value + 1 < shares.size() && left >= shares[value]) {
      left -= shares[value++];
    }
    return static_cast<double>(value);
  };
  for (std::size_t u = 0; u < units; ++u) {
    const bool agreed = random.u01() < alpha;
    const double first = one();
    values[u] = first;
    for (std::size_t r = 1; r < raters; ++r) {
      values[r * units + u] = agreed ? first : one();
    }
  }
  return AgreementCounts::of(RatingMatrix(values, raters, units));
}

/// A scale of that level and nothing else.
inline Scale at_level(Level level) {
  Scale scale;
  scale.level = level;
  return scale;
}

}  // namespace foley::reliability::testing
