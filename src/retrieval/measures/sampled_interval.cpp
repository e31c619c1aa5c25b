#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "strata.hpp"

namespace foley::retrieval {
namespace {

// Quantile of the normal distribution by bisection: exact to the last bits on every machine.
double normal_quantile(double p) {
  double low = -40.0;
  double high = 40.0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (0.5 * std::erfc(-middle / std::sqrt(2.0)) < p ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Student's t from the normal quantile: Abramowitz & Stegun 26.7.5, three terms.
double student_quantile(double p, double freedom) {
  const double z = normal_quantile(p);
  const double z2 = z * z;
  const double first = z * (z2 + 1.0) / 4.0;
  const double second = z * (5.0 * z2 * z2 + 16.0 * z2 + 3.0) / 96.0;
  const double third = z * (3.0 * z2 * z2 * z2 + 19.0 * z2 * z2 + 17.0 * z2 - 15.0) / 384.0;
  return z + (first + (second + third / freedom) / freedom) / freedom;
}

// The measure without each sampled document in turn; unsampled ones are skipped.
template <class Visit>
void delete_one(SampledMeasure measure, const SampledRanking& ranking, Visit visit) {
  SampledRanking without = ranking;
  for (SampledDoc& doc : without.docs) {
    if (is_sampled(doc)) {
      const double grade = doc.grade;
      doc.grade = -1.0;
      visit(doc, measure(without));
      doc.grade = grade;
    }
  }
}

// The sample with one document more in each stratum that was sampled in part: its deepest unsampled
// one, as if it had been drawn and found relevant. Where few relevant documents were drawn the
// variance would else be too small just when the estimate is too high (Agresti & Coull's added
// successes).
SampledRanking with_added_success(const SampledRanking& ranking) {
  SampledRanking more = ranking;
  std::map<std::int64_t, SampledDoc*> deepest;
  const auto depth = [](const SampledDoc& doc) {
    return doc.rank > 0 ? doc.rank : std::numeric_limits<std::int64_t>::max();
  };
  for (SampledDoc& doc : more.docs) {
    if (!is_sampled(doc)) {
      SampledDoc*& best = deepest[doc.stratum];
      best = best == nullptr || depth(doc) > depth(*best) ? &doc : best;
    }
  }
  for (const auto& [stratum, doc] : deepest) {
    doc->grade = 1.0;
  }
  return more;
}

struct Variance {
  double value = 0.0;
  double freedom = 0.0;
};

std::optional<Variance> stratified_variance(SampledMeasure measure, const SampledRanking& drawn) {
  const auto strata = strata_of(drawn);
  Variance variance;
  for (const auto& [number, stratum] : strata) {
    if (stratum.sampled < stratum.pool) {
      if (stratum.sampled < 2.0) {
        return std::nullopt;
      }
      variance.freedom += stratum.sampled - 1.0;
    }
  }
  std::map<std::int64_t, std::vector<double>> deleted;
  delete_one(measure, with_added_success(drawn),
             [&](const SampledDoc& doc, double value) { deleted[doc.stratum].push_back(value); });
  for (const auto& [number, values] : deleted) {
    const auto count = static_cast<double>(values.size());
    double mean = 0.0;
    for (const double value : values) {
      mean += value / count;
    }
    double squares = 0.0;
    for (const double value : values) {
      squares += (value - mean) * (value - mean);
    }
    const Stratum& stratum = strata.at(number);
    variance.value += (1.0 - stratum.sampled / stratum.pool) * (count - 1.0) / count * squares;
  }
  return variance;
}

std::optional<Variance> independent_variance(SampledMeasure measure,
                                             const SampledRanking& ranking) {
  const double whole = measure(ranking);
  Variance variance;
  bool complete = true;
  double drawn = 0.0;
  for (const SampledDoc& doc : ranking.docs) {
    complete = complete && doc.inclusion >= 1.0;
  }
  delete_one(measure, ranking, [&](const SampledDoc& doc, double value) {
    variance.value += (1.0 - doc.inclusion) * (whole - value) * (whole - value);
    drawn += doc.inclusion < 1.0 ? 1.0 : 0.0;
  });
  variance.freedom = drawn - 1.0;
  if (!complete && drawn < 2.0) {
    return std::nullopt;
  }
  return variance;
}

double logit(double p) { return std::log(p / (1.0 - p)); }
double from_logit(double x) { return 1.0 / (1.0 + std::exp(-x)); }

}  // namespace

SampledEstimate sampled_interval(SampledMeasure measure, SampleDesign design,
                                 const SampledRanking& ranking, double confidence) {
  if (!(confidence > 0.0 && confidence < 1.0)) {
    throw std::invalid_argument("confidence is not between 0 and 1");
  }
  SampledEstimate estimate;
  estimate.value = measure(ranking);
  const SampledMeasure varied = measure == inf_ndcg ? smooth_inf_ndcg : measure;
  const auto variance = design == SampleDesign::stratified ? stratified_variance(varied, ranking)
                                                           : independent_variance(varied, ranking);
  estimate.low = 0.0;
  estimate.high = std::max(1.0, estimate.value);
  if (!variance) {
    return estimate;
  }
  estimate.standard_error = std::sqrt(variance->value);
  if (variance->freedom <= 0.0) {  // nothing was left to chance
    estimate.low = estimate.value;
    estimate.high = estimate.value;
    return estimate;
  }
  if (!(estimate.value > 0.0) || variance->value == 0.0) {
    return estimate;
  }
  const double t = student_quantile(0.5 + confidence / 2.0, variance->freedom);
  if (estimate.value >= 1.0) {
    estimate.low = std::max(0.0, estimate.value - t * estimate.standard_error);
    estimate.high = estimate.value + t * estimate.standard_error;
    return estimate;
  }
  const double half = t * estimate.standard_error / (estimate.value * (1.0 - estimate.value));
  estimate.low = from_logit(logit(estimate.value) - half);
  estimate.high = from_logit(logit(estimate.value) + half);
  return estimate;
}

}  // namespace foley::retrieval
