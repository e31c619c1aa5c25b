#include "foley/retrieval/measures/hole_bounds.hpp"

#include <algorithm>
#include <vector>

#include "foley/retrieval/ranking_builder.hpp"

namespace foley::retrieval {

std::optional<HoleBounds> hole_bounds(const MeasureSpec& spec, const JudgedRanking& ranking,
                                      double rel_level) {
  if (!spec.info->has_bounds || spec.flag("residual") || !spec.gains("gains").empty()) {
    return std::nullopt;
  }
  const Column column = to_column(spec, rel_level);
  HoleBounds bounds;
  bounds.lower = column.value({ranking});
  double highest = std::max(spec.relevance(rel_level), spec.number("max_rel").value_or(0.0));
  for (const double grade : ranking.grades()) {
    highest = std::max(highest, grade);
  }
  std::vector<Hit> hits(ranking.hits().begin(), ranking.hits().end());
  std::vector<double> grades(ranking.grades().begin(), ranking.grades().end());
  std::vector<bool> judged(ranking.retrieved() + 1, false);
  for (Hit& hit : hits) {
    judged[static_cast<std::size_t>(hit.rank)] = true;
    hit.grade = hit.grade < 0.0 && !spec.flag("judged_only") ? highest : hit.grade;
  }
  for (std::size_t rank = 1; rank < judged.size() && !spec.flag("judged_only"); ++rank) {
    if (!judged[rank]) {
      const auto at = static_cast<std::int64_t>(rank);
      hits.push_back({highest, at, at - 1, 1});
      grades.push_back(highest);
    }
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.rank < b.rank; });
  std::vector<double> ideal;
  ideal_order(grades, ideal);
  bounds.upper = column.value({JudgedRanking(hits, grades, ideal, ranking.retrieved())});
  return bounds;
}

}  // namespace foley::retrieval
