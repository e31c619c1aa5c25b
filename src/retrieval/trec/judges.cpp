#include <array>
#include <cmath>
#include <functional>

#include "definition.hpp"
#include "foley/core/number_text.hpp"
#include "foley/retrieval/ranking_builder.hpp"
#include "hits.hpp"
#include "r_precision.hpp"

namespace foley::retrieval::trec {
namespace {

// Mean over the judges of a measure of ordinary qrels; each judge sees the ranking through his own
// judgments.
template <class Value>
double mean_of_judges(const GroupedRanking& grouped, bool judged_only, Value value) {
  double sum = 0.0;
  std::vector<Hit> hits;
  std::vector<double> grades;
  std::vector<double> ideal;
  for (std::size_t group = 0; group < grouped.groups; ++group) {
    hits.clear();
    grades.clear();
    for (const GroupedRanking::Doc& doc : grouped.docs) {
      const double grade = doc.grades[group];
      if (std::isnan(grade)) {
        continue;
      }
      grades.push_back(grade);
      if (doc.rank > 0) {
        hits.push_back({grade, doc.rank, doc.rank - 1, 1});
      }
    }
    RankingOptions options;
    options.judged_only = judged_only;
    const std::size_t retrieved = apply_options(options, grouped.retrieved, hits);
    ideal_order(grades, ideal);
    sum += value(JudgedRanking(hits, grades, ideal, retrieved));
  }
  return grouped.groups > 1 ? sum / static_cast<double>(grouped.groups) : sum;
}

Column of_judges(std::string name, const Options& options,
                 std::function<double(const JudgedRanking&)> value) {
  Column column;
  column.name = std::move(name);
  column.evidence = Evidence::grouped;
  column.greatest = kJustOverOne;
  column.value = [judged_only = options.judged_only, value = std::move(value)](const Topic& topic) {
    return mean_of_judges(*topic.grouped, judged_only, value);
  };
  return column;
}

Columns make_map_avgjg(const Request& request) {
  const double level = request.options.relevance_level;
  return {of_judges(request.name, request.options, [level](const JudgedRanking& ranking) {
    double sum = 0.0;
    each_relevant(ranking, level, length(ranking),
                  [&](std::int64_t rank, std::int64_t found) { sum += ratio(found, rank); });
    const std::int64_t relevant = count_from(ranking, level);
    return relevant == 0 ? 0.0 : sum / static_cast<double>(relevant);
  })};
}

Columns make_p_avgjg(const Request& request) {
  const double level = request.options.relevance_level;
  Columns columns;
  for (const double number : request.parameters.numbers) {
    const auto k = static_cast<std::int64_t>(number);
    columns.push_back(of_judges(joined(request.name, std::to_string(k)), request.options,
                                [level, k](const JudgedRanking& ranking) {
                                  return ratio(relevant_within(ranking, level, k), k);
                                }));
  }
  return columns;
}

Columns make_rprec_mult_avgjg(const Request& request) {
  const double level = request.options.relevance_level;
  Columns columns;
  for (const double share : request.parameters.numbers) {
    columns.push_back(of_judges(joined(request.name, fixed_text(share, 2)), request.options,
                                [level, share](const JudgedRanking& ranking) {
                                  return precision_at_share(ranking, level, share);
                                }));
  }
  return columns;
}

constexpr std::string_view kEdges =
    "Needs judgments of several judges (-R qrels_jg). With -J each judge sees what he judged.";

constexpr std::array<Definition, 3> kMeasures{{
    {{.name = "map_avgjg",
      .evidence = Evidence::grouped,
      .about = "Average precision, averaged over the judges of the topic.",
      .formula = "mean over judges of map",
      .edge_cases = kEdges},
     make_map_avgjg},
    {{.name = "P_avgjg",
      .evidence = Evidence::grouped,
      .parameters = ParameterKind::cutoffs,
      .defaults = "5,10,15,20,30,100,200,500,1000",
      .about = "Precision of the first k documents, averaged over the judges of the topic.",
      .formula = "mean over judges of P",
      .edge_cases = kEdges},
     make_p_avgjg},
    {{.name = "Rprec_mult_avgjg",
      .evidence = Evidence::grouped,
      .parameters = ParameterKind::fractions,
      .defaults = "0.2,0.4,0.6,0.8,1.0,1.2,1.4,1.6,1.8,2.0",
      .about = "Precision at multiples of R, averaged over the judges of the topic.",
      .formula = "mean over judges of Rprec_mult, R being each judge's own",
      .edge_cases = kEdges},
     make_rprec_mult_avgjg},
}};

}  // namespace

std::span<const Definition> judge_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
