#pragma once

#include <cstdint>

#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// Extended inferred AP: AP estimated from a stratified random sample of the pool. Each sampled
/// relevant document stands for the documents of its stratum; the precision at its rank is
/// estimated from what was sampled above it, stratum by stratum, smoothed by 0.00001 so that
/// nothing is divided by 0. Documents outside the pool are not relevant. With a pool that is judged
/// as a whole it is AP but for the smoothing. 0 when no sampled document is relevant (grade > 0).
///
/// Source: Yilmaz, Kanoulas & Aslam, *A simple and efficient sampling method for estimating AP and
/// NDCG*, SIGIR 2008.
[[nodiscard]] double xinf_ap(const SampledRanking& ranking);

/// Inferred nDCG: the DCG of the run, each stratum's sampled gain multiplied by retrieved / sampled
/// documents of the stratum, divided by the DCG of the estimated ideal (the estimated number of
/// documents of each grade, rounded). Not bounded by 1, since both sums are estimates. Same source.
[[nodiscard]] double inf_ndcg(const SampledRanking& ranking);

/// statAP: AP estimated from a sample with known probabilities of inclusion, by Horvitz and
/// Thompson's rule: `sum over sampled relevant i of 1/pi_i * prec(i) / R`, with
/// `prec(i) = (1 + sum over sampled relevant j above i of 1/pi_j) / rank_i` and
/// `R = sum 1/pi`. The document itself counts once, not 1/pi times, in its precision, so that the
/// double sum is unbiased for independent draws. Not bounded by 1. 0 when no sampled document is
/// relevant.
///
/// Source: Aslam, Pavlu & Yilmaz, *A statistical method for system evaluation using incomplete
/// judgments*, SIGIR 2006; Pavlu & Aslam, *A practical sampling strategy for efficient retrieval
/// evaluation*, Northeastern University 2007; Horvitz & Thompson, JASA 1952.
[[nodiscard]] double stat_ap(const SampledRanking& ranking);

/// How the documents of a pool came into the sample.
enum class SampleDesign : std::uint8_t {
  stratified,   ///< A fixed number at random from each stratum (xinf_ap, inf_ndcg).
  independent,  ///< Each document on its own with its probability of inclusion (stat_ap).
};

/// An estimate with the range in which the value of the whole pool lies.
struct SampledEstimate {
  double value = 0.0;
  double standard_error = 0.0;
  double low = 0.0;
  double high = 0.0;
};

/// A measure of a sampled ranking.
using SampledMeasure = double (*)(const SampledRanking&);

/// Design-based interval of an estimate. The variance is that of the sampling alone: the delete-one
/// jackknife within each stratum with its finite-population correction, or under independent
/// inclusion the sum of `(1 - pi)` times the squared change that each sampled document makes. A
/// stratum that was sampled in part is taken to hold one relevant document more, its deepest, which
/// keeps the variance from vanishing where few relevant ones were drawn (Agresti & Coull 1998). The
/// interval is symmetric in the logit of the value, so that it stays within (0, 1), with quantiles
/// of Student's t; its width is 0 when the sample is the whole pool, and [0, 1] when the variance
/// cannot be known (a stratum with one sampled document of several, or no relevant one found).
/// Throws std::invalid_argument unless 0 < confidence < 1.
///
/// Source: Yilmaz, Kanoulas & Aslam 2008 (the need); Wolter, *Introduction to Variance Estimation*,
/// 2nd ed. 2007, chapter 4 (jackknife for stratified samples).
[[nodiscard]] SampledEstimate sampled_interval(SampledMeasure measure, SampleDesign design,
                                               const SampledRanking& ranking,
                                               double confidence = 0.95);

}  // namespace foley::retrieval
