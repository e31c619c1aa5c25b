#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"
#include "foley/retrieval/fusion/fusion_method.hpp"
#include "foley/retrieval/fusion/normalisation.hpp"

namespace foley::retrieval {

/// How runs are fused.
struct FusionPlan {
  const FusionMethod* method = nullptr;                         ///< Of fusion_methods(); required.
  const Normalisation* normalisation = nullptr;                 ///< nullptr: `min-max`.
  FusionParameters parameters{};                                ///< What the method takes.
  std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< Documents kept a query.
};

/// Whether the plan fits this many runs: weights only where the method takes them, one a run and
/// finite; k finite and not negative. The error has no source.
[[nodiscard]] Result<void> check_plan(const FusionPlan& plan, std::size_t runs);

/// Fuses runs into one. The result holds every query of any run, ascending bytewise by id, and for
/// each the documents of all runs, best first: fused score descending, then id ascending. It
/// depends neither on the order of queries and documents in the runs, nor, without weights, on the
/// order of the runs. A query that all runs answer with nothing has an empty row.
///
/// Refused (`bad_value`): a plan that does not fit, a score that is not finite (inputs or result:
/// raw scores near the end of double can add up beyond it). `duplicate`: a document twice in one
/// row. Errors name run (by number, from 1), query and document in `item`. Throws
/// std::invalid_argument when the plan has no method or there is no run.
[[nodiscard]] Result<Run> fuse_runs(std::span<const Run* const> runs, const FusionPlan& plan);

}  // namespace foley::retrieval
