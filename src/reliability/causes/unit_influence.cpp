#include "foley/reliability/causes/unit_influence.hpp"

#include <algorithm>
#include <cmath>

#include "foley/core/parallel.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "leave_out.hpp"

namespace foley::reliability {

LeaveOneUnitOut leave_one_unit_out(const Ratings& ratings, const Scale& scale, unsigned threads) {
  const AgreementCounts counts = AgreementCounts::of(ratings);
  const auto distances = disagreement_of(counts.values(), scale);
  const CodedUnits units(ratings, counts.values(), SameKind::values);
  const LeaveOut alphas(units, *distances, ratings.raters());
  const LeaveOut::Base base = alphas.base(units.units_of_kinds());

  LeaveOneUnitOut result;
  result.with = alphas.whole(base);
  std::vector<Coefficient> without(units.kinds());
  parallel_for(units.kinds(), threads,
               [&](std::size_t kind) { without[kind] = alphas.without_unit(base, kind); });
  for (std::size_t i = 0; i < units.units().size(); ++i) {
    UnitInfluence each;
    each.unit = units.units()[i];
    each.ratings = units.size(units.kind_of()[i]);
    each.without = without[units.kind_of()[i]];
    each.reason = result.with.reason != Reason::none ? result.with.reason : each.without.reason;
    if (each.reason == Reason::none) {
      each.delta = each.without.value - result.with.value;
    }
    result.units.push_back(each);
  }
  std::ranges::stable_sort(result.units, std::ranges::greater{},
                           [](const UnitInfluence& each) { return std::fabs(each.delta); });
  return result;
}

std::vector<DisputedUnit> most_disputed_units(const Ratings& ratings, std::size_t most,
                                              const Scale& scale) {
  const AgreementCounts counts = AgreementCounts::of(ratings);
  const auto distances = disagreement_of(counts.values(), scale);
  const CodedUnits units(ratings, counts.values(), SameKind::values);
  const LeaveOut alphas(units, *distances, ratings.raters());
  const LeaveOut::Base base = alphas.base(units.units_of_kinds());
  const Coefficient whole = alphas.whole(base);
  const Disagreement::Positions positions = distances->positions(base.counts);

  std::vector<double> distance_of(units.kinds());
  for (std::size_t kind = 0; kind < units.kinds(); ++kind) {
    const auto m = static_cast<double>(units.size(kind));
    distance_of[kind] =
        distances->factor() * distances->within(units.ascending(kind), positions) / (m * (m - 1.0));
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < units.units().size(); ++i) {
    if (distance_of[units.kind_of()[i]] > 0.0) {
      order.push_back(i);
    }
  }
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return distance_of[units.kind_of()[i]]; });
  order.resize(std::min(order.size(), most));
  std::vector<DisputedUnit> result;
  for (const std::size_t i : order) {
    DisputedUnit each;
    each.unit = units.units()[i];
    each.distance = distance_of[units.kind_of()[i]];
    each.relative = whole.expected > 0.0 ? each.distance / whole.expected : 0.0;
    const auto given = ratings.of(each.unit);
    each.ratings.assign(given.begin(), given.end());
    result.push_back(std::move(each));
  }
  return result;
}

}  // namespace foley::reliability
