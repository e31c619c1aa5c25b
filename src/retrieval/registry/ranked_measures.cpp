#include "foley/retrieval/average_precision.hpp"
#include "foley/retrieval/measures/set_counts.hpp"
#include "foley/retrieval/precision.hpp"
#include "foley/retrieval/recall.hpp"
#include "foley/retrieval/reciprocal_rank.hpp"
#include "params.hpp"

namespace foley::retrieval::registry {
namespace {

using Value = std::function<double(const Topic&)>;

// A measure of the cut-off and the least relevant grade.
template <class Kernel>
Value of(Kernel kernel, const MeasureSpec& spec, double rel_level) {
  const Cutoff cutoff = spec.cutoff();
  const double rel = spec.relevance(rel_level);
  return [=](const Topic& topic) { return kernel(topic.graded, cutoff, rel); };
}

const ParamInfo kBeta{.name = "beta",
                      .kind = ParamKind::positive,
                      .standard = "1.0",
                      .about = "weight of recall against precision"};

}  // namespace

const std::vector<MeasureInfo>& ranked_measures() {
  static const std::vector<MeasureInfo> kMeasures{
      {.name = "P",
       .title = "Precision",
       .aliases = {"Precision"},
       .about = "How many of the first k are relevant?",
       .formula = "relevant within the first k / k",
       .params = {kNeededCutoff, kRel, kJudgedOnly},
       .citation = "Cleverdon 1967; van Rijsbergen, Information Retrieval, 1979",
       .edge_cases = "Divides by k, also when fewer were retrieved.",
       .elsewhere = "precision@k; trec_eval P_k; ranx precision@k",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double rel_level) -> Value {
         const std::int64_t k = spec.cutoff().value().value();
         const double rel = spec.relevance(rel_level);
         return [=](const Topic& topic) { return precision(topic.graded, k, rel); };
       }},
      {.name = "R",
       .title = "Recall",
       .aliases = {"Recall"},
       .about = "How many of all relevant documents are within the first k?",
       .formula = "relevant within the first k / all relevant",
       .params = {kNeededCutoff, kRel, kJudgedOnly},
       .citation = "Cleverdon 1967",
       .edge_cases = "0 when nothing is relevant.",
       .elsewhere = "recall@k; trec_eval recall_k; ranx recall@k. What others call recall@k may be "
                    "Success@k",
       .make = [](const MeasureSpec& spec, double rel) -> Value { return of(recall, spec, rel); }},
      {.name = "AP",
       .title = "Average precision",
       .aliases = {"MAP"},
       .about = "Precision averaged over all relevant documents.",
       .formula =
           "sum over relevant documents (within the first k) of the precision at their rank, "
           "divided by the number of all relevant documents",
       .params = {kCutoff, kRel, kJudgedOnly},
       .citation = "Harman, IP&M 1992; Buckley & Voorhees 2005",
       .edge_cases = "0 when nothing is relevant; the divisor is all relevant, not min(R, k).",
       .elsewhere = "map@k; trec_eval map and map_cut_k; ranx map@k",
       .make = [](const MeasureSpec& spec, double rel) -> Value {
         return of(average_precision, spec, rel);
       }},
      {.name = "RR",
       .title = "Reciprocal rank",
       .aliases = {"MRR"},
       .about = "How soon does the first relevant document come?",
       .formula = "1 / rank of the first relevant document (within the first k)",
       .params = {kCutoff, kRel, kJudgedOnly},
       .citation = "Voorhees, TREC-8, 1999; Kantor & Voorhees, Information Retrieval 2000",
       .edge_cases = "0 when nothing relevant is found.",
       .elsewhere = "mrr@k; trec_eval recip_rank; ranx mrr",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double rel) -> Value {
         return of(reciprocal_rank, spec, rel);
       }},
      {.name = "Rprec",
       .title = "R-precision",
       .aliases = {"RPrec"},
       .about = "Precision at the rank that equals the number of relevant documents.",
       .formula = "relevant within the first R / R, R being the number of all relevant documents",
       .params = {kRel, kJudgedOnly},
       .citation = "Buckley & Voorhees, in TREC: Experiment and Evaluation in IR, 2005",
       .edge_cases = "0 when nothing is relevant.",
       .elsewhere = "trec_eval Rprec; ranx r-precision",
       .make = [](const MeasureSpec& spec, double rel_level) -> Value {
         const double rel = spec.relevance(rel_level);
         return [=](const Topic& topic) { return r_precision(topic.graded, rel); };
       }},
      {.name = "Success",
       .title = "Success",
       .about = "Is any relevant document within the first k?",
       .formula = "1 if a relevant document is within the first k, else 0",
       .params = {kCutoff, kRel, kJudgedOnly},
       .citation = "TREC convention; Craswell & Hawking, TREC 2004 Web track",
       .edge_cases = "0 when nothing is relevant.",
       .elsewhere = "trec_eval success_k; ranx hit_rate@k; elsewhere called recall@k",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double rel) -> Value { return of(success, spec, rel); }},
      {.name = "Hits",
       .title = "Hits",
       .about = "Number of relevant documents within the first k.",
       .formula = "relevant within the first k",
       .params = {kCutoff, kRel, kJudgedOnly},
       .range = "[0, k]",
       .greatest = kInfinity,
       .citation = "ranx 0.3",
       .edge_cases = "Averaged over topics, unlike num_rel_ret, which is summed.",
       .elsewhere = "ranx hits@k",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double rel) -> Value {
         return of(hit_count, spec, rel);
       }},
      {.name = "F",
       .title = "F measure",
       .about = "Weighted harmonic mean of precision and recall at k.",
       .formula = "(1 + beta^2) P R / (beta^2 P + R)",
       .params = {kCutoff, kRel, kBeta, kJudgedOnly},
       .citation = "van Rijsbergen, Information Retrieval, 1979",
       .edge_cases = "0 when nothing relevant is found; without a cut-off P is that of the run.",
       .elsewhere = "ranx f1@k. SetF has another meaning of beta",
       .make = [](const MeasureSpec& spec, double rel_level) -> Value {
         const Cutoff cutoff = spec.cutoff();
         const double rel = spec.relevance(rel_level);
         const double beta = spec.number("beta").value();
         return [=](const Topic& topic) { return f_measure(topic.graded, cutoff, beta, rel); };
       }},
      {.name = "Judged",
       .title = "Judged",
       .about = "Share of the first k documents that are judged at all.",
       .formula = "documents with a grade >= 0 within the first k / documents within the first k",
       .params = {kCutoff},
       .citation = "ir_measures 0.4; Büttcher et al., SIGIR 2007 (why it matters)",
       .edge_cases =
           "0 when nothing was retrieved. A negative grade means: in the pool, not judged.",
       .elsewhere = "ir_measures counts negative grades as judged",
       .make = [](const MeasureSpec& spec, double) -> Value {
         const Cutoff cutoff = spec.cutoff();
         return [=](const Topic& topic) { return judged_share(topic.graded, cutoff); };
       }},
      {.name = "Accuracy",
       .title = "Pair accuracy",
       .about = "How often does a relevant document come before another one that was retrieved?",
       .formula = "1 - pairs in the wrong order / (relevant retrieved * others retrieved)",
       .params = {kCutoff, kRel},
       .citation = "Hanley & McNeil, Radiology 1982 (area under the ROC curve)",
       .edge_cases = "0 when nothing relevant was retrieved (ir_measures leaves the topic out); 1 "
                     "when nothing else was (ir_measures divides by 0).",
       .elsewhere = "ir_measures Accuracy",
       .make = [](const MeasureSpec& spec, double rel) -> Value {
         return of(pair_accuracy, spec, rel);
       }},
  };
  return kMeasures;
}

}  // namespace foley::retrieval::registry
