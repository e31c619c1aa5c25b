#include "foley/reliability/calibration.hpp"

#include <stdexcept>
#include <vector>

#include "foley/reliability/alpha.hpp"
#include "foley/reliability/band.hpp"
#include "foley/reliability/causes/rater_profile.hpp"

namespace foley::reliability {
namespace {

bool may_work(const Calibration& result) {
  return result.promoted && result.evidence && result.judge_units >= kFewestUnits &&
         result.with_humans >= kAlphaReliable;
}

}  // namespace

Calibration alpha_result(const RatingMatrix& matrix, const Scale& scale,
                         const std::optional<AlphaIntervalOptions>& interval) {
  const AgreementCounts counts = AgreementCounts::of(matrix);
  const Coefficient alpha = krippendorff_alpha(counts, scale);
  Calibration result;
  result.alpha = alpha.value;
  result.level = scale.level;
  result.n_units = alpha.units;
  result.n_raters = matrix.raters();
  result.percent_agreement = percent_agreement(counts).value;
  result.band = reliability_band(alpha.value);
  result.promoted = alpha.value >= kAlphaReliable;
  result.reason = alpha.reason;
  if (alpha.reason == Reason::none && alpha.units < 2) {
    result.reason = Reason::too_few_units;
  }
  result.evidence = result.reason == Reason::none;
  result.judge_units = alpha.units;
  result.with_humans = alpha.value;
  result.unattended = may_work(result);
  if (interval) {
    result.interval = alpha_interval(counts, scale, *interval);
    result.lower_band = reliability_band(result.interval->interval.low);
  }
  return result;
}

Calibration calibrate_judge_vs_human(const RatingMatrix& humans, std::span<const double> judge,
                                     const Scale& scale,
                                     const std::optional<AlphaIntervalOptions>& interval) {
  if (judge.size() != humans.units()) {
    throw std::invalid_argument("the judge must have one grade a unit");
  }
  std::vector<double> all;
  all.reserve((humans.raters() + 1) * judge.size());
  for (std::size_t r = 0; r < humans.raters(); ++r) {
    for (std::size_t u = 0; u < humans.units(); ++u) {
      all.push_back(humans.at(r, u));
    }
  }
  all.insert(all.end(), judge.begin(), judge.end());
  const RatingMatrix everyone(all, humans.raters() + 1, judge.size());
  Calibration result = alpha_result(everyone, scale, interval);
  if (humans.raters() > 1 && result.evidence) {
    const RaterProfile profile = rater_profiles(Ratings::of(everyone), scale).back();
    result.judge_units = profile.compared;
    result.with_humans = profile.with_others.value;
    result.unattended = may_work(result);
  }
  return result;
}

}  // namespace foley::reliability
