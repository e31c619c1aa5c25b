#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/core/error.hpp"

namespace foley::gate {

/// How a rule compares.
enum class Comparison : std::uint8_t { at_most, below, at_least, above };

/// The sign of a comparison: `<=`, `<`, `>=` or `>`.
[[nodiscard]] std::string_view to_string(Comparison comparison);

/// A bound on a number that has a name, such as `fad<=2.5` or `kad.p>0.05`.
struct Rule {
  std::string quantity;  ///< Name of the number.
  Comparison comparison = Comparison::at_most;
  double bound = 0.0;  ///< Finite.

  /// The rule as it may be typed.
  [[nodiscard]] std::string text() const;
};

/// Reads a rule: a name of lower-case letters, digits, `.`, `_`, `-`; a sign; a finite number;
/// blanks between them. Anything else is an error of kind bad_syntax that names `source`.
[[nodiscard]] Result<Rule> parse_rule(std::string_view text, const std::string& source);

/// A name and its number; none where the data gave no such number.
using Quantity = std::pair<std::string, std::optional<double>>;

/// What a rule said.
struct RuleOutcome {
  Rule rule;
  std::optional<double> value;  ///< The number that was held against the bound.
  bool passed = false;          ///< Never true without a number.
};

/// Holds a rule against the numbers that are there; an error of kind unknown_name that lists them
/// where none has the rule's name.
[[nodiscard]] Result<RuleOutcome> check_rule(const Rule& rule, std::span<const Quantity> quantities,
                                             const std::string& source);

}  // namespace foley::gate
