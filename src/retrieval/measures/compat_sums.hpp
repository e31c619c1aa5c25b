#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "foley/retrieval/measures/compat.hpp"

namespace foley::retrieval {

/// What both orders share down to one depth.
struct CompatDepth {
  std::int64_t depth = 0;
  double weight = 1.0;
  double shared = 0.0;   ///< Documents in both.
  double overlap = 0.0;  ///< Running weighed sum.
};

/// The sums of rank-biased overlap.
struct CompatSums {
  double overlap = 0.0;  ///< Of run and ideal.
  double best = 0.0;     ///< Of ideal and itself.
  double weight = 0.0;   ///< Of the weights.
};

template <class Visit>
CompatSums compat_sums(const JudgedRanking& ranking, double p, Visit visit) {
  const auto ideal_length = std::count_if(ranking.ideal().begin(), ranking.ideal().end(),
                                          [](double grade) { return grade > 0.0; });
  // A document is shared from the deeper of its two places on.
  std::vector<std::int64_t> from;
  for (const CompatPlace& place : compat_places(ranking)) {
    from.push_back(std::max(place.rank, place.ideal));
  }
  std::sort(from.begin(), from.end());
  const std::int64_t depth = std::max(static_cast<std::int64_t>(ranking.retrieved()),
                                      static_cast<std::int64_t>(ideal_length));
  CompatSums sums;
  CompatDepth at;
  std::size_t shared = 0;
  for (at.depth = 1; at.depth <= depth; ++at.depth) {
    while (shared < from.size() && from[shared] <= at.depth) {
      shared += 1;
    }
    const auto d = static_cast<double>(at.depth);
    at.shared = static_cast<double>(shared);
    sums.overlap += at.weight * at.shared / d;
    sums.best += at.weight *
                 static_cast<double>(std::min(at.depth, static_cast<std::int64_t>(ideal_length))) /
                 d;
    sums.weight += at.weight;
    at.overlap = sums.overlap;
    visit(at);
    at.weight *= p;
  }
  return sums;
}

}  // namespace foley::retrieval
