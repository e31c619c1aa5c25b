#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Normalised discounted cumulative gain with linear gains and a log2 discount:
/// `sum(grade_i / log2(rank_i + 1)) / ideal`, the ideal being the same sum over the grades sorted
/// downwards, both cut at `cutoff`. In [0, 1] for grades >= 0; 0 when the ideal sum is 0.
///
/// Negative grades count as they are in both sums (trec_eval takes 0 for them), so that values
/// outside [0, 1] are possible then. A NaN grade gives NaN.
///
/// Source: Järvelin & Kekäläinen, *Cumulated gain-based evaluation of IR techniques*, TOIS 2002.
[[nodiscard]] double ndcg(const JudgedRanking& ranking, Cutoff cutoff);

}  // namespace foley::retrieval
