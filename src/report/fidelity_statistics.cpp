#include "foley/report/fidelity_statistics.hpp"

#include <array>

#include "fidelity_shared.hpp"
#include "foley/core/printable.hpp"

namespace foley::report {

std::string fidelity_statistics_text(const FidelityStatistics& statistics, const TextStyle& style) {
  const std::array<const FidelitySet*, 1> sets{&statistics.set};
  const std::array<std::string, 3> pieces{
      "wrote " + printable(statistics.out, 60),
      "of " + printable(statistics.set.path, 60) + ": " + size_text(statistics.set),
      "bandwidth " + figure_text(statistics.ruler.bandwidth) + " (" +
          statistics.ruler.bandwidth_rule + ")"};
  return headline_of(pieces, style) + warnings_text(sets, statistics.notes, style);
}

std::string fidelity_statistics_json(const FidelityStatistics& statistics) {
  Json out = document_head("foley-eval/fidelity-statistics/1");
  out["out"] = statistics.out;
  out["set"] = set_json(statistics.set);
  out["bandwidth"] = statistics.ruler.bandwidth;
  out["bandwidth_rule"] = statistics.ruler.bandwidth_rule;
  out["notes"] = statistics.notes;
  return dumped(out);
}

}  // namespace foley::report
