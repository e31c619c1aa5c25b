#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "foley/retrieval/measures/sampled.hpp"

namespace foley::retrieval {

using SampledDoc = SampledRanking::Doc;

/// inf_ndcg without the rounding of the ideal, whose jumps would spoil a jackknife.
[[nodiscard]] double smooth_inf_ndcg(const SampledRanking& ranking);

/// Counts of a stratum.
struct Stratum {
  double pool = 0.0;
  double sampled = 0.0;
  double relevant = 0.0;
};

inline bool is_sampled(const SampledDoc& doc) { return doc.grade >= 0.0; }
inline bool is_sampled_relevant(const SampledDoc& doc) { return doc.grade > 0.0; }

/// The strata of the whole pool, ascending by number.
inline std::map<std::int64_t, Stratum> strata_of(const SampledRanking& ranking) {
  std::map<std::int64_t, Stratum> strata;
  for (const SampledDoc& doc : ranking.docs) {
    Stratum& stratum = strata[doc.stratum];
    stratum.pool += 1.0;
    stratum.sampled += is_sampled(doc) ? 1.0 : 0.0;
    stratum.relevant += is_sampled_relevant(doc) ? 1.0 : 0.0;
  }
  return strata;
}

/// Retrieved documents of the pool by rank.
inline std::vector<const SampledDoc*> by_rank(const SampledRanking& ranking) {
  std::vector<const SampledDoc*> docs;
  for (const SampledDoc& doc : ranking.docs) {
    if (doc.rank > 0) {
      docs.push_back(&doc);
    }
  }
  std::sort(docs.begin(), docs.end(),
            [](const SampledDoc* a, const SampledDoc* b) { return a->rank < b->rank; });
  return docs;
}

}  // namespace foley::retrieval
