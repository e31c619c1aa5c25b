#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Probability that a document of this grade satisfies: `(2^grade - 1) / 2^max_rel`, the grade
/// taken within [0, max_rel].
[[nodiscard]] double err_stop(double grade, double max_rel);

/// Expected reciprocal rank: `sum 1/r * stop(r) * prod over i < r of (1 - stop(i))`, the user
/// stopping at the first document that satisfies. In [0, 1). Unjudged documents never satisfy.
///
/// Source: Chapelle, Metzler, Zhang & Grinspan, *Expected reciprocal rank for graded relevance*,
/// CIKM 2009.
[[nodiscard]] double err(const JudgedRanking& ranking, Cutoff cutoff, double max_rel);

/// The same of the ideal order, cut at the cut-off.
[[nodiscard]] double ideal_err(const JudgedRanking& ranking, Cutoff cutoff, double max_rel);

/// err / ideal_err; 0 when nothing is relevant.
[[nodiscard]] double nerr(const JudgedRanking& ranking, Cutoff cutoff, double max_rel);

}  // namespace foley::retrieval
