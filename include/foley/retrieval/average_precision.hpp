#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Average precision: the mean, over ALL relevant documents, of the precision at each relevant one
/// that stands within `cutoff` (trec_eval `map_cut`: the divisor is not min(R, k)). 0 when nothing
/// is relevant. Source: Buckley & Voorhees, in *TREC: Experiment and Evaluation in IR*, 2005.
[[nodiscard]] double average_precision(const JudgedRanking& ranking, Cutoff cutoff,
                                       double rel_level = 1.0);

}  // namespace foley::retrieval
