#include "foley/retrieval/measures/hole_bounds.hpp"

#include <algorithm>
#include <vector>

#include "foley/retrieval/ranking_builder.hpp"

namespace foley::retrieval {
namespace {

// The value of a column when the holes of a ranking are filled with the highest grade.
double filled_value(const Column& column, const MeasureSpec& spec, const JudgedRanking& ranking,
                    double rel_level) {
  double highest = std::max(spec.relevance(rel_level), spec.number("max_rel").value_or(0.0));
  for (const double grade : ranking.grades()) {
    highest = std::max(highest, grade);
  }
  std::vector<Hit> hits(ranking.hits().begin(), ranking.hits().end());
  std::vector<double> grades(ranking.grades().begin(), ranking.grades().end());
  std::vector<bool> judged(ranking.retrieved() + 1, false);
  const bool fill = !spec.flag("judged_only");
  for (Hit& hit : hits) {
    judged[static_cast<std::size_t>(hit.rank)] = true;
    if (fill && hit.grade < 0.0) {
      // The qrels hold the document: one of their negative grades is its own.
      *std::find(grades.begin(), grades.end(), hit.grade) = highest;
      hit.grade = highest;
    }
  }
  for (std::size_t rank = 1; fill && rank < judged.size(); ++rank) {
    if (!judged[rank]) {
      const auto at = static_cast<std::int64_t>(rank);
      hits.push_back({highest, at, at - 1, 1});
      grades.push_back(highest);
    }
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.rank < b.rank; });
  std::vector<double> ideal;
  ideal_order(grades, ideal);
  return column.value({JudgedRanking(hits, grades, ideal, ranking.retrieved())});
}

}  // namespace

std::optional<HoleBounds> hole_bounds(const MeasureSpec& spec, const JudgedRanking& ranking,
                                      double rel_level) {
  // A residual falls when a grade rises, and mapped gains may do either.
  if (!spec.info->has_bounds || spec.flag("residual") || !spec.gains("gains").empty()) {
    return std::nullopt;
  }
  const Column column = to_column(spec, rel_level);
  return HoleBounds{column.value({ranking}), filled_value(column, spec, ranking, rel_level)};
}

std::optional<Column> filled_column(const MeasureSpec& spec, double rel_level) {
  Column column = to_column(spec, rel_level);
  if (column.evidence != Evidence::graded || !column.value) {
    return std::nullopt;
  }
  Column filled = column;
  filled.name += ":filled";
  filled.value = [column = std::move(column), spec, rel_level](const Topic& topic) {
    return filled_value(column, spec, topic.graded, rel_level);
  };
  return filled;
}

}  // namespace foley::retrieval
