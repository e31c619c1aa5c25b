#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foley::retrieval {

/// What one query got.
struct QueryResult {
  std::string query;
  std::vector<double> values;  ///< One a metric, in the order of RetrievalReport::metrics.
  std::int64_t rank = 0;  ///< 1-based rank of the first of the qrels among the best answers, or 0.
  std::int64_t best_rank = 0;  ///< 1-based rank of the best-placed of the best answers, or 0.
};

/// Metrics of a run over a set of queries: per query and their mean.
struct RetrievalReport {
  std::vector<std::string> metrics;    ///< Names as reported, e.g. `ndcg@10`.
  std::vector<QueryResult> per_query;  ///< In the order of the qrels.
  std::vector<double> mean;            ///< Over ALL queries of the qrels; unanswered ones count 0.
  std::int64_t k = 10;                 ///< Depth of the search that made the run.

  /// Position of a metric, or nothing.
  [[nodiscard]] std::optional<std::size_t> metric_index(std::string_view name) const;

  /// Mean of a metric, or nothing when the report does not hold it.
  [[nodiscard]] std::optional<double> mean_of(std::string_view name) const;
};

/// A query that ended among the worst.
struct WorstQuery {
  std::string query;
  double value = 0.0;
  std::int64_t rank = 0;       ///< As QueryResult::rank.
  std::int64_t best_rank = 0;  ///< As QueryResult::best_rank.
};

/// The `count` queries with the lowest value of a metric, lowest first, ties in report order.
[[nodiscard]] std::vector<WorstQuery> worst_queries(const RetrievalReport& report,
                                                    std::string_view metric, std::size_t count);

/// One query of a regression diff. `rank` is shown as it is: a number, or `-` when there is none.
struct DiffRow {
  std::string query;
  double value = 0.0;
  std::string rank;
};

/// Text that tells a person what got worse: the mean (`current`) against the baseline's `value`,
/// with its floor (`value - tolerance`) and the difference, then the eight queries with the lowest
/// value (ties in the given order) and the rank of their best answer. No newline at the end.
[[nodiscard]] std::string regression_diff_text(std::string_view metric, double current,
                                               double value, double tolerance,
                                               std::vector<DiffRow> queries);

/// The same from a report. A metric that the report does not hold counts 0.
[[nodiscard]] std::string format_regression_diff(const RetrievalReport& report,
                                                 std::string_view metric, double value,
                                                 double tolerance);

}  // namespace foley::retrieval
