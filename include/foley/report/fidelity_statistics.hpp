#pragma once

#include <string>
#include <vector>

#include "foley/report/fidelity_parts.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// A statistics file that was written.
struct FidelityStatistics {
  FidelitySet set;
  std::string out;  ///< The file.
  FidelityRuler ruler;
  std::vector<std::string> notes;
};

/// What was written, for people.
[[nodiscard]] std::string fidelity_statistics_text(const FidelityStatistics& statistics,
                                                   const TextStyle& style);

/// The document for programs, `foley-eval/fidelity-statistics/1`.
[[nodiscard]] std::string fidelity_statistics_json(const FidelityStatistics& statistics);

}  // namespace foley::report
