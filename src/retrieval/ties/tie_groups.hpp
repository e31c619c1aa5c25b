#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval::ties {

/// Documents with one score, of which some were judged.
struct TieGroup {
  std::int64_t above = 0;     ///< Documents with a better score.
  std::int64_t size = 0;      ///< Documents with this score.
  std::span<const Hit> hits;  ///< The judged ones.
};

/// Calls `visit(group)` for each group that holds a judged document, best first, until it returns
/// false.
template <class Visit>
void for_each_group(const JudgedRanking& ranking, Visit visit) {
  const std::span<const Hit> hits = ranking.hits();
  for (std::size_t from = 0; from < hits.size();) {
    std::size_t to = from;
    while (to < hits.size() && hits[to].above == hits[from].above) {
      to += 1;
    }
    if (!visit(TieGroup{hits[from].above, hits[from].tied, hits.subspan(from, to - from)})) {
      return;
    }
    from = to;
  }
}

/// How many ranks of a group are within the first `kept`.
inline std::int64_t ranks_within(const TieGroup& group, std::int64_t kept) {
  return std::clamp<std::int64_t>(kept - group.above, 0, group.size);
}

/// Relevant documents of a group.
inline std::int64_t relevant_in(const TieGroup& group, double rel_level) {
  return std::count_if(group.hits.begin(), group.hits.end(),
                       [&](const Hit& hit) { return hit.grade >= rel_level; });
}

/// How much of the ranking the cut-off keeps.
inline std::int64_t kept_of(const JudgedRanking& ranking, Cutoff cutoff) {
  return static_cast<std::int64_t>(cutoff.kept(ranking.retrieved()));
}

}  // namespace foley::retrieval::ties
