#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/retrieval/explain.hpp"

namespace foley::retrieval::explaining {

/// A document at its rank.
struct RankedDoc {
  std::string_view id;
  std::int64_t rank = 0;
  std::optional<double> grade{};
};

/// Everything that the explanation of one query draws on.
struct Scene {
  MeasureSpec spec;  ///< In the extended grammar where there is an equal.
  double rel = 1.0;  ///< Least relevant grade.
  std::vector<RankedDoc> run;
  std::span<const GradedDoc> judged;
  JudgedRanking ranking;
  const GroupedTopic* grouped_topic = nullptr;
  const GroupedRanking* grouped = nullptr;
  bool negative_gains = false;  ///< Grades count as they are.

  [[nodiscard]] Cutoff cutoff() const { return spec.cutoff(); }
  /// Length of the run within the cut-off.
  [[nodiscard]] std::int64_t kept() const {
    return static_cast<std::int64_t>(spec.cutoff().kept(ranking.retrieved()));
  }
  [[nodiscard]] bool relevant(const RankedDoc& doc) const { return doc.grade && *doc.grade >= rel; }
  /// Number of relevant documents in the judgments.
  [[nodiscard]] double all_relevant() const { return static_cast<double>(ranking.relevant(rel)); }
};

/// The grade as a cell; nothing for an unjudged document.
inline ExplainCell grade_cell(const std::optional<double>& grade) {
  return grade ? ExplainCell(*grade) : ExplainCell();
}

inline ExplainCell text_cell(std::string_view text) { return std::string(text); }

/// Adds a line of result.
inline double conclude(Explanation& out, std::string name, std::string expression, double value) {
  out.results.push_back({std::move(name), std::move(expression), value});
  return value;
}

/// Rows of `table` behind the last for which `matters` was true go.
inline void keep_rows(ExplainTable& table, std::size_t count) {
  if (table.rows.size() > count) {
    table.rows.resize(count);
  }
}

// Each explains one family, adding tables and lines; returns the value.
double explain_dcg(const Scene& scene, Explanation& out);
double explain_err(const Scene& scene, Explanation& out);
double explain_rbp(const Scene& scene, Explanation& out);
double explain_counts(const Scene& scene, Explanation& out);
double explain_ap(const Scene& scene, Explanation& out);
double explain_rr(const Scene& scene, Explanation& out);
double explain_judged(const Scene& scene, Explanation& out);
double explain_bpref(const Scene& scene, Explanation& out);
double explain_inf_ap(const Scene& scene, Explanation& out);
double explain_reader(const Scene& scene, Explanation& out);
double explain_novelty(const Scene& scene, Explanation& out);
double explain_compat(const Scene& scene, Explanation& out);

}  // namespace foley::retrieval::explaining
