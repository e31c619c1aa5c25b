#include "foley/reliability/causes/rater_influence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "confidence.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "foley/stats/bootstrap.hpp"
#include "leave_out.hpp"

namespace foley::reliability {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// Draws as many units as there are, with repetition.
std::vector<std::uint64_t> resampled(const CodedUnits& units, RandomStream random) {
  std::vector<std::uint64_t> units_of(units.kinds(), 0);
  const auto n = static_cast<std::uint32_t>(units.units().size());
  for (std::uint32_t i = 0; i < n; ++i) {
    units_of[units.kind_of()[random.below(n)]] += 1;
  }
  return units_of;
}

// Deltas by rater, one replicate after the other.
std::vector<double> resampled_deltas(const CodedUnits& units, const LeaveOut& alphas,
                                     std::size_t raters, const InfluenceOptions& options) {
  std::vector<double> deltas(options.replicates * raters, kUndefined);
  parallel_for(options.replicates, options.threads, [&](std::size_t replicate) {
    const LeaveOut::Base base =
        alphas.base(resampled(units, RandomStream(options.seed, replicate)));
    const Coefficient with = alphas.whole(base);
    for (std::size_t r = 0; r < raters && with.reason == Reason::none; ++r) {
      const Coefficient without = alphas.without_rater(base, r);
      if (without.reason == Reason::none) {
        deltas[replicate * raters + r] = without.value - with.value;
      }
    }
  });
  return deltas;
}

stats::Interval interval_of(double delta, std::span<const double> deltas, std::size_t rater,
                            std::size_t raters, double confidence) {
  std::vector<double> defined;
  const std::size_t replicates = deltas.size() / raters;
  for (std::size_t i = 0; i < replicates; ++i) {
    const double each = deltas[i * raters + rater];
    if (!std::isnan(each)) {
      defined.push_back(each);
    }
  }
  stats::Interval result{delta, delta, delta, confidence, stats::Reason::no_data};
  if (!defined.empty()) {
    std::ranges::sort(defined);
    result = stats::percentile_interval(delta, defined, confidence);
  }
  if (replicates > 0 && defined.size() < replicates) {
    result.reason = stats::Reason::undefined_replicates;
  }
  return result;
}

}  // namespace

LeaveOneRaterOut leave_one_rater_out(const Ratings& ratings, const Scale& scale,
                                     const InfluenceOptions& options) {
  require_confidence(options.confidence);
  const AgreementCounts counts = AgreementCounts::of(ratings);
  const auto distances = disagreement_of(counts.values(), scale);
  const CodedUnits units(ratings, counts.values(), SameKind::values_and_raters);
  const LeaveOut alphas(units, *distances, ratings.raters());
  const LeaveOut::Base base = alphas.base(units.units_of_kinds());

  LeaveOneRaterOut result;
  result.with = alphas.whole(base);
  result.raters.resize(ratings.raters());
  parallel_for(result.raters.size(), options.threads, [&](std::size_t r) {
    RaterInfluence& each = result.raters[r];
    each.rater = static_cast<std::uint32_t>(r);
    each.without = alphas.without_rater(base, r);
    each.reason = result.with.reason != Reason::none ? result.with.reason : each.without.reason;
    if (each.reason == Reason::none) {
      each.delta = each.without.value - result.with.value;
    }
  });
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    for (const Rating& given : ratings.of(u)) {
      result.raters[given.rater].ratings += 1;
      result.raters[given.rater].compared += ratings.of(u).size() > 1 ? 1 : 0;
    }
  }
  const bool resample = units.units().size() > 1 && result.with.reason == Reason::none;
  const std::vector<double> deltas =
      resample ? resampled_deltas(units, alphas, ratings.raters(), options) : std::vector<double>{};
  for (RaterInfluence& each : result.raters) {
    each.interval = {each.delta, each.delta, each.delta, options.confidence,
                     units.units().size() == 1 ? stats::Reason::too_few : stats::Reason::no_data};
    if (resample && each.reason == Reason::none) {
      each.interval =
          interval_of(each.delta, deltas, each.rater, ratings.raters(), options.confidence);
    }
  }
  return result;
}

}  // namespace foley::reliability
