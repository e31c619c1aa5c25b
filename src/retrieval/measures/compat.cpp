#include "foley/retrieval/measures/compat.hpp"

#include <algorithm>

#include "compat_sums.hpp"

namespace foley::retrieval {

std::vector<CompatPlace> compat_places(const JudgedRanking& ranking) {
  std::vector<CompatPlace> places;
  for (const Hit& hit : ranking.hits()) {
    if (!(hit.grade > 0.0)) {
      continue;
    }
    // ideal() falls, so the better ones are those before the first that is no better.
    const auto better = std::find_if(ranking.ideal().begin(), ranking.ideal().end(),
                                     [&](double grade) { return !(grade > hit.grade); });
    const auto equals = std::count_if(places.begin(), places.end(), [&](const CompatPlace& place) {
      return place.grade == hit.grade;
    });
    places.push_back({hit.rank, better - ranking.ideal().begin() + equals + 1, hit.grade});
  }
  return places;
}

double compat(const JudgedRanking& ranking, const CompatOptions& options) {
  const CompatSums sums = compat_sums(ranking, options.p, [](const CompatDepth&) {});
  if (sums.best == 0.0) {
    return 0.0;
  }
  const double overlap = sums.overlap / sums.weight;
  return options.normalize ? overlap / (sums.best / sums.weight) : overlap;
}

}  // namespace foley::retrieval
