#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Relevant documents within the first `k`, divided by the literal k, also when fewer were
/// returned. 0 for k <= 0. Source: Cleverdon, *The Cranfield tests*, 1967; trec_eval `P`.
[[nodiscard]] double precision(const JudgedRanking& ranking, std::int64_t k,
                               double rel_level = 1.0);

}  // namespace foley::retrieval
