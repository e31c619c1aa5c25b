#include "foley/reliability/kappa/agreement_coefficient.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "confidence.hpp"
#include "foley/reliability/kappa/unit_table.hpp"
#include "foley/stats/distributions.hpp"
#include "kappa/chance.hpp"
#include "kappa/coefficient_reason.hpp"

namespace foley::reliability {
namespace {

constexpr std::array<std::string_view, kCoefficientKinds.size()> kNames{
    "cohen_kappa",      "scott_pi", "fleiss_kappa",      "conger_kappa",
    "brennan_prediger", "gwet_ac",  "percent_agreement",
};

double standard_error(const UnitTable& table, CoefficientKind kind, const ChanceCorrected& all) {
  const std::vector<double> parts = linear_parts(table, kind, all, PairCount::expected);
  double squares = 0.0;
  double largest = 0.0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    squares += static_cast<double>(table.units_of()[p]) * parts[p] * parts[p];
    largest = std::max(largest, std::fabs(parts[p]));
  }
  // Parts that differ from 0 by rounding alone show no spread.
  const double scale = 1.0 + std::fabs(all.coefficient.value);
  if (largest <= kPartRounding * scale) {
    return 0.0;
  }
  const double below = needs_two_raters(kind) ? all.units : all.units - 1.0;
  return std::sqrt(squares / (all.units * below));
}

}  // namespace

std::string_view to_string(CoefficientKind kind) {
  return kNames.at(static_cast<std::size_t>(kind));
}

std::optional<CoefficientKind> coefficient_kind_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) {
    return std::nullopt;
  }
  return static_cast<CoefficientKind>(found - kNames.begin());
}

bool needs_two_raters(CoefficientKind kind) {
  return kind == CoefficientKind::cohen_kappa || kind == CoefficientKind::scott_pi;
}

Coefficient agreement_coefficient(CoefficientKind kind, const Ratings& ratings,
                                  const Weighting& weighting) {
  return UnitTable(ratings, weighting).all(kind);
}

Coefficient cohen_kappa(const Ratings& ratings, const Weighting& weighting) {
  return agreement_coefficient(CoefficientKind::cohen_kappa, ratings, weighting);
}
Coefficient scott_pi(const Ratings& ratings, const Weighting& weighting) {
  return agreement_coefficient(CoefficientKind::scott_pi, ratings, weighting);
}
Coefficient fleiss_kappa(const Ratings& ratings, const Weighting& weighting) {
  return agreement_coefficient(CoefficientKind::fleiss_kappa, ratings, weighting);
}
Coefficient conger_kappa(const Ratings& ratings, const Weighting& weighting) {
  return agreement_coefficient(CoefficientKind::conger_kappa, ratings, weighting);
}
Coefficient brennan_prediger(const Ratings& ratings, const Weighting& weighting) {
  return agreement_coefficient(CoefficientKind::brennan_prediger, ratings, weighting);
}
Coefficient gwet_ac(const Ratings& ratings, const Weighting& weighting) {
  return agreement_coefficient(CoefficientKind::gwet_ac, ratings, weighting);
}
Coefficient weighted_percent_agreement(const Ratings& ratings, const Weighting& weighting) {
  return agreement_coefficient(CoefficientKind::percent_agreement, ratings, weighting);
}

CoefficientInterval linearised_interval(CoefficientKind kind, const Ratings& ratings,
                                        const Weighting& weighting, double confidence) {
  require_confidence(confidence);
  const UnitTable table(ratings, weighting);
  const ChanceCorrected all = chance_corrected(table, kind, table.units_of());
  CoefficientInterval result;
  result.coefficient = all.coefficient;
  const double value = all.coefficient.value;
  result.interval = {value, value, value, confidence, no_interval(all)};
  if (result.interval.reason != stats::Reason::none) {
    return result;
  }
  result.standard_error = standard_error(table, kind, all);
  if (result.standard_error == 0.0) {
    result.interval.reason = stats::Reason::constant;
    return result;
  }
  const double half =
      stats::student_t_quantile(0.5 + confidence / 2.0, all.units - 1.0) * result.standard_error;
  result.interval.low = value - half;
  result.interval.high = std::min(1.0, value + half);
  return result;
}

}  // namespace foley::reliability
