#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/evaluation.hpp"
#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/judged_run.hpp"
#include "foley/retrieval/measure_spec.hpp"
#include "foley/retrieval/topic_set.hpp"

namespace foley::retrieval::ties {

/// The hits of a ranking in its luckiest (`best`) or unluckiest order of ties: within each group of
/// equal scores, documents by falling (rising) grade; documents outside the qrels stand between
/// those with a grade of 0 or more and those below.
[[nodiscard]] std::vector<Hit> extreme_order(const JudgedRanking& ranking, bool best);

/// What ties can make of a value.
struct TieRange {
  double least = 0.0;
  double expected = 0.0;  ///< Exact mean over all orders.
  double greatest = 0.0;

  [[nodiscard]] double width() const { return greatest - least; }
};

/// How much of a run's values is decided by the order of ties.
struct TieReport {
  std::vector<std::string> measures;
  std::vector<std::string> topics;            ///< All judged topics.
  std::vector<std::vector<TieRange>> values;  ///< [measure][topic]
  std::vector<TieRange> means;                ///< [measure]
  std::vector<std::size_t> undecided;         ///< [measure] Topics with least < greatest.
  std::size_t tied_hits = 0;                  ///< Retrieved judged documents that share a score.
  std::size_t hits = 0;                       ///< Retrieved judged documents.
};

/// Ranges of measures over all orders of tied documents. A measure without a known expectation
/// (expected_column), one with a table of gains, and Judged are refused: their extremes are not
/// those of the extreme orders.
[[nodiscard]] Result<TieReport> tie_report(const TopicSet& topics, const JudgedRun& run,
                                           std::span<const MeasureSpec> measures,
                                           double rel_level = 1.0);

}  // namespace foley::retrieval::ties
