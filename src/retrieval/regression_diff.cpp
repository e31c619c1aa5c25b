#include <algorithm>
#include <utility>

#include "foley/core/number_text.hpp"
#include "foley/retrieval/report.hpp"

namespace foley::retrieval {

std::optional<std::size_t> RetrievalReport::metric_index(std::string_view name) const {
  const auto found = std::find(metrics.begin(), metrics.end(), name);
  return found == metrics.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - metrics.begin()));
}

std::optional<double> RetrievalReport::mean_of(std::string_view name) const {
  const auto index = metric_index(name);
  return index ? std::optional(mean[*index]) : std::nullopt;
}

std::vector<WorstQuery> worst_queries(const RetrievalReport& report, std::string_view metric,
                                      std::size_t count) {
  const auto index = report.metric_index(metric);
  std::vector<WorstQuery> worst;
  worst.reserve(report.per_query.size());
  for (const QueryResult& query : report.per_query) {
    worst.push_back({query.query, index ? query.values[*index] : 0.0, query.rank, query.best_rank});
  }
  std::stable_sort(worst.begin(), worst.end(),
                   [](const WorstQuery& a, const WorstQuery& b) { return a.value < b.value; });
  worst.resize(std::min(count, worst.size()));
  return worst;
}

std::string regression_diff_text(std::string_view metric, double current, double value,
                                 double tolerance, std::vector<DiffRow> queries) {
  constexpr int kDigits = 4;
  constexpr std::size_t kWorst = 8;
  std::string text(metric);
  text += ": current=" + fixed_text(current, kDigits);
  text += " baseline=" + fixed_text(value, kDigits);
  text += " floor=" + fixed_text(value - tolerance, kDigits);
  text += " Δ=" + signed_fixed_text(current - value, kDigits);
  text += "\nworst queries (query_id: metric | rank-of-top-answer):";
  std::stable_sort(queries.begin(), queries.end(),
                   [](const DiffRow& a, const DiffRow& b) { return a.value < b.value; });
  for (std::size_t i = 0; i < std::min(kWorst, queries.size()); ++i) {
    text += "\n  " + queries[i].query + ": " + fixed_text(queries[i].value, kDigits) +
            " | rank=" + queries[i].rank;
  }
  return text;
}

std::string format_regression_diff(const RetrievalReport& report, std::string_view metric,
                                   double value, double tolerance) {
  std::vector<DiffRow> rows;
  for (const WorstQuery& query : worst_queries(report, metric, report.per_query.size())) {
    rows.push_back({query.query, query.value, std::to_string(query.rank)});
  }
  return regression_diff_text(metric, report.mean_of(metric).value_or(0.0), value, tolerance,
                              std::move(rows));
}

}  // namespace foley::retrieval
