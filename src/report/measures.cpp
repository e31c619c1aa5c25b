#include <cmath>
#include <nlohmann/json.hpp>

#include "foley/report/measures_document.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;
using retrieval::MeasureInfo;
using retrieval::ParamInfo;

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    out += (out.empty() ? "" : ", ") + std::string(word);
  }
  return out;
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json param_json(const ParamInfo& param) {
  Json out{{"name", param.name},
           {"default", param.standard.empty() ? Json(nullptr) : Json(param.standard)},
           {"required", param.required},
           {"behind_at", param.at},
           {"about", param.about}};
  if (!param.choices.empty()) {
    out["choices"] = param.choices;
  }
  return out;
}

Json measure_json(const MeasureInfo& measure) {
  Json params = Json::array();
  for (const ParamInfo& param : measure.params) {
    params.push_back(param_json(param));
  }
  return {{"name", measure.name},
          {"title", measure.title},
          {"family", to_string(measure.family)},
          {"aliases", measure.aliases},
          {"about", measure.about},
          {"formula", measure.formula},
          {"parameters", params},
          {"range", measure.range},
          {"least", number(measure.least)},
          {"greatest", number(measure.greatest)},
          {"judgments", to_string(measure.evidence)},
          {"over_topics", to_string(measure.aggregate)},
          {"bounds_under_holes", measure.has_bounds},
          {"edge_cases", measure.edge_cases},
          {"elsewhere", measure.elsewhere},
          {"source", measure.citation}};
}

// Whose spelling the name is, in words that people know.
std::string spelling_of(retrieval::Family family) {
  switch (family) {
    case retrieval::Family::reference:
      return "reports";
    case retrieval::Family::trec:
      return "trec_eval";
    case retrieval::Family::extended:
      break;
  }
  return "ir_measures";
}

}  // namespace

std::string measures_text(std::span<const MeasureInfo* const> measures, const TextStyle& style) {
  // Parameters would take the room of the words; the card of a measure has them.
  TextTable table({"measure", "as in", "what it says"}, {false, false, false});
  for (const MeasureInfo* measure : measures) {
    table.add(
        {std::string(measure->name), spelling_of(measure->family), std::string(measure->about)});
  }
  return table.text(style) + "foley-eval measures NAME shows formula, parameters and source\n";
}

std::string measure_text(const MeasureInfo& measure, const std::string& asked,
                         const TextStyle& style) {
  std::string out = paint(measure.name, "bold", style) + ": " + std::string(measure.title) + "\n" +
                    std::string(measure.about) + "\n\n";
  if (asked != measure.name) {
    out += "'" + asked + "' is read as this measure\n\n";
  }
  TextStyle wide = style;
  wide.width = 1000;
  constexpr std::size_t kLabelWidth = 20;
  const auto add = [&](const char* label, const std::string& text) {
    if (!text.empty()) {
      std::string padded(label);
      padded.resize(kLabelWidth, ' ');
      out += "  " + padded + text + "\n";
    }
  };
  add("formula", std::string(measure.formula));
  add("range", std::string(measure.range));
  add("also", joined(measure.aliases));
  add("judgments", std::string(to_string(measure.evidence)));
  add("over topics", std::string(to_string(measure.aggregate)));
  add("bounds under holes", measure.has_bounds ? "yes" : "no");
  add("edge cases", std::string(measure.edge_cases));
  add("elsewhere", std::string(measure.elsewhere));
  add("source", std::string(measure.citation));
  if (measure.params.empty()) {
    return out;
  }
  TextTable params({"parameter", "default", "meaning"}, {false, false, false});
  for (const ParamInfo& param : measure.params) {
    params.add({(param.at ? "@" : "") + std::string(param.name),
                param.required ? "needed" : std::string(param.standard), std::string(param.about)});
  }
  return out + "\n" + params.text(wide);
}

std::string measures_json(std::span<const MeasureInfo* const> measures) {
  Json out;
  out["schema"] = "foley-eval/measures/1";
  out["measures"] = Json::array();
  for (const MeasureInfo* measure : measures) {
    out["measures"].push_back(measure_json(*measure));
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
