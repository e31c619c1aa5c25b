#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/causes/suspects.hpp"
#include "foley/reliability/coefficient.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// A coefficient by its name, with what there is to know of it.
struct NamedCoefficient {
  std::string key;   ///< For programs: `cohen_kappa`.
  std::string name;  ///< For people: `Cohen's kappa`.
  double value = 0.0;
  std::optional<stats::Interval> interval = std::nullopt;
  std::size_t units = 0;                                   ///< Units that took part.
  std::string remark{};                                    ///< E.g. `ordinal weights`.
  reliability::Reason reason = reliability::Reason::none;  ///< Why the value is one by decree.
};

/// Alpha with its interval, where one was made.
struct AlphaRow {
  reliability::Coefficient alpha;
  std::optional<reliability::AlphaInterval> interval;

  /// Why alpha shows nothing: its own reason, or too_few_units for a single unit.
  [[nodiscard]] reliability::Reason reason() const;
};

/// How often one side gave a value where the other gave another, with names instead of numbers.
struct ConfusionTable {
  std::string rows;     ///< Who gave the values of the rows.
  std::string columns;  ///< Who gave those of the columns.
  std::vector<std::string> values;
  std::vector<std::uint64_t> counts;  ///< Row by row.
  std::size_t units = 0;              ///< Units that both sides rated.
};

/// A rater who was found out, by name.
struct SuspectRow {
  std::string rater;
  reliability::Suspect suspect;
};

/// A unit with its ratings, by name.
struct UnitRow {
  std::string unit;
  double distance = 0.0;  ///< What the units are sorted by; each document says what it is.
  double relative = 0.0;  ///< The same in shares of what chance gives, where that is known.
  std::vector<std::pair<std::string, std::string>> ratings;  ///< Rater and value.
};

/// The name of a value: its label, or the number in the fewest digits.
[[nodiscard]] std::string value_name(double value, std::span<const std::string> labels);

/// `BCa bootstrap over units`, …
[[nodiscard]] std::string_view method_words(reliability::IntervalMethod method);
/// `bca`, `percentile`, `jackknife`, `krippendorff`.
[[nodiscard]] std::string_view to_string(reliability::IntervalMethod method);

/// The table for people: counts and the share of the row, darker the larger where there are
/// colours. Where it is too wide for that, counts alone; where that is too wide, or there are more
/// than twelve values, what was confused most often.
[[nodiscard]] std::string confusion_text(const ConfusionTable& table, const TextStyle& style);

}  // namespace foley::report
