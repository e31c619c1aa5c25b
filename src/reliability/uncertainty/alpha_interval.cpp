#include "foley/reliability/alpha_interval.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "alpha_evaluator.hpp"
#include "confidence.hpp"
#include "foley/reliability/band.hpp"
#include "foley/stats/bootstrap.hpp"
#include "foley/stats/distributions.hpp"
#include "foley/stats/multinomial.hpp"
#include "uncertainty/coincidence_bootstrap.hpp"
#include "uncertainty/unanimity.hpp"
#include "uncertainty/unit_bootstrap.hpp"
#include "uncertainty/unit_jackknife.hpp"

namespace foley::reliability {
namespace {

void require_options(const AlphaIntervalOptions& options) {
  if (options.replicates < 2) {
    throw std::invalid_argument("the bootstrap needs at least two replicates");
  }
  require_confidence(options.confidence);
}

double share_below(std::span<const double> ascending, double bound) {
  return static_cast<double>(std::ranges::lower_bound(ascending, bound) - ascending.begin()) /
         static_cast<double>(ascending.size());
}

stats::Reason in_words_of_stats(Reason reason) {
  switch (reason) {
    case Reason::no_pairs:
      return stats::Reason::no_data;
    case Reason::too_few_units:
      return stats::Reason::too_few;
    default:
      return stats::Reason::constant;
  }
}

AlphaInterval one_point(AlphaInterval result, Reason reason, double confidence) {
  result.reason = reason;
  result.interval = {result.value, result.value, result.value, confidence,
                     in_words_of_stats(reason)};
  result.bca = result.interval;
  result.percentile = result.interval;
  result.jackknife = result.interval;
  result.krippendorff = result.interval;
  result.below_reliable = result.value < kAlphaReliable ? 1.0 : 0.0;
  result.below_tentative = result.value < kAlphaTentative ? 1.0 : 0.0;
  return result;
}

const stats::Interval& chosen(const AlphaInterval& result, IntervalMethod method) {
  switch (method) {
    case IntervalMethod::bca:
      return result.bca;
    case IntervalMethod::percentile:
      return result.percentile;
    case IntervalMethod::jackknife:
      return result.jackknife;
    case IntervalMethod::krippendorff:
      return result.krippendorff;
  }
  throw std::invalid_argument("there is no such method");
}

void add_unit_bootstrap(AlphaInterval& result, const UnitBootstrap& drawn,
                        const UnitJackknife& left_out, double confidence) {
  const auto& replicates = drawn.ascending;
  const Spread spread = spread_of(replicates);
  result.bias = spread.mean - result.value;
  result.standard_error = spread.sd;
  result.without_meaning = drawn.without_meaning;
  result.below_reliable = share_below(replicates, kAlphaReliable);
  result.below_tentative = share_below(replicates, kAlphaTentative);
  const stats::BcaCorrections corrections =
      stats::bca_corrections(result.value, replicates, left_out.without, left_out.times);
  result.bias_correction = corrections.bias;
  result.acceleration = corrections.acceleration;
  result.percentile = stats::percentile_interval(result.value, replicates, confidence);
  result.bca = stats::bca_interval(result.value, replicates, corrections, confidence);
}

void add_jackknife(AlphaInterval& result, const UnitJackknife& left_out, double confidence) {
  result.jackknife_error = left_out.standard_error();
  const double reach = stats::student_t_quantile(0.5 + confidence / 2.0, left_out.parts - 1.0) *
                       result.jackknife_error;
  result.jackknife = {result.value, result.value - reach, std::min(1.0, result.value + reach),
                      confidence, stats::Reason::none};
}

}  // namespace

AlphaInterval alpha_interval(const AgreementCounts& counts, const Scale& scale,
                             const AlphaIntervalOptions& options) {
  require_options(options);
  const AlphaEvaluator evaluator(counts, scale);
  const Coefficient alpha = evaluator.at(counts.units_of());
  AlphaInterval result;
  result.value = alpha.value;
  result.units = alpha.units;
  if (alpha.reason != Reason::none) {
    return one_point(result, alpha.reason, options.confidence);
  }
  if (alpha.units == 1) {
    return one_point(result, Reason::too_few_units, options.confidence);
  }
  if (alpha.observed == 0.0) {
    result = one_point(result, Reason::none, options.confidence);
    const double slack = unanimity_slack(static_cast<double>(alpha.units), chance_to_differ(counts),
                                         options.confidence);
    result.interval.low = std::max(-1.0, 1.0 - slack);
    return result;
  }
  const UnitJackknife left_out = unit_jackknife(counts, evaluator, options.seed, options.threads);
  const std::vector<double> weights(counts.units_of().begin(), counts.units_of().end());
  const UnitBootstrap drawn = unit_bootstrap(stats::Multinomial(weights), evaluator, alpha.units,
                                             options.replicates, options.seed, options.threads);
  add_unit_bootstrap(result, drawn, left_out, options.confidence);
  add_jackknife(result, left_out, options.confidence);
  const CoincidenceBootstrap coincidences = coincidence_bootstrap(counts, scale, options);
  result.coincidences_drawn = coincidences.draws;
  result.krippendorff_error = spread_of(coincidences.ascending).sd;
  result.krippendorff =
      stats::percentile_interval(result.value, coincidences.ascending, options.confidence);
  result.interval = chosen(result, options.method);
  result.reason = drawn.without_meaning > 0 ? Reason::undefined_replicates : Reason::none;
  return result;
}

}  // namespace foley::reliability
