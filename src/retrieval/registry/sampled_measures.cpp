#include <array>

#include "foley/retrieval/measures/sampled.hpp"
#include "params.hpp"

namespace foley::retrieval::registry {
namespace {

using Value = std::function<double(const Topic&)>;

Value of(SampledMeasure kernel) {
  return [kernel](const Topic& topic) {
    return topic.sampled == nullptr ? 0.0 : kernel(*topic.sampled);
  };
}

}  // namespace

const std::vector<MeasureInfo>& sampled_measures() {
  static const std::vector<MeasureInfo> kMeasures{
      {.name = "xinfAP",
       .title = "Extended inferred AP",
       .about = "AP estimated from a stratified sample of the pool.",
       .formula =
           "sum over sampled relevant documents of pool / sampled documents of their stratum "
           "* estimated precision at their rank, divided by the estimated number of relevant",
       .range = "[0, 1] but for sampling error",
       .evidence = Evidence::sampled,
       .greatest = kInfinity,
       .citation = "Yilmaz, Kanoulas & Aslam, SIGIR 2008",
       .edge_cases =
           "0 when no sampled document is relevant (grade > 0); documents outside the pool "
           "are not relevant.",
       .elsewhere = "sample_eval.pl infAP (which looks at 1000 ranks)",
       .make = [](const MeasureSpec&, double) { return of(xinf_ap); }},
      {.name = "infNDCG",
       .title = "Inferred nDCG",
       .about = "nDCG estimated from a stratified sample of the pool.",
       .formula = "sum over strata of retrieved / retrieved and sampled documents * sampled gain, "
                  "divided by the DCG of the estimated ideal",
       .range = "[0, 1] but for sampling error",
       .evidence = Evidence::sampled,
       .greatest = kInfinity,
       .citation = "Yilmaz, Kanoulas & Aslam, SIGIR 2008",
       .edge_cases = "0 when no sampled document is relevant; the estimated number of documents of "
                     "a grade is rounded to a whole one.",
       .elsewhere = "sample_eval.pl infNDCG (which looks at 1000 ranks)",
       .make = [](const MeasureSpec&, double) { return of(inf_ndcg); }},
      {.name = "statAP",
       .title = "statAP",
       .about = "AP estimated from a sample with known probabilities of inclusion.",
       .formula = "sum over sampled relevant i of 1/pi_i * prec(i), divided by the sum of 1/pi; "
                  "prec(i) = (1 + sum over sampled relevant j above i of 1/pi_j) / rank_i",
       .range = "[0, 1] but for sampling error",
       .evidence = Evidence::sampled,
       .greatest = kInfinity,
       .citation = "Aslam, Pavlu & Yilmaz, SIGIR 2006; Pavlu & Aslam 2007",
       .edge_cases =
           "0 when no sampled document is relevant. The document itself counts once in its "
           "own precision, which keeps the estimate unbiased.",
       .elsewhere = "statAP of the Million Query track",
       .make = [](const MeasureSpec&, double) { return of(stat_ap); }},
  };
  return kMeasures;
}

}  // namespace foley::retrieval::registry

namespace foley::retrieval {
namespace {

struct Estimator {
  std::string_view name;
  SampledMeasure measure;
  SampleDesign design;
};

constexpr std::array<Estimator, 3> kEstimators{{{"xinfAP", xinf_ap, SampleDesign::stratified},
                                                {"infNDCG", inf_ndcg, SampleDesign::stratified},
                                                {"statAP", stat_ap, SampleDesign::independent}}};

}  // namespace

std::optional<Column> sampling_error_column(const MeasureSpec& spec) {
  for (const Estimator& each : kEstimators) {
    if (each.name != spec.info->name) {
      continue;
    }
    Column column = to_column(spec);
    column.name += ":error";
    column.aggregate = Aggregate::error_of_mean;
    column.value = [each](const Topic& topic) {
      return topic.sampled == nullptr
                 ? 0.0
                 : sampled_interval(each.measure, each.design, *topic.sampled).standard_error;
    };
    return column;
  }
  return std::nullopt;
}

}  // namespace foley::retrieval
