#include "r_precision.hpp"

#include <array>

#include "definition.hpp"
#include "foley/core/number_text.hpp"

namespace foley::retrieval::trec {
namespace {

Columns make_rprec(const Request& request) {
  return single(request, [](const JudgedRanking& ranking, double level) {
    const std::int64_t relevant = count_from(ranking, level);
    return relevant == 0 ? 0.0 : ratio(relevant_within(ranking, level, relevant), relevant);
  });
}

Columns make_rprec_mult(const Request& request) {
  const double level = request.options.relevance_level;
  Columns columns;
  for (const double share : request.parameters.numbers) {
    columns.push_back(graded(joined(request.name, fixed_text(share, 2)),
                             [level, share](const JudgedRanking& ranking) {
                               return precision_at_share(ranking, level, share);
                             }));
  }
  return columns;
}

constexpr std::array<Definition, 2> kMeasures{{
    {{.name = "Rprec",
      .about = "Precision of the first R documents, which is recall there too.",
      .formula = "r(R) / R",
      .edge_cases = "0 when nothing is relevant.",
      .citation = "Buckley & Voorhees, in TREC: Experiment and Evaluation, MIT Press 2005, ch. 3"},
     make_rprec},
    {{.name = "Rprec_mult",
      .parameters = ParameterKind::fractions,
      .defaults = "0.2,0.4,0.6,0.8,1.0,1.2,1.4,1.6,1.8,2.0",
      .about = "Precision at multiples of R: early or late precision, comparable between topics.",
      .formula = "r(k) / k, k = floor(share * R + 0.9)",
      .edge_cases = "Missing ranks count as not relevant; 0 where k is 0."},
     make_rprec_mult},
}};

}  // namespace

std::span<const Definition> r_precision_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
