#pragma once

#include <cstddef>
#include <cstdint>

#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"
#include "foley/stats/interval.hpp"

namespace foley::reliability {

/// How an interval of alpha is made.
enum class IntervalMethod : std::uint8_t {
  bca,           ///< Bootstrap over units, bias-corrected and accelerated.
  percentile,    ///< Bootstrap over units, quantiles of the replicates.
  jackknife,     ///< Units left out one at a time, Student's t.
  krippendorff,  ///< Krippendorff's bootstrap of observed disagreements.
};

/// How the intervals of alpha are made.
struct AlphaIntervalOptions {
  IntervalMethod method = IntervalMethod::bca;  ///< The one that is to be shown.
  std::size_t replicates = 1'000;               ///< At least 2.
  double confidence = 0.95;                     ///< In (0, 1).
  /// Raters m of Krippendorff's M = (m-1) n / 2; 0: M is the number of pairs within units.
  std::size_t raters = 0;
  std::uint64_t seed = 0;  ///< Replicate r draws from streams of its own of this seed.
  unsigned threads = 1;    ///< The result has the same bits for any number.
};

/// Alpha with all its intervals. Units are what is drawn or left out, and so what the bounds speak
/// of: other units of the same kind, rated by the same raters.
struct AlphaInterval {
  double value = 0.0;               ///< Alpha of the data.
  std::size_t units = 0;            ///< Units with two or more ratings.
  stats::Interval interval;         ///< By the method asked for; see alpha_interval for unanimity.
  stats::Interval bca;              ///< Of the bootstrap over units.
  stats::Interval percentile;       ///< Of the bootstrap over units.
  stats::Interval jackknife;        ///< value ± t · jackknife_error, at most 1.
  stats::Interval krippendorff;     ///< Quantiles of Krippendorff's bootstrap.
  double bias = 0.0;                ///< Mean of the bootstrap over units minus the value.
  double standard_error = 0.0;      ///< Standard deviation of the bootstrap over units.
  double jackknife_error = 0.0;     ///< Standard error from units left out.
  double krippendorff_error = 0.0;  ///< Standard deviation of Krippendorff's bootstrap.
  double bias_correction = 0.0;     ///< z0 of BCa.
  double acceleration = 0.0;        ///< a of BCa.
  double below_reliable = 0.0;      ///< Share of the bootstrap over units below 0.8.
  double below_tentative = 0.0;     ///< The same below 0.667.
  std::size_t without_meaning = 0;  ///< Replicates over units that drew one value; they count as 1.
  std::size_t coincidences_drawn = 0;  ///< M of Krippendorff's bootstrap.
  Reason reason = Reason::none;        ///< See alpha_interval.
};

/// Intervals of Krippendorff's alpha.
///
/// *Bootstrap over units* (percentile, BCa): each replicate draws as many units as there are, with
/// repetition, and is alpha of them, its expected disagreement included. Units with the same
/// ratings are drawn together, as a multinomial over the patterns, so that the time does not grow
/// with their number. `below_reliable` and `below_tentative` are what Krippendorff calls the chance
/// to fail to reach a smallest acceptable alpha.
///
/// *Jackknife*: standard error `√((n-1)/n · Σ(a_i - mean)²)` of alpha without unit i, interval
/// value ± t with n - 1 degrees of freedom. With over 4,096 patterns units are left out in 512
/// groups, dealt by chance from the seed, instead of one at a time.
///
/// *Krippendorff's bootstrap*: a replicate is `1 - Σδ² / (M D_e)` over M squared distances drawn
/// from the observed coincidences (pairs of values within units, each unit with the weight of its
/// ratings), with the expected disagreement D_e of the data throughout. M is the smaller of 25 Q,
/// for Q different coincidences ((c, k) and (k, c) apart), and the number of pairs within units;
/// the paper's (m-1) n / 2 for n ratings of m raters is the same unless ratings are missing, and
/// then more (see AlphaIntervalOptions::raters). Below -1 counts as -1. A replicate of exactly 1
/// has drawn no disagreement: it counts as 0 where only one value ever coincides with itself; where
/// several do, as many of them as are expected to have drawn one such value alone,
/// `replicates · Σ(o_cc / n)^M` rounded, count as 0. Only distances and their weights are kept,
/// never a table of values x values.
///
/// *Coverage* of 95 % intervals in 2,000 simulations each, four values of unequal shares. At alpha
/// 0.75 with 200 units all three methods over units hold it in 93 to 96 % of cases for two to five
/// raters at nominal, ordinal and interval level. With few units and high alpha only BCa comes near
/// (0.9, 50 units, two raters: nominal 95 %, the others 87 %; ordinal 86 %, the others 77 to 80 %).
/// Krippendorff's bootstrap takes pairs for independent and D_e for known, and its M does not grow
/// once 25 Q caps it: with two raters and 50, 200 and 800 units it holds alpha in 93, 95 and 99 %
/// of cases, with five raters in 62, 90 and 100 % (nominal, 0.75).
///
/// Degenerate data give intervals of one point, the value, with the reason: no_pairs, one_value,
/// too_few_units (one unit). Where all units agree but not all on one value, no method sees any
/// spread and all four are [1, 1]; `interval` is then [1 - p/q, 1], at least -1 below, with the
/// stats reason `constant`: p is the largest share of units with disagreement that none in n leaves
/// possible (`1 - ((1-c)/2)^{1/n}`), q the chance that two ratings by chance differ.
/// undefined_replicates: some replicates over units drew one value only; they count as 1, as
/// krippendorff_alpha does.
///
/// Throws what krippendorff_alpha throws, and std::invalid_argument for under two replicates and
/// for a confidence out of range.
///
/// Source: Krippendorff, *Algorithm for bootstrapping a distribution of alpha*, 2006, rev. 2011;
/// Hayes & Krippendorff 2007; Efron, *Better bootstrap confidence intervals*, JASA 1987; Tukey
/// 1958; Hanley & Lippman-Hand, *If nothing goes wrong, is everything all right?*, JAMA 1983.
[[nodiscard]] AlphaInterval alpha_interval(const AgreementCounts& counts, const Scale& scale = {},
                                           const AlphaIntervalOptions& options = {});

}  // namespace foley::reliability
