#pragma once

#include <optional>

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Parameters of rank-biased precision.
struct RbpOptions {
  double p = 0.8;               ///< Persistence, in [0, 1).
  std::optional<double> rel{};  ///< Grades from here on gain 1, others 0; none: graded gains.
  double max_rel = 1.0;         ///< Graded gains: grade / max_rel, within [0, 1].
  Cutoff cutoff{};
};

/// Gain of a grade, in [0, 1].
[[nodiscard]] double rbp_gain(const RbpOptions& options, double grade);

/// Weight of a rank: `(1 - p) p^(rank - 1)`.
[[nodiscard]] double rbp_weight(double p, std::int64_t rank);

/// Rank-biased precision: `(1 - p) * sum p^(rank - 1) * gain`. In [0, 1].
///
/// Source: Moffat & Zobel, *Rank-biased precision for measurement of retrieval effectiveness*,
/// TOIS 2008.
[[nodiscard]] double rbp(const JudgedRanking& ranking, const RbpOptions& options);

/// What rbp could still gain: the weight of all ranks whose document is unjudged (grade below 0, or
/// not in the qrels) or that lie behind the end of the run or the cut-off. `rbp + residual` is the
/// value if all of those were of the highest grade.
[[nodiscard]] double rbp_residual(const JudgedRanking& ranking, const RbpOptions& options);

}  // namespace foley::retrieval
