#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Share of all relevant documents (grade >= `rel_level`) that stand within `cutoff`.
/// 0 when nothing is relevant. Source: Cleverdon, *The Cranfield tests*, 1967; trec_eval `recall`.
[[nodiscard]] double recall(const JudgedRanking& ranking, Cutoff cutoff, double rel_level = 1.0);

}  // namespace foley::retrieval
