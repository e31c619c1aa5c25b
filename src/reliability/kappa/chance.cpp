#include "kappa/chance.hpp"

#include <algorithm>
#include <stdexcept>

#include "kappa/shares.hpp"

namespace foley::reliability {
namespace {

// What a difference of two sums may leave of them by rounding.
constexpr double kRounding = 1e-14;

bool one_category(std::span<const double> shares) {
  return std::ranges::count_if(shares, [](double share) { return share > 0.0; }) < 2;
}

double of_pooled(const UnitTable& table, CoefficientKind kind,
                 std::span<const std::uint64_t> units_of, double units) {
  const std::vector<double> shares = pooled_shares(table, kind, units_of, units);
  return one_category(shares) ? 0.0 : dot(shares, disagreement_with(table.weights(), shares));
}

// Mean over all ordered pairs of different raters, from the sum over all pairs and that over
// raters paired with themselves: nothing of raters x raters.
double of_raters(const UnitTable& table, CoefficientKind kind,
                 std::span<const std::uint64_t> units_of) {
  std::vector<double> sum(table.weights().size(), 0.0);
  double with_themselves = 0.0;
  double raters = 0.0;
  RaterSharesMaker maker(table, kind);
  for (std::size_t rater = 0; rater < table.raters(); ++rater) {
    const RaterShares& each = maker.of(rater, units_of);
    raters += each.ratings > 0.0 ? 1.0 : 0.0;
    for (std::size_t i = 0; i < each.codes.size(); ++i) {
      sum[each.codes[i]] += each.shares[i];
    }
    with_themselves += dot(each.shares, each.disagreements);
  }
  const double all = dot(sum, disagreement_with(table.weights(), sum));
  const double different = all - with_themselves;
  if (one_category(sum) || different <= kRounding * all) {
    return 0.0;
  }
  return different / (raters * (raters - 1.0));
}

double of_gwet(const UnitTable& table, std::span<const std::uint64_t> units_of, double units) {
  const auto q = static_cast<double>(table.weights().size());
  if (q < 2.0) {
    return 0.0;
  }
  double spread = 0.0;
  for (const double share : pooled_shares(table, CoefficientKind::gwet_ac, units_of, units)) {
    spread += share * (1.0 - share);
  }
  return 1.0 - (q * q - table.weights().total_disagreement()) / (q * (q - 1.0)) * spread;
}

double expected(const UnitTable& table, CoefficientKind kind,
                std::span<const std::uint64_t> units_of, double units) {
  const auto q = static_cast<double>(table.weights().size());
  switch (kind) {
    case CoefficientKind::cohen_kappa:
    case CoefficientKind::conger_kappa:
      return of_raters(table, kind, units_of);
    case CoefficientKind::scott_pi:
    case CoefficientKind::fleiss_kappa:
      return of_pooled(table, kind, units_of, units);
    case CoefficientKind::brennan_prediger:
      return table.weights().total_disagreement() / (q * q);
    case CoefficientKind::gwet_ac:
      return of_gwet(table, units_of, units);
    case CoefficientKind::percent_agreement:
      break;
  }
  return 1.0;
}

}  // namespace

ChanceCorrected chance_corrected(const UnitTable& table, CoefficientKind kind,
                                 std::span<const std::uint64_t> units_of) {
  if (needs_two_raters(kind) && table.raters() > 2) {
    throw std::invalid_argument(
        "this coefficient is for two raters; choose two, or take Conger's or Fleiss' kappa");
  }
  ChanceCorrected result;
  Coefficient& coefficient = result.coefficient;
  double observed = 0.0;
  for (std::size_t p = 0; p < units_of.size(); ++p) {
    const std::size_t size = table.pattern(p).size();
    if (units_of[p] == 0 || !takes_part(kind, table.pattern(p))) {
      continue;
    }
    const auto units = static_cast<double>(units_of[p]);
    result.units += units;
    if (size >= 2) {
      result.pairs += units;
      observed += units * table.within(p);
      coefficient.units += units_of[p];
      coefficient.ratings += units_of[p] * size;
    }
  }
  if (result.pairs == 0.0) {
    coefficient.reason = Reason::no_pairs;
    return result;
  }
  result.observed_disagreement = observed / result.pairs;
  result.expected_disagreement = expected(table, kind, units_of, result.units);
  coefficient.observed = 1.0 - result.observed_disagreement;
  coefficient.expected = 1.0 - result.expected_disagreement;
  if (result.expected_disagreement > 0.0) {
    coefficient.value = 1.0 - result.observed_disagreement / result.expected_disagreement;
  } else {
    coefficient.value = 1.0;
    coefficient.reason = Reason::one_value;
  }
  return result;
}

}  // namespace foley::reliability
