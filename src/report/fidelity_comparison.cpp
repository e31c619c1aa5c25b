#include "foley/report/fidelity_comparison.hpp"

#include <array>

#include "fidelity_shared.hpp"
#include "foley/core/printable.hpp"

namespace foley::report {
namespace {

std::string names_of(const FidelityComparison& comparison, int sign) {
  std::string names;
  for (const FidelityDifference& each : comparison.differences) {
    const bool told = each.told_apart(comparison.level);
    const int found = !told ? 0 : each.difference.value > 0.0 ? 1 : -1;
    if (found == sign) {
      names += (names.empty() ? "" : " and ") + std::string(measure_title(each.name));
    }
  }
  return names;
}

std::string difference_table(const FidelityComparison& comparison, const TextStyle& style) {
  const std::string interval =
      percent_text(comparison.ruler.confidence.value_or(0.95)) + " interval";
  TextTable table({"measure", "A", "B", "B - A", interval, "p", ""},
                  {false, true, true, true, true, true, false});
  for (const FidelityDifference& each : comparison.differences) {
    const bool told = each.told_apart(comparison.level);
    table.add({std::string(measure_title(each.name)), figure_text(each.a.value.value_or(0.0)),
               figure_text(each.b.value.value_or(0.0)), signed_figure(each.difference.value),
               figure_bounds(each.difference, true), chance_text(each.p),
               !told                         ? "not told apart"
               : each.difference.value < 0.0 ? "B is closer"
                                             : "A is closer"});
  }
  return table.text(style);
}

}  // namespace

std::string comparison_verdict(const FidelityComparison& comparison) {
  const std::string a = "A (" + printable(comparison.a.path, 60) + ")";
  const std::string b = "B (" + printable(comparison.b.path, 60) + ")";
  const std::string for_a = names_of(comparison, 1);
  const std::string for_b = names_of(comparison, -1);
  const std::string for_none = names_of(comparison, 0);
  if (!for_a.empty() && !for_b.empty()) {
    return "The measures contradict each other: " + a + " is closer by " + for_a + ", " + b +
           " by " + for_b + ".";
  }
  if (for_a.empty() && for_b.empty()) {
    return "The data do not tell which of " + a + " and " + b + " is closer to the reference.";
  }
  return (for_a.empty() ? b : a) + " is closer to the reference, by " +
         (for_a.empty() ? for_b : for_a) +
         (for_none.empty() ? "." : "; " + for_none + " does not tell.");
}

std::string fidelity_comparison_text(const FidelityComparison& comparison, const TextStyle& style) {
  const std::array<const FidelitySet*, 3> sets{&comparison.reference, &comparison.a, &comparison.b};
  const std::array<const FidelitySet*, 2> generated{&comparison.a, &comparison.b};
  const std::array<std::string, 4> pieces{
      "reference " + printable(comparison.reference.path, 60) + ": " +
          size_text(comparison.reference),
      "A: " + size_text(comparison.a), "B: " + size_text(comparison.b),
      comparison.paired ? "paired by clip" : "independent sounds"};
  std::string how;
  for (const FidelityDifference& each : comparison.differences) {
    how += (how.empty() ? "p of " : "; p of ") + std::string(measure_title(each.name)) + ": " +
           each.p_by;
  }
  return paint(wrapped(comparison_verdict(comparison), "", style), "bold", style) + "\n\n" +
         headline_of(pieces, style) + "\n" + difference_table(comparison, style) +
         "  lower is closer; below 0 the difference speaks for B\n" +
         warnings_text(sets, comparison.notes, style) +
         stamp_text(comparison.ruler, comparison.reference, generated, style) +
         paint(wrapped(how, "", style), "dim", style) + "\n" + rules_text(comparison.rules, style);
}

std::string fidelity_comparison_json(const FidelityComparison& comparison) {
  const std::array<const FidelitySet*, 2> generated{&comparison.a, &comparison.b};
  Json out = document_head("foley-eval/fidelity-compare/1");
  out["verdict"] = comparison_verdict(comparison);
  out["reference"] = set_json(comparison.reference);
  out["a"] = set_json(comparison.a);
  out["b"] = set_json(comparison.b);
  out["paired"] = comparison.paired;
  out["level"] = comparison.level;
  out["stamp"] = ruler_json(comparison.ruler, comparison.reference, generated);
  out["measures"] = Json::object();
  for (const FidelityDifference& each : comparison.differences) {
    const bool told = each.told_apart(comparison.level);
    out["measures"][each.name] = {{"a", measure_json(each.a)},
                                  {"b", measure_json(each.b)},
                                  {"difference", each.difference.value},
                                  {"interval", fidelity_interval_json(each.difference)},
                                  {"p", each.p},
                                  {"p_by", each.p_by},
                                  {"closer", !told                         ? Json(nullptr)
                                             : each.difference.value < 0.0 ? Json("b")
                                                                           : Json("a")}};
  }
  if (!comparison.rules.empty()) {
    out["gate"] = rules_json(comparison.rules);
  }
  out["notes"] = comparison.notes;
  return dumped(out);
}

}  // namespace foley::report
