#include <array>

#include "definition.hpp"
#include "hits.hpp"

namespace foley::retrieval::trec {
namespace {

constexpr std::string_view kManyCutoffs = "5,10,15,20,30,100,200,500,1000";

Columns make_p(const Request& request) {
  return for_cutoffs(request, [](const JudgedRanking& ranking, double level, std::int64_t k) {
    return ratio(relevant_within(ranking, level, k), k);
  });
}

Columns make_recall(const Request& request) {
  return for_cutoffs(request, [](const JudgedRanking& ranking, double level, std::int64_t k) {
    const std::int64_t relevant = count_from(ranking, level);
    return relevant == 0 ? 0.0 : ratio(relevant_within(ranking, level, k), relevant);
  });
}

Columns make_relative_p(const Request& request) {
  return for_cutoffs(request, [](const JudgedRanking& ranking, double level, std::int64_t k) {
    const std::int64_t relevant = count_from(ranking, level);
    return relevant == 0 ? 0.0 : ratio(relevant_within(ranking, level, k), std::min(k, relevant));
  });
}

Columns make_success(const Request& request) {
  return for_cutoffs(request, [](const JudgedRanking& ranking, double level, std::int64_t k) {
    return relevant_within(ranking, level, k) > 0 ? 1.0 : 0.0;
  });
}

Columns make_unj(const Request& request) {
  return for_cutoffs(request, [](const JudgedRanking& ranking, double, std::int64_t k) {
    std::int64_t judged = 0;
    for (const Hit& hit : ranking.hits()) {
      if (hit.rank > k) {
        break;
      }
      judged += hit.grade >= 0.0 ? 1 : 0;
    }
    return ratio(std::min(k, length(ranking)) - judged, k);
  });
}

// First relevant document within the cut-off.
double reciprocal_rank(const JudgedRanking& ranking, double level, std::int64_t k) {
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > k) {
      break;
    }
    if (hit.grade >= level) {
      return 1.0 / static_cast<double>(hit.rank);
    }
  }
  return 0.0;
}

Columns make_recip_rank(const Request& request) {
  if (!request.parameters.numbers.empty()) {
    return for_cutoffs(request, reciprocal_rank);
  }
  return single(request, [](const JudgedRanking& ranking, double level) {
    return reciprocal_rank(ranking, level, length(ranking));
  });
}

constexpr std::array<Definition, 6> kMeasures{{
    {{.name = "recip_rank",
      .about = "Reciprocal rank of the first relevant document.",
      .formula = "1 / rank",
      .edge_cases = "0 when nothing relevant was retrieved. It looks at the whole ranking; -M 10 "
                    "looks at the first 10."},
     make_recip_rank},
    {{.name = "P",
      .parameters = ParameterKind::cutoffs,
      .defaults = kManyCutoffs,
      .about = "Precision of the first k documents.",
      .formula = "r(k) / k",
      .edge_cases = "Missing ranks count as not relevant."},
     make_p},
    {{.name = "recall",
      .parameters = ParameterKind::cutoffs,
      .defaults = kManyCutoffs,
      .about = "Share of the relevant documents among the first k.",
      .formula = "r(k) / R",
      .edge_cases = "0 when nothing is relevant."},
     make_recall},
    {{.name = "relative_P",
      .parameters = ParameterKind::cutoffs,
      .defaults = kManyCutoffs,
      .about = "Precision of the first k, relative to the best that k documents can reach.",
      .formula = "r(k) / min(k, R)",
      .edge_cases = "0 when nothing is relevant."},
     make_relative_p},
    {{.name = "success",
      .parameters = ParameterKind::cutoffs,
      .defaults = "1,5,10",
      .about = "1 when anything relevant is among the first k, else 0.",
      .formula = "r(k) > 0",
      .citation = "Tomlinson, TREC 2005 Robust"},
     make_success},
    {{.name = "unj",
      .parameters = ParameterKind::cutoffs,
      .defaults = "5,10,20",
      .in_9 = false,
      .about = "Share of the first k that nobody judged: how far the other numbers can be trusted.",
      .formula = "ranks up to k without a grade >= 0, divided by k",
      .edge_cases = "Missing ranks count as judged."},
     make_unj},
}};

}  // namespace

std::span<const Definition> cut_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
