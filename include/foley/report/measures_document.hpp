#pragma once

#include <span>
#include <string>

#include "foley/report/table.hpp"
#include "foley/retrieval/registry.hpp"

namespace foley::report {

/// All measures as a table: name, spelling of parameters, one line each.
[[nodiscard]] std::string measures_text(std::span<const retrieval::MeasureInfo* const> measures,
                                        const TextStyle& style);

/// The card of one measure. `asked` is the name that was typed; where it is a spelling of another
/// program, the card says so.
[[nodiscard]] std::string measure_text(const retrieval::MeasureInfo& measure,
                                       const std::string& asked, const TextStyle& style);

/// Measures for programs: everything that the registry holds.
[[nodiscard]] std::string measures_json(std::span<const retrieval::MeasureInfo* const> measures);

}  // namespace foley::report
