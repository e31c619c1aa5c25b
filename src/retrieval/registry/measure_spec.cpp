#include "foley/retrieval/measure_spec.hpp"

#include <stdexcept>

#include "foley/retrieval/measures/condensed.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "param_text.hpp"

namespace foley::retrieval {
namespace {

// Sums of equal terms that were rounded apart may pass 1 by the last bits.
constexpr double kJustOverOne = 1.0 + 1e-9;

std::optional<ParamValue> value_of(const MeasureSpec& spec, std::string_view name) {
  for (const auto& [given, value] : spec.given) {
    if (given == name) {
      return value;
    }
  }
  for (const ParamInfo& param : spec.info->params) {
    if (param.name == name) {
      return registry::standard_value(param);
    }
  }
  return std::nullopt;
}

Column trec_column(const MeasureSpec& spec, double rel_level) {
  auto column = trec::parse_column(spec.trec_name, {.relevance_level = rel_level});
  if (!column) {
    throw std::invalid_argument("no measure of trec_eval: " + column.error().to_line());
  }
  return std::move(*column);
}

}  // namespace

std::optional<double> MeasureSpec::number(std::string_view name) const {
  const auto value = value_of(*this, name);
  return value ? std::optional(std::get<double>(*value)) : std::nullopt;
}

bool MeasureSpec::flag(std::string_view name) const {
  const auto value = value_of(*this, name);
  return value && std::get<bool>(*value);
}

std::string MeasureSpec::word(std::string_view name) const {
  const auto value = value_of(*this, name);
  return value ? std::get<std::string>(*value) : std::string();
}

GainMap MeasureSpec::gains(std::string_view name) const {
  const auto value = value_of(*this, name);
  return value ? std::get<GainMap>(*value) : GainMap();
}

Cutoff MeasureSpec::cutoff() const {
  const auto k = number("cutoff");
  return k ? Cutoff(static_cast<std::int64_t>(*k)) : Cutoff();
}

double MeasureSpec::relevance(double rel_level) const {
  for (const auto& [each, value] : given) {
    if (each == "rel") {
      return std::get<double>(value);
    }
  }
  return rel_level;
}

std::string to_string(const MeasureSpec& spec) {
  if (spec.info->family == Family::trec) {
    return spec.trec_name;
  }
  std::string params;
  std::string at;
  for (const ParamInfo& param : spec.info->params) {
    for (const auto& [name, value] : spec.given) {
      if (name != param.name) {
        continue;
      }
      const std::string text = registry::value_text(param, value);
      if (param.at) {
        at = "@" + text;
      } else {
        params += (params.empty() ? "" : ",") + std::string(name) + "=" + text;
      }
    }
  }
  return std::string(spec.info->name) + (params.empty() ? "" : "(" + params + ")") + at;
}

Column to_column(const MeasureSpec& spec, double rel_level) {
  if (spec.info->family == Family::trec) {
    return trec_column(spec, rel_level);
  }
  Column column;
  column.name = to_string(spec);
  column.value = spec.info->make(spec, rel_level);
  if (spec.flag("judged_only")) {
    column.value = [all = std::move(column.value)](const Topic& topic) {
      return all(CondensedTopic(topic).topic());
    };
  }
  column.evidence = spec.info->evidence;
  column.aggregate = spec.info->aggregate;
  column.kind = spec.info->kind;
  column.per_topic = spec.info->aggregate != Aggregate::topics;
  column.least = spec.info->least;
  column.greatest = spec.info->greatest == 1.0 ? kJustOverOne : spec.info->greatest;
  return column;
}

}  // namespace foley::retrieval
