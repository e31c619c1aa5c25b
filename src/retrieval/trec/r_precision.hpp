#pragma once

#include <cstdint>

#include "hits.hpp"

namespace foley::retrieval::trec {

// trec_eval's rounding of a share of R: up from a tenth on.
inline std::int64_t rounded_up(double share, std::int64_t relevant) {
  return static_cast<std::int64_t>(share * static_cast<double>(relevant) + 0.9);
}

/// Precision at `share * R` documents.
inline double precision_at_share(const JudgedRanking& ranking, double level, double share) {
  const std::int64_t cutoff = rounded_up(share, count_from(ranking, level));
  return cutoff <= 0 ? 0.0 : ratio(relevant_within(ranking, level, cutoff), cutoff);
}

}  // namespace foley::retrieval::trec
