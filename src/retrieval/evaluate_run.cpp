#include "foley/retrieval/evaluate_run.hpp"

#include <utility>

#include "foley/retrieval/query_scorer.hpp"

namespace foley::retrieval {

double mean_over_queries(std::span<const double> values) {
  if (values.empty()) {
    return 0.0;
  }
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  return sum / static_cast<double>(values.size());
}

RetrievalReport evaluate_run(const Run& run, const Qrels& qrels, std::vector<Metric> metrics,
                             double rel_level, std::int64_t k) {
  QueryScorer scorer(std::move(metrics), rel_level);
  const std::size_t n_metrics = scorer.metrics().size();
  RetrievalReport report;
  report.k = k;
  for (const Metric& metric : scorer.metrics()) {
    report.metrics.push_back(metric.name);
  }
  report.per_query.reserve(qrels.size());
  for (const Qrels::Row& row : qrels.rows()) {
    QueryResult result{std::string(row.query), std::vector<double>(n_metrics), 0, 0};
    const AnswerRank ranks = scorer.score(qrels.entries(row), run.find(row.query), result.values);
    result.rank = ranks.first;
    result.best_rank = ranks.best;
    report.per_query.push_back(std::move(result));
  }
  std::vector<double> column(report.per_query.size());
  for (std::size_t m = 0; m < n_metrics; ++m) {
    for (std::size_t q = 0; q < column.size(); ++q) {
      column[q] = report.per_query[q].values[m];
    }
    report.mean.push_back(mean_over_queries(column));
  }
  return report;
}

}  // namespace foley::retrieval
