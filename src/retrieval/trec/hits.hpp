#pragma once

#include <algorithm>
#include <cstdint>

#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval::trec {

/// Documents of the qrels with a grade of at least `level`, found in the sorted grades.
inline std::int64_t count_from(const JudgedRanking& ranking, double level) {
  const auto ideal = ranking.ideal();
  const auto end = std::partition_point(ideal.begin(), ideal.end(),
                                        [&](double grade) { return grade >= level; });
  return end - ideal.begin();
}

inline std::int64_t length(const JudgedRanking& ranking) {
  return static_cast<std::int64_t>(ranking.retrieved());
}

/// Calls `visit(rank, found)` for each relevant document within the first `depth`, best first;
/// `found` counts them from 1.
template <class Visit>
void each_relevant(const JudgedRanking& ranking, double level, std::int64_t depth, Visit visit) {
  std::int64_t found = 0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > depth) {
      return;
    }
    if (hit.grade >= level) {
      found += 1;
      visit(hit.rank, found);
    }
  }
}

inline std::int64_t relevant_within(const JudgedRanking& ranking, double level,
                                    std::int64_t depth) {
  std::int64_t count = 0;
  each_relevant(ranking, level, depth, [&](std::int64_t, std::int64_t found) { count = found; });
  return count;
}

inline std::int64_t relevant_retrieved(const JudgedRanking& ranking, double level) {
  return relevant_within(ranking, level, length(ranking));
}

inline double ratio(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace foley::retrieval::trec
