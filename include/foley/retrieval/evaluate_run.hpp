#pragma once

#include <span>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/metric.hpp"
#include "foley/retrieval/report.hpp"

namespace foley::retrieval {

/// Macro-average of per-query values: the plain left-to-right sum divided by their number, 0 for
/// none. The order of summation is fixed, so that the bits do not depend on the machine.
[[nodiscard]] double mean_over_queries(std::span<const double> values);

/// Scores a run against qrels. Every query of the qrels counts: one that the run does not answer
/// scores 0, and rows of the run without judgments are ignored.
///
/// `k` is the depth of the search and only recorded. `rel_level` is the least grade that counts as
/// relevant in all measures but nDCG.
[[nodiscard]] RetrievalReport evaluate_run(const Run& run, const Qrels& qrels,
                                           std::vector<Metric> metrics, double rel_level = 1.0,
                                           std::int64_t k = 10);

}  // namespace foley::retrieval
