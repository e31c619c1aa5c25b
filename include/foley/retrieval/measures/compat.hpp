#pragma once

#include <cstdint>
#include <vector>

#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// Parameters of compatibility.
struct CompatOptions {
  double p = 0.95;        ///< Persistence, in [0, 1).
  bool normalize = true;  ///< Divide by the best that the finite ideal allows.
};

/// Where a relevant document stands in the run and in the ideal order.
struct CompatPlace {
  std::int64_t rank = 0;   ///< In the run, from 1.
  std::int64_t ideal = 0;  ///< In the ideal order, from 1.
  double grade = 0.0;
};

/// Retrieved documents with a grade above 0 by rank, with their place in the ideal order that the
/// run likes best: grade descending, equal grades in the order of the run, what was not retrieved
/// behind its equals.
[[nodiscard]] std::vector<CompatPlace> compat_places(const JudgedRanking& ranking);

/// Compatibility: the greatest rank-biased overlap of the run with an ideal order,
/// `sum p^(d-1) * overlap(d) / d` over the depths up to the longer of both, divided by the sum of
/// p^(d-1). In [0, 1]; 0 when no grade is above 0.
///
/// Source: Clarke, Vtyurina & Smucker, *Assessing top-k preferences*, TOIS 2021; Webber, Moffat &
/// Zobel, *A similarity measure for indefinite rankings*, TOIS 2010.
[[nodiscard]] double compat(const JudgedRanking& ranking, const CompatOptions& options);

}  // namespace foley::retrieval
