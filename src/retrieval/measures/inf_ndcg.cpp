#include <cmath>
#include <functional>

#include "log_discount.hpp"
#include "strata.hpp"

namespace foley::retrieval {
namespace {

double ideal_dcg(const SampledRanking& ranking) {
  const auto strata = strata_of(ranking);
  std::map<double, double, std::greater<>> documents;  // of a grade, estimated
  for (const SampledDoc& doc : ranking.docs) {
    if (is_sampled_relevant(doc)) {
      const Stratum& stratum = strata.at(doc.stratum);
      documents[doc.grade] += stratum.pool / stratum.sampled;
    }
  }
  double sum = 0.0;
  std::int64_t rank = 0;
  for (const auto& [grade, count] : documents) {
    const auto whole = static_cast<std::int64_t>(std::floor(count + 0.5));
    for (std::int64_t i = 0; i < whole; ++i) {
      rank += 1;
      sum += grade / log_discount(rank);
    }
  }
  return sum;
}

}  // namespace

double inf_ndcg(const SampledRanking& ranking) {
  struct Retrieved {
    double docs = 0.0;
    double sampled = 0.0;
    double gain = 0.0;
  };
  std::map<std::int64_t, Retrieved> strata;
  for (const SampledDoc* doc : by_rank(ranking)) {
    Retrieved& stratum = strata[doc->stratum];
    stratum.docs += 1.0;
    stratum.sampled += is_sampled(*doc) ? 1.0 : 0.0;
    stratum.gain += is_sampled_relevant(*doc) ? doc->grade / log_discount(doc->rank) : 0.0;
  }
  double gain = 0.0;
  for (const auto& [number, stratum] : strata) {
    gain += stratum.sampled == 0.0 ? 0.0 : stratum.docs / stratum.sampled * stratum.gain;
  }
  const double ideal = ideal_dcg(ranking);
  return ideal == 0.0 ? 0.0 : gain / ideal;
}

}  // namespace foley::retrieval
