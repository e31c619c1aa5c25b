#include <cmath>
#include <functional>

#include "log_discount.hpp"
#include "strata.hpp"

namespace foley::retrieval {
namespace {

// Estimated number of documents of each grade, highest first.
std::map<double, double, std::greater<>> grade_counts(const SampledRanking& ranking) {
  const auto strata = strata_of(ranking);
  std::map<double, double, std::greater<>> documents;
  for (const SampledDoc& doc : ranking.docs) {
    if (is_sampled_relevant(doc)) {
      const Stratum& stratum = strata.at(doc.stratum);
      documents[doc.grade] += stratum.pool / stratum.sampled;
    }
  }
  return documents;
}

double rounded_ideal(const SampledRanking& ranking) {
  double sum = 0.0;
  std::int64_t rank = 0;
  for (const auto& [grade, count] : grade_counts(ranking)) {
    const auto whole = static_cast<std::int64_t>(std::floor(count + 0.5));
    for (std::int64_t i = 0; i < whole; ++i) {
      rank += 1;
      sum += grade / log_discount(rank);
    }
  }
  return sum;
}

// The sum of the discounts of the first `count` ranks; a fraction of a rank counts in proportion.
double discounts(double count) {
  const auto whole = static_cast<std::int64_t>(std::floor(count));
  double sum = 0.0;
  for (std::int64_t rank = 1; rank <= whole; ++rank) {
    sum += 1.0 / log_discount(rank);
  }
  return sum + (count - static_cast<double>(whole)) / log_discount(whole + 1);
}

double smooth_ideal(const SampledRanking& ranking) {
  double sum = 0.0;
  double start = 0.0;
  for (const auto& [grade, count] : grade_counts(ranking)) {
    sum += grade * (discounts(start + count) - discounts(start));
    start += count;
  }
  return sum;
}

double inferred_dcg(const SampledRanking& ranking) {
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
  return gain;
}

}  // namespace

double inf_ndcg(const SampledRanking& ranking) {
  const double ideal = rounded_ideal(ranking);
  return ideal == 0.0 ? 0.0 : inferred_dcg(ranking) / ideal;
}

double smooth_inf_ndcg(const SampledRanking& ranking) {
  const double ideal = smooth_ideal(ranking);
  return ideal == 0.0 ? 0.0 : inferred_dcg(ranking) / ideal;
}

}  // namespace foley::retrieval
