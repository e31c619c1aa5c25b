#include "foley/gate/rule.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "foley/core/nearest_name.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"

namespace foley::gate {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
  });
}

std::optional<double> finite_number(std::string_view text) {
  double number = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size() ||
      !std::isfinite(number)) {
    return std::nullopt;
  }
  return number;
}

bool holds(double value, const Rule& rule) {
  switch (rule.comparison) {
    case Comparison::at_most:
      return value <= rule.bound;
    case Comparison::below:
      return value < rule.bound;
    case Comparison::at_least:
      return value >= rule.bound;
    case Comparison::above:
      return value > rule.bound;
  }
  return false;
}

}  // namespace

std::string_view to_string(Comparison comparison) {
  switch (comparison) {
    case Comparison::at_most:
      return "<=";
    case Comparison::below:
      return "<";
    case Comparison::at_least:
      return ">=";
    case Comparison::above:
      return ">";
  }
  return {};
}

std::string Rule::text() const {
  std::string number = shortest_text(bound);
  if (number.ends_with(".0")) {
    number.resize(number.size() - 2);
  }
  return quantity + std::string(to_string(comparison)) + number;
}

Result<Rule> parse_rule(std::string_view text, const std::string& source) {
  const std::size_t sign = text.find_first_of("<>");
  const auto broken = [&](std::string problem) {
    return fail({.kind = ErrorKind::bad_syntax,
                 .source = source,
                 .problem = "'" + printable(text.substr(0, 80)) + "' " + std::move(problem),
                 .advice = "write a rule such as fad<=2.5 or kad.p>0.05"});
  };
  if (sign == std::string_view::npos) {
    return broken("has no <=, <, >= or >");
  }
  const bool with_equal = sign + 1 < text.size() && text[sign + 1] == '=';
  const bool less = text[sign] == '<';
  const std::string_view name = trimmed(text.substr(0, sign));
  const std::string_view bound = trimmed(text.substr(sign + (with_equal ? 2 : 1)));
  if (!is_name(name)) {
    return broken("names no number");
  }
  const auto number = finite_number(bound);
  if (!number) {
    return broken("has no finite number to compare with");
  }
  return Rule{std::string(name),
              less ? (with_equal ? Comparison::at_most : Comparison::below)
                   : (with_equal ? Comparison::at_least : Comparison::above),
              *number};
}

Result<RuleOutcome> check_rule(const Rule& rule, std::span<const Quantity> quantities,
                               const std::string& source) {
  const auto found = std::ranges::find(quantities, rule.quantity, &Quantity::first);
  if (found == quantities.end()) {
    std::vector<std::string_view> known;
    std::string all;
    for (const Quantity& quantity : quantities) {
      known.push_back(quantity.first);
      all += (all.empty() ? "" : ", ") + quantity.first;
    }
    const auto near = nearest_name(std::string_view(rule.quantity).substr(0, 60), known);
    return fail({.kind = ErrorKind::unknown_name,
                 .source = source,
                 .problem = "there is no number '" + printable(rule.quantity, 60) + "' here",
                 .advice = near ? "did you mean '" + *near + "'?" : "there are: " + all});
  }
  const std::optional<double>& value = found->second;
  return RuleOutcome{rule, value, value && holds(*value, rule)};
}

}  // namespace foley::gate
