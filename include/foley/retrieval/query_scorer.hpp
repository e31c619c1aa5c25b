#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/metric.hpp"

namespace foley::retrieval {

/// Scores one query after the other with the same metrics, reusing its memory.
class QueryScorer {
 public:
  /// `rel_level`: the least grade that counts as relevant (nDCG uses the grades themselves).
  QueryScorer(std::vector<Metric> metrics, double rel_level);

  /// Computes all metrics of one query into `values` (one a metric, in order). Returns the rank of
  /// the query's best answer, 0 when it was not retrieved.
  std::int64_t score(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row,
                     std::span<double> values);

  /// The same with judgments already looked up; see JudgedRanking::assign_found.
  std::int64_t score_found(std::span<const GradedDoc> judged,
                           std::span<const std::size_t> found_index,
                           std::span<const ScoredDoc> found, std::span<const double> scores,
                           const RowIds& ids, std::span<double> values);

  [[nodiscard]] std::span<const Metric> metrics() const { return metrics_; }

 private:
  std::int64_t compute(std::span<double> values) const;

  std::vector<Metric> metrics_;
  double rel_level_;
  JudgedRanking ranking_;
};

}  // namespace foley::retrieval
