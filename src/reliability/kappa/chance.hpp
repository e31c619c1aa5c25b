#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/kappa/unit_table.hpp"

namespace foley::reliability {

/// A coefficient and what its parts are.
struct ChanceCorrected {
  Coefficient coefficient;
  double observed_disagreement = 0.0;
  double expected_disagreement = 0.0;
  double units = 0.0;  // that could be drawn: rated ones, or those that both rated
  double pairs = 0.0;  // units with two or more ratings
};

/// True for a pattern of the units that take part in a coefficient of this kind.
[[nodiscard]] inline bool takes_part(CoefficientKind kind, std::span<const CodedRating> pattern) {
  return pattern.size() >= (needs_two_raters(kind) ? 2U : 1U);
}

/// The coefficient if units_of[i] units had pattern i.
[[nodiscard]] ChanceCorrected chance_corrected(const UnitTable& table, CoefficientKind kind,
                                               std::span<const std::uint64_t> units_of);

/// What observed agreement is divided by: the units with two ratings that were drawn, or, as Gwet
/// does, their expected number. The same where every unit has two ratings.
enum class PairCount : std::uint8_t { drawn, expected };

/// By pattern, how far one such unit of all units moves the coefficient, times their number: the
/// linear part, whose mean over the units is 0. For a coefficient without a reason.
[[nodiscard]] std::vector<double> linear_parts(const UnitTable& table, CoefficientKind kind,
                                               const ChanceCorrected& all, PairCount pairs);

}  // namespace foley::reliability
