#include <vector>

#include "kappa/chance.hpp"
#include "kappa/shares.hpp"

namespace foley::reliability {
namespace {

// In this file a shift is, by pattern, half of what n units of the pattern add to expected
// agreement by being drawn: the linear part of p_e.

std::vector<double> pooled_shifts(const UnitTable& table, CoefficientKind kind,
                                  const ChanceCorrected& all) {
  const std::vector<double> shares = pooled_shares(table, kind, table.units_of(), all.units);
  const std::vector<double> disagreements = disagreement_with(table.weights(), shares);
  std::vector<double> result(table.units_of().size(), 0.0);
  for (std::size_t p = 0; p < result.size(); ++p) {
    const auto pattern = table.pattern(p);
    for (const CodedRating& rating : pattern) {
      result[p] += (all.expected_disagreement - disagreements[rating.code]) /
                   static_cast<double>(pattern.size());
    }
  }
  return result;
}

std::vector<double> gwet_shifts(const UnitTable& table, const ChanceCorrected& all) {
  const auto q = static_cast<double>(table.weights().size());
  const double factor = (q * q - table.weights().total_disagreement()) / (q * (q - 1.0));
  const std::vector<double> shares =
      pooled_shares(table, CoefficientKind::gwet_ac, table.units_of(), all.units);
  std::vector<double> result(table.units_of().size(), 0.0);
  for (std::size_t p = 0; p < result.size(); ++p) {
    const auto pattern = table.pattern(p);
    for (const CodedRating& rating : pattern) {
      result[p] += (factor * (1.0 - shares[rating.code]) - all.coefficient.expected) /
                   static_cast<double>(pattern.size());
    }
  }
  return result;
}

// A rating of a rater moves the rater's shares, and by them the pairs with all other raters.
std::vector<double> rater_shifts(const UnitTable& table, CoefficientKind kind,
                                 const ChanceCorrected& all) {
  const std::size_t q = table.weights().size();
  RaterSharesMaker maker(table, kind);
  std::vector<double> sum(q, 0.0);
  double raters = 0.0;
  for (std::size_t rater = 0; rater < table.raters(); ++rater) {
    const RaterShares& each = maker.of(rater, table.units_of());
    raters += each.ratings > 0.0 ? 1.0 : 0.0;
    for (std::size_t i = 0; i < each.codes.size(); ++i) {
      sum[each.codes[i]] += each.shares[i];
    }
  }
  const std::vector<double> with_all = disagreement_with(table.weights(), sum);
  std::vector<double> with_others(q, 0.0);
  std::vector<double> result(table.units_of().size(), 0.0);
  for (std::size_t rater = 0; rater < table.raters(); ++rater) {
    const RaterShares& each = maker.of(rater, table.units_of());
    double mean = 0.0;
    for (std::size_t i = 0; i < each.codes.size(); ++i) {
      with_others[each.codes[i]] = with_all[each.codes[i]] - each.disagreements[i];
      mean += each.shares[i] * with_others[each.codes[i]];
    }
    if (each.ratings == 0.0) {
      continue;
    }
    const double factor = all.units / (each.ratings * raters * (raters - 1.0));
    for (const UnitTable::Place& place : table.of_rater(rater)) {
      if (takes_part(kind, table.pattern(place.pattern))) {
        result[place.pattern] += factor * (mean - with_others[place.code]);
      }
    }
  }
  return result;
}

std::vector<double> shifts(const UnitTable& table, CoefficientKind kind,
                           const ChanceCorrected& all) {
  switch (kind) {
    case CoefficientKind::cohen_kappa:
    case CoefficientKind::conger_kappa:
      return rater_shifts(table, kind, all);
    case CoefficientKind::scott_pi:
    case CoefficientKind::fleiss_kappa:
      return pooled_shifts(table, kind, all);
    case CoefficientKind::gwet_ac:
      return gwet_shifts(table, all);
    default:  // what chance gives does not depend on the units
      return std::vector<double>(table.units_of().size(), 0.0);
  }
}

}  // namespace

std::vector<double> linear_parts(const UnitTable& table, CoefficientKind kind,
                                 const ChanceCorrected& all, PairCount pairs) {
  std::vector<double> result = shifts(table, kind, all);
  const double rest = 1.0 - all.coefficient.value;
  const double units_a_pair = all.units / all.pairs;
  for (std::size_t p = 0; p < result.size(); ++p) {
    const auto pattern = table.pattern(p);
    if (!takes_part(kind, pattern)) {
      result[p] = 0.0;
      continue;
    }
    double part = -2.0 * rest * result[p] / all.expected_disagreement;
    if (pattern.size() >= 2) {
      part += units_a_pair *
              (1.0 - table.within(p) / all.expected_disagreement - all.coefficient.value);
    }
    // Gwet takes the share of units with two ratings for known: sum / expected number of pairs.
    if (pairs == PairCount::expected) {
      part += (pattern.size() >= 2 ? units_a_pair - 1.0 : -1.0) * all.coefficient.value;
    }
    result[p] = part;
  }
  return result;
}

}  // namespace foley::reliability
