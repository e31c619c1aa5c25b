#include <cmath>
#include <limits>

#include "foley/retrieval/metric.hpp"
#include "params.hpp"

namespace foley::retrieval::registry {
namespace {

using Value = std::function<double(const Topic&)>;

Value of_reference(const MeasureSpec& spec, double rel_level) {
  const Measure* measure = find_measure(spec.info->name);
  const auto k = static_cast<std::int64_t>(spec.number("cutoff").value());
  return [=](const Topic& topic) { return measure->value(topic.graded, k, rel_level); };
}

MeasureInfo describe(std::string_view name, std::string_view edge_cases,
                     std::string_view elsewhere) {
  const Measure* measure = find_measure(name);
  return {.name = name,
          .title = measure->title,
          .family = Family::reference,
          .about = measure->about,
          .formula = measure->formula,
          .params = {kNeededCutoff},
          .citation = measure->citation,
          .edge_cases = edge_cases,
          .elsewhere = elsewhere,
          .make = of_reference};
}

}  // namespace

const std::vector<MeasureInfo>& reference_measures() {
  static const std::vector<MeasureInfo> kMeasures = [] {
    std::vector<MeasureInfo> measures{
        describe(
            "ndcg",
            "Negative grades count as they are; a value that they lead outside [0, 1] is refused. "
            "0 when the ideal sum is 0. --rel-level does not matter.",
            "ranx ndcg@k; equals nDCG@k and trec_eval ndcg_cut_k where no grade is negative"),
        describe("recall", "0 when nothing is relevant.", "R@k; trec_eval recall_k; ranx recall@k"),
        describe("precision", "Divides by k, also when fewer were retrieved.",
                 "P@k; trec_eval P_k; ranx precision@k"),
        describe("map", "0 when nothing is relevant; the divisor is all relevant, not min(R, k).",
                 "AP@k; trec_eval map_cut_k; ranx map@k"),
        describe("mrr", "0 when nothing relevant is within the cut-off.",
                 "RR@k; trec_eval recip_rank.k; ranx mrr@k")};
    measures[2].has_bounds = true;
    measures[4].has_bounds = true;
    return measures;
  }();
  return kMeasures;
}

}  // namespace foley::retrieval::registry
