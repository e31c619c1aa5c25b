#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "foley/report/golden_check_document.hpp"

namespace foley::report {
namespace {

using golden::Finding;
using golden::Severity;
using Json = nlohmann::ordered_json;

std::size_t count(const std::vector<Finding>& findings, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return finding.severity == severity; }));
}

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

const char* name_of(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

std::string painted(Severity severity, const TextStyle& style) {
  return paint(name_of(severity), severity == Severity::error ? "red" : "yellow", style);
}

Error as_error(const GoldenCheckDocument& document, const Finding& finding) {
  return {.source = finding.file == "corpus" ? document.corpus_path : document.golden_path,
          .line = finding.line,
          .item = finding.item,
          .problem = finding.problem,
          .advice = finding.advice};
}

Json finding_json(const char* severity, std::string_view code, const Error& error) {
  return {{"severity", severity},     {"code", code},          {"file", error.source},
          {"line", error.line},       {"item", error.item},    {"field", error.field},
          {"problem", error.problem}, {"advice", error.advice}};
}

}  // namespace

std::size_t GoldenCheckDocument::errors() const {
  return faults.size() + count(findings, Severity::error);
}

std::size_t GoldenCheckDocument::warnings() const { return count(findings, Severity::warning); }

std::string golden_check_text(const GoldenCheckDocument& document, const TextStyle& style,
                              bool all) {
  constexpr std::size_t kShownPerRule = 5;
  std::string text;
  for (const Error& fault : document.faults) {
    text += painted(Severity::error, style) + "  " + fault.to_line() + "\n";
  }
  std::map<std::string_view, std::size_t> seen;
  for (const Finding& finding : document.findings) {
    if (++seen[finding.code] <= kShownPerRule || all) {
      text += painted(finding.severity, style) + "  [" + std::string(finding.code) + "] " +
              as_error(document, finding).to_line() + "\n";
    }
  }
  for (const auto& [code, total] : seen) {
    if (total > kShownPerRule && !all) {
      text += "…  [" + std::string(code) + "] " + std::to_string(total - kShownPerRule) +
              " more like these (--all shows them)\n";
    }
  }
  return text + (text.empty() ? "" : "\n") + std::to_string(document.items) + " items, " +
         std::to_string(document.events) + " events over " + std::to_string(document.catids) +
         " CatIDs, " + std::to_string(document.clips) +
         " clips: " + counted(document.errors(), "error") + ", " +
         counted(document.warnings(), "warning") + "\n";
}

std::string golden_check_json(const GoldenCheckDocument& document) {
  Json out;
  out["schema"] = "foley-eval/golden-check/1";
  out["golden"] = document.golden_path;
  out["corpus"] = document.corpus_path;
  out["items"] = document.items;
  out["events"] = document.events;
  out["catids"] = document.catids;
  out["clips"] = document.clips;
  out["errors"] = document.errors();
  out["warnings"] = document.warnings();
  out["findings"] = Json::array();
  for (const Error& fault : document.faults) {
    out["findings"].push_back(finding_json("error", to_string(fault.kind), fault));
  }
  for (const Finding& finding : document.findings) {
    out["findings"].push_back(
        finding_json(name_of(finding.severity), finding.code, as_error(document, finding)));
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string lint_rules_text(const TextStyle& style) {
  TextTable table({"rule", "severity", "finds"}, {});
  for (const golden::LintRule& rule : golden::lint_rules()) {
    table.add({std::string(rule.code), name_of(rule.severity), std::string(rule.about)});
  }
  return table.text(style);
}

}  // namespace foley::report
