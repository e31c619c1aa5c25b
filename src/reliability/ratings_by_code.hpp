#pragma once

#include <vector>

#include "foley/reliability/agreement_counts.hpp"

namespace foley::reliability {

/// How many compared ratings have each value, by code.
[[nodiscard]] inline std::vector<double> ratings_by_code(const AgreementCounts& counts) {
  std::vector<double> by_code(counts.values().size(), 0.0);
  for (std::size_t i = 0; i < counts.patterns(); ++i) {
    for (const std::uint32_t code : counts.pattern(i)) {
      by_code[code] += static_cast<double>(counts.units_of()[i]);
    }
  }
  return by_code;
}

}  // namespace foley::reliability
