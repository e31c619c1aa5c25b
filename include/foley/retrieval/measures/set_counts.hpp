#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Number of relevant documents among the first (ranx `hits`).
[[nodiscard]] double hit_count(const JudgedRanking& ranking, Cutoff cutoff, double rel_level);

/// 1 when a relevant document is among the first, else 0 (trec_eval `success`, ranx `hit_rate`).
[[nodiscard]] double success(const JudgedRanking& ranking, Cutoff cutoff, double rel_level);

/// Precision at R, the number of all relevant documents; 0 when nothing is relevant. Ranks that the
/// run does not fill count as wrong. Source: Buckley & Voorhees, in *TREC*, 2005.
[[nodiscard]] double r_precision(const JudgedRanking& ranking, double rel_level);

/// Weighted harmonic mean of precision and recall at the cut-off,
/// `(1 + beta^2) P R / (beta^2 P + R)`; without a cut-off P is that of all retrieved. 0 when
/// nothing relevant is found. Source: van Rijsbergen, *Information Retrieval*, 1979.
[[nodiscard]] double f_measure(const JudgedRanking& ranking, Cutoff cutoff, double beta,
                               double rel_level);

/// Share of the first documents that are judged (grade >= 0); the divisor is the number of
/// documents within the cut-off. 0 when nothing was retrieved. `judged_only` would make it 1.
[[nodiscard]] double judged_share(const JudgedRanking& ranking, Cutoff cutoff);

/// Share of the pairs (relevant, not relevant) of retrieved documents within the cut-off in which
/// the relevant one comes first: the area under the ROC curve of what was retrieved. 0 when nothing
/// relevant was retrieved, 1 when nothing else was. Unjudged documents count as not relevant.
[[nodiscard]] double pair_accuracy(const JudgedRanking& ranking, Cutoff cutoff, double rel_level);

}  // namespace foley::retrieval
