#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "foley/stats/reason.hpp"

namespace foley::reliability {

/// Why a number is a placeholder instead of a result. A coefficient of degenerate data is never
/// NaN: it has the value that its function states, and one of these.
enum class Reason : std::uint8_t {
  none,              ///< All is well; the number means what it says.
  no_pairs,          ///< No unit has two ratings (one rater, raters who share no unit, no data).
  one_value,         ///< All ratings that can be compared are the same value: chance explains all.
  constant_rater,    ///< A rater gave one value throughout: there is no order to compare.
  no_unit_spread,    ///< Units do not differ beyond what raters do: nothing can be correlated.
  too_few_units,     ///< Too few units for what was asked (a spread, a test, an interval).
  too_few_raters,    ///< Too few raters for what was asked.
  too_many_ratings,  ///< More ratings than are looked through.
  one_sided_replicates,  ///< All replicates lie on one side of the value: BCa has no correction.
  undefined_replicates,  ///< Not defined on some replicates, which count as stated there.
  unreachable,           ///< No number of units does what was asked.
};

/// The reason in words, e.g. `no unit has two ratings`; empty for none.
[[nodiscard]] std::string_view to_string(Reason reason);

/// The reason of an interval over units in words; stats::to_string speaks of topics.
[[nodiscard]] std::string_view reason_of_units(stats::Reason reason);

/// A coefficient of agreement with what it was made from.
struct Coefficient {
  double value = 0.0;            ///< 1: perfect agreement; 0: chance; below 0: worse than chance.
  double observed = 0.0;         ///< Observed agreement, or disagreement; each function says which.
  double expected = 0.0;         ///< The same as expected by chance.
  std::size_t units = 0;         ///< Units that took part.
  std::size_t ratings = 0;       ///< Ratings that took part.
  Reason reason = Reason::none;  ///< Why the value is one by decree.
};

}  // namespace foley::reliability
