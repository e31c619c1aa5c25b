#include "parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace foley::retrieval::trec {
namespace {

std::vector<std::string_view> at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(comma + 1);
  }
}

std::optional<double> number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) {
    text.remove_prefix(1);
  }
  double value = 0.0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::string example(const MeasureInfo& measure) {
  const std::string name(measure.name);
  switch (measure.parameters) {
    case ParameterKind::none:
      return "write it without: " + name;
    case ParameterKind::pairs:
      return "write it like " + name +
             (measure.name.starts_with("rbp") ? ".p=0.9" : ".1=1,2=3,3=7");
    default:
      return "write it like " + name + "." + std::string(measure.defaults);
  }
}

tl::unexpected<Error> refuse(const MeasureInfo& measure, std::string_view text,
                             const std::string& why) {
  return fail({.kind = ErrorKind::bad_value,
               .problem = "the measure '" + std::string(measure.name) + "' takes no parameter '" +
                          std::string(text) + "': " + why,
               .advice = example(measure)});
}

// trec_eval reads the whole part of a cut-off: 23.4 is 23.
constexpr double kLargestCutoff = 1e15;

Result<void> check_cutoffs(const MeasureInfo& measure, std::string_view text,
                           std::vector<double>& numbers) {
  for (double& each : numbers) {
    each = std::trunc(each);
    if (each < 1.0 || each > kLargestCutoff) {
      return refuse(measure, text, "cut-offs are whole numbers from 1 on");
    }
  }
  return {};
}

Result<std::vector<Pair>> read_pairs(const MeasureInfo& measure, std::string_view text) {
  std::vector<Pair> pairs;
  for (const std::string_view part : at_commas(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return refuse(measure, text, "'" + std::string(part) + "' is no level=gain");
    }
    const auto value = number(part.substr(equals + 1));
    if (!value) {
      return refuse(measure, text, "'" + std::string(part) + "' has no number behind the '='");
    }
    const std::string_view name = part.substr(0, equals);
    for (const Pair& pair : pairs) {
      if (pair.name == name) {
        return refuse(measure, text, "'" + pair.name + "' stands twice");
      }
    }
    pairs.push_back({std::string(name), *value});
  }
  return pairs;
}

}  // namespace

Result<Parameters> read_parameters(const MeasureInfo& measure, std::string_view text) {
  Parameters parameters;
  parameters.text = text;
  if (measure.parameters == ParameterKind::none) {
    return text.empty() ? Result<Parameters>(parameters) : refuse(measure, text, "it has none");
  }
  const std::string_view given = text.empty() ? measure.defaults : text;
  if (measure.parameters == ParameterKind::pairs) {
    if (!given.empty()) {
      auto pairs = read_pairs(measure, given);
      if (!pairs) {
        return fail(pairs.error());
      }
      parameters.pairs = std::move(*pairs);
    }
    return parameters;
  }
  for (const std::string_view part : at_commas(given)) {
    const auto value = number(part);
    if (!value) {
      return refuse(measure, given, "'" + std::string(part) + "' is not a number");
    }
    parameters.numbers.push_back(*value);
  }
  if (measure.parameters == ParameterKind::numbers) {
    if (measure.name == "utility" && parameters.numbers.size() != 4) {
      return refuse(measure, given, "there are four coefficients");
    }
    return parameters;
  }
  if (measure.parameters == ParameterKind::cutoffs) {
    if (auto checked = check_cutoffs(measure, given, parameters.numbers); !checked) {
      return fail(checked.error());
    }
  }
  std::vector<double>& numbers = parameters.numbers;
  std::sort(numbers.begin(), numbers.end());
  if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end()) {
    return refuse(measure, given, "a number stands twice");
  }
  return parameters;
}

}  // namespace foley::retrieval::trec
