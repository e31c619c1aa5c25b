#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/metric.hpp"
#include "foley/retrieval/ranking_builder.hpp"

namespace foley::retrieval {

/// Where the best answer of a query stands; ranks from 1, 0 when it was not retrieved.
struct AnswerRank {
  friend bool operator==(const AnswerRank&, const AnswerRank&) = default;

  std::int64_t first = 0;  ///< Of the first of the qrels among the highest grades (the reference).
  std::int64_t best = 0;   ///< Of the best-placed among the highest grades.
};

/// Scores one query after the other with the same metrics, reusing its memory.
class QueryScorer {
 public:
  /// `rel_level`: the least grade that counts as relevant (nDCG uses the grades themselves).
  QueryScorer(std::vector<Metric> metrics, double rel_level);

  /// Computes all metrics of one query into `values` (one a metric, in order). Returns where
  /// the best answer stands.
  AnswerRank score(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row,
                   std::span<double> values);

  /// The same with judgments already looked up; see RankingBuilder::assign_found.
  AnswerRank score_found(std::span<const GradedDoc> judged,
                         std::span<const std::size_t> found_index, std::span<const ScoredDoc> found,
                         std::span<const double> scores, const RowIds& ids,
                         std::span<double> values);

  [[nodiscard]] std::span<const Metric> metrics() const { return metrics_; }

 private:
  AnswerRank compute(std::span<double> values) const;

  std::vector<Metric> metrics_;
  double rel_level_;
  RankingBuilder builder_;
};

}  // namespace foley::retrieval
