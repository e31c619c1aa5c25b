#include "params.hpp"
#include "spec_options.hpp"

namespace foley::retrieval::registry {
namespace {

using Value = std::function<double(const Topic&)>;

Value of(double (*kernel)(const GroupedRanking&, const DiversityOptions&), const MeasureSpec& spec,
         double rel_level) {
  return [kernel, options = diversity_options(spec, rel_level)](const Topic& topic) {
    return topic.grouped == nullptr ? 0.0 : kernel(*topic.grouped, options);
  };
}

const ParamInfo kAlpha{.name = "alpha",
                       .kind = ParamKind::share,
                       .standard = "0.5",
                       .about = "how much a subtopic loses each time it is covered"};
const ParamInfo kBeta{.name = "beta",
                      .kind = ParamKind::below_one,
                      .standard = "0.5",
                      .about = "patience of the user"};

constexpr std::string_view kEdges =
    "Subtopics that no judged document covers do not count; 0 when there is none.";
constexpr std::string_view kGreedy =
    "The ideal order is built greedily (the best one is NP-hard to find), so that values slightly "
    "above 1 are possible; of equal gains the document that stands last in the judgments is taken "
    "(sorted by id: ndeval's choice).";
constexpr std::string_view kAtOne =
    "Subtopics that no judged document covers do not count; 0 when there is none. ndeval leaves "
    "the "
    "value at cut-off 1 undivided; here it is divided as at every other.";

}  // namespace

const std::vector<MeasureInfo>& diversity_measures() {
  static const std::vector<MeasureInfo> kMeasures{
      {.name = "alpha_DCG",
       .title = "alpha-DCG",
       .aliases = {"α_DCG"},
       .about = "DCG that pays less for each repetition of a subtopic.",
       .formula =
           "sum over the first k of gain / log2(rank + 1), gain = sum over covered subtopics "
           "of (1 - alpha)^(times covered before); divided by the same sum of k documents "
           "that cover every subtopic",
       .params = {kCutoff, kRel, kAlpha, kJudgedOnly},
       .evidence = Evidence::grouped,
       .citation = "Clarke et al., SIGIR 2008",
       .edge_cases = kAtOne,
       .elsewhere = "ndeval alpha-DCG@k",
       .make = [](const MeasureSpec& spec, double rel) { return of(alpha_dcg, spec, rel); }},
      {.name = "alpha_nDCG",
       .title = "alpha-nDCG",
       .aliases = {"α_nDCG"},
       .about = "The same divided by that of the ideal order.",
       .formula =
           "sum over the first k of gain / log2(rank + 1), gain = sum over covered subtopics "
           "of (1 - alpha)^(times covered before); divided by the same sum of the ideal order",
       .params = {kCutoff, kRel, kAlpha, kJudgedOnly},
       .evidence = Evidence::grouped,
       .greatest = kInfinity,
       .citation = "Clarke et al., SIGIR 2008",
       .edge_cases = kGreedy,
       .elsewhere = "ndeval alpha-nDCG@k",
       .make = [](const MeasureSpec& spec, double rel) { return of(alpha_ndcg, spec, rel); }},
      {.name = "ERR_IA",
       .title = "Intent-aware ERR",
       .about = "ERR of each subtopic, averaged, in ndeval's scale.",
       .formula = "as alpha-DCG with alpha = 1/2 and the discount 1 / rank",
       .params = {kCutoff, kRel, kJudgedOnly},
       .evidence = Evidence::grouped,
       .citation = "Chapelle et al., CIKM 2009; Clarke et al., WSDM 2011",
       .edge_cases = kAtOne,
       .elsewhere = "ndeval ERR-IA@k",
       .make = [](const MeasureSpec& spec, double rel) { return of(err_ia, spec, rel); }},
      {.name = "nERR_IA",
       .title = "Normalised intent-aware ERR",
       .about = "The same divided by that of the ideal order.",
       .formula = "as alpha-nDCG with alpha = 1/2 and the discount 1 / rank",
       .params = {kCutoff, kRel, kJudgedOnly},
       .evidence = Evidence::grouped,
       .greatest = kInfinity,
       .citation = "Chapelle et al., CIKM 2009; Clarke et al., WSDM 2011",
       .edge_cases = kGreedy,
       .elsewhere = "ndeval nERR-IA@k",
       .make = [](const MeasureSpec& spec, double rel) { return of(nerr_ia, spec, rel); }},
      {.name = "NRBP",
       .title = "Novelty- and rank-biased precision",
       .about = "RBP that pays less for each repetition of a subtopic.",
       .formula = "(1 - (1 - alpha) beta) / subtopics * sum beta^(rank - 1) * gain",
       .params = {kRel, kAlpha, kBeta},
       .evidence = Evidence::grouped,
       .citation = "Clarke, Kolla & Vechtomova, ICTIR 2009",
       .edge_cases = kEdges,
       .elsewhere = "ndeval NRBP",
       .make = [](const MeasureSpec& spec, double rel) { return of(nrbp, spec, rel); }},
      {.name = "nNRBP",
       .title = "Normalised NRBP",
       .about = "The same divided by that of the ideal order.",
       .formula = "sum beta^(rank - 1) * gain, divided by the same sum of the ideal order",
       .params = {kRel, kAlpha, kBeta},
       .evidence = Evidence::grouped,
       .greatest = kInfinity,
       .citation = "Clarke, Kolla & Vechtomova, ICTIR 2009",
       .edge_cases = kGreedy,
       .elsewhere = "ndeval nNRBP",
       .make = [](const MeasureSpec& spec, double rel) { return of(nnrbp, spec, rel); }},
      {.name = "AP_IA",
       .title = "Intent-aware AP",
       .aliases = {"MAP_IA"},
       .about = "Average precision of each subtopic, averaged.",
       .formula = "mean over subtopics of AP",
       .params = {kRel, kJudgedOnly},
       .evidence = Evidence::grouped,
       .citation = "Agrawal, Gollapudi, Halverson & Ieong, WSDM 2009",
       .edge_cases = kEdges,
       .elsewhere = "ndeval MAP-IA",
       .make = [](const MeasureSpec& spec, double rel) { return of(ap_ia, spec, rel); }},
      {.name = "P_IA",
       .title = "Intent-aware precision",
       .about = "Precision at k of each subtopic, averaged.",
       .formula = "mean over subtopics of (covering documents within the first k / k)",
       .params = {kCutoff, kRel, kJudgedOnly},
       .evidence = Evidence::grouped,
       .citation = "Agrawal et al., WSDM 2009",
       .edge_cases = kEdges,
       .elsewhere = "ndeval P-IA@k",
       .make = [](const MeasureSpec& spec, double rel) { return of(p_ia, spec, rel); }},
      {.name = "StRecall",
       .title = "Subtopic recall",
       .about = "Share of the subtopics that the first k documents cover.",
       .formula = "covered subtopics / subtopics",
       .params = {kCutoff, kRel},
       .evidence = Evidence::grouped,
       .citation = "Zhai, Cohen & Lafferty, SIGIR 2003",
       .edge_cases = kEdges,
       .elsewhere = "ndeval strec@k",
       .make = [](const MeasureSpec& spec, double rel) { return of(st_recall, spec, rel); }},
  };
  return kMeasures;
}

}  // namespace foley::retrieval::registry
