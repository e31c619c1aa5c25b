#include <algorithm>

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
    worst.push_back({query.query, index ? query.values[*index] : 0.0, query.rank});
  }
  std::stable_sort(worst.begin(), worst.end(),
                   [](const WorstQuery& a, const WorstQuery& b) { return a.value < b.value; });
  worst.resize(std::min(count, worst.size()));
  return worst;
}

std::string format_regression_diff(const RetrievalReport& report, std::string_view metric,
                                   double value, double tolerance) {
  constexpr int kDigits = 4;
  constexpr std::size_t kWorst = 8;
  const double current = report.mean_of(metric).value_or(0.0);
  std::string text(metric);
  text += ": current=" + fixed_text(current, kDigits);
  text += " baseline=" + fixed_text(value, kDigits);
  text += " floor=" + fixed_text(value - tolerance, kDigits);
  text += " Δ=" + signed_fixed_text(current - value, kDigits);
  text += "\nworst queries (query_id: metric | rank-of-top-answer):";
  for (const WorstQuery& query : worst_queries(report, metric, kWorst)) {
    text += "\n  " + query.query + ": " + fixed_text(query.value, kDigits) +
            " | rank=" + std::to_string(query.rank);
  }
  return text;
}

}  // namespace foley::retrieval
