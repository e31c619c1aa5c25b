#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Calls `visit(rank)` for each relevant document within the cut-off, best first, until it returns
/// false.
template <class Visit>
void for_each_relevant(const JudgedRanking& ranking, Cutoff cutoff, double rel_level, Visit visit) {
  const auto kept = static_cast<std::int64_t>(cutoff.kept(ranking.retrieved()));
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > kept) {
      return;
    }
    if (hit.grade >= rel_level && !visit(hit.rank)) {
      return;
    }
  }
}

/// Number of relevant documents within the cut-off.
inline std::size_t relevant_hits(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  std::size_t count = 0;
  for_each_relevant(ranking, cutoff, rel_level, [&](std::int64_t) {
    count += 1;
    return true;
  });
  return count;
}

}  // namespace foley::retrieval
