#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// 1 / rank of the first relevant document within `cutoff`, 0 when there is none.
/// Source: Voorhees, *The TREC-8 question answering track report*, 1999.
[[nodiscard]] double reciprocal_rank(const JudgedRanking& ranking, Cutoff cutoff,
                                     double rel_level = 1.0);

}  // namespace foley::retrieval
