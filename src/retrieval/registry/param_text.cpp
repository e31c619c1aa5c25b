#include "param_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "foley/core/number_text.hpp"

namespace foley::retrieval::registry {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

bool is_whole(double number) { return number == std::floor(number) && std::fabs(number) < 1e15; }

std::string number_text(double number, bool without_point) {
  if (without_point && is_whole(number)) {
    return std::to_string(static_cast<std::int64_t>(number));
  }
  return shortest_text(number);
}

bool prints_whole(ParamKind kind) {
  return kind == ParamKind::count || kind == ParamKind::grade || kind == ParamKind::counted_grade ||
         kind == ParamKind::positive_grade;
}

bool fits(ParamKind kind, double number) {
  switch (kind) {
    case ParamKind::count:
      return number >= 1.0 && is_whole(number);
    case ParamKind::counted_grade:
      return number >= 0.0;
    case ParamKind::share:
      return number >= 0.0 && number <= 1.0;
    case ParamKind::below_one:
      return number >= 0.0 && number < 1.0;
    case ParamKind::positive:
    case ParamKind::positive_grade:
      return number > 0.0;
    default:
      return true;
  }
}

std::optional<GainMap> read_gains(std::string_view text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') {
    return std::nullopt;
  }
  text = text.substr(1, text.size() - 2);
  GainMap gains;
  while (!trimmed(text).empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view pair = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos) {
      return std::nullopt;
    }
    const auto from = number_of(trimmed(pair.substr(0, colon)));
    const auto to = number_of(trimmed(pair.substr(colon + 1)));
    if (!from || !to) {
      return std::nullopt;
    }
    gains.emplace_back(*from, *to);
  }
  // The last of equal keys counts, as in a table of Python; what maps to itself says nothing.
  std::stable_sort(gains.begin(), gains.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  GainMap kept;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const bool last = i + 1 == gains.size() || gains[i + 1].first != gains[i].first;
    if (last && gains[i].first != gains[i].second) {
      kept.push_back(gains[i]);
    }
  }
  return kept;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

std::optional<double> number_of(std::string_view text) {
  double number = 0.0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) {
    return std::nullopt;
  }
  return number + 0.0;  // no negative zero
}

std::string domain_text(const ParamInfo& param) {
  switch (param.kind) {
    case ParamKind::count:
      return "a whole number from 1 on";
    case ParamKind::grade:
      return "a number";
    case ParamKind::counted_grade:
      return "a number from 0 on";
    case ParamKind::share:
      return "a number from 0 to 1";
    case ParamKind::below_one:
      return "a number from 0 to below 1";
    case ParamKind::positive:
    case ParamKind::positive_grade:
      return "a number above 0";
    case ParamKind::flag:
      return "True or False";
    case ParamKind::gains:
      return "a table like {0:0,1:1,2:3}";
    case ParamKind::word:
      break;
  }
  std::string words;
  for (const std::string_view choice : param.choices) {
    words += (words.empty() ? "'" : " or '") + std::string(choice) + "'";
  }
  return words;
}

tl::expected<ParamValue, std::string> read_value(const ParamInfo& param, std::string_view text) {
  const auto wrong = [&] { return tl::unexpected<std::string>(domain_text(param)); };
  text = trimmed(text);
  if (param.kind == ParamKind::flag) {
    if (text == "True" || text == "true" || text == "1") {
      return true;
    }
    if (text == "False" || text == "false" || text == "0") {
      return false;
    }
    return wrong();
  }
  if (param.kind == ParamKind::word) {
    if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
        text.back() == text.front()) {
      text = text.substr(1, text.size() - 2);
    }
    if (std::find(param.choices.begin(), param.choices.end(), text) == param.choices.end()) {
      return wrong();
    }
    return std::string(text);
  }
  if (param.kind == ParamKind::gains) {
    auto gains = read_gains(text);
    return gains ? tl::expected<ParamValue, std::string>(std::move(*gains)) : wrong();
  }
  const auto number = number_of(text);
  if (!number || !fits(param.kind, *number)) {
    return wrong();
  }
  return *number;
}

std::string value_text(const ParamInfo& param, const ParamValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    return *flag ? "True" : "False";
  }
  if (const auto* word = std::get_if<std::string>(&value)) {
    return "'" + *word + "'";
  }
  if (const auto* gains = std::get_if<GainMap>(&value)) {
    std::string text;
    for (const auto& [from, to] : *gains) {
      text += (text.empty() ? "" : ",") + number_text(from, true) + ":" + number_text(to, true);
    }
    return "{" + text + "}";
  }
  return number_text(std::get<double>(value), prints_whole(param.kind));
}

std::optional<ParamValue> standard_value(const ParamInfo& param) {
  if (param.standard.empty()) {
    return std::nullopt;
  }
  return read_value(param, param.standard).value();
}

}  // namespace foley::retrieval::registry
