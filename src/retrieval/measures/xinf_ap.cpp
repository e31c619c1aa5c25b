#include "strata.hpp"

namespace foley::retrieval {
namespace {

constexpr double kRelevantPrior = 0.00001;
constexpr double kSampledPrior = 0.00003;

// Expected number of relevant documents above a rank, from what was sampled above it.
double expected_above(const std::map<std::int64_t, Stratum>& above) {
  double sum = 0.0;
  for (const auto& [number, stratum] : above) {
    sum += stratum.pool * (stratum.relevant + kRelevantPrior) / (stratum.sampled + kSampledPrior);
  }
  return sum;
}

}  // namespace

double xinf_ap(const SampledRanking& ranking) {
  std::map<std::int64_t, Stratum> above;
  std::map<std::int64_t, double> precision_sum;
  for (const SampledDoc* doc : by_rank(ranking)) {
    if (is_sampled_relevant(*doc)) {
      precision_sum[doc->stratum] += (1.0 + expected_above(above)) / static_cast<double>(doc->rank);
    }
    Stratum& stratum = above[doc->stratum];
    stratum.pool += 1.0;
    stratum.sampled += is_sampled(*doc) ? 1.0 : 0.0;
    stratum.relevant += is_sampled_relevant(*doc) ? 1.0 : 0.0;
  }
  double relevant = 0.0;
  double sum = 0.0;
  for (const auto& [number, stratum] : strata_of(ranking)) {
    if (stratum.sampled > 0.0) {
      const double weight = stratum.pool / stratum.sampled;
      relevant += stratum.relevant * weight;
      sum += precision_sum[number] * weight;
    }
  }
  return relevant == 0.0 ? 0.0 : sum / relevant;
}

}  // namespace foley::retrieval
