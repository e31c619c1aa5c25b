#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace foley::retrieval {

// The logarithms of the ranks that cut-offs reach, which would else cost more than all the rest.
inline constexpr std::size_t kTabledLogs = 256;

/// log2(rank + 1).
inline double log_discount(std::int64_t rank) {
  static const auto kTable = [] {
    std::array<double, kTabledLogs> table{};
    for (std::size_t i = 0; i < kTabledLogs; ++i) {
      table[i] = std::log2(static_cast<double>(i) + 1.0);
    }
    return table;
  }();
  const auto i = static_cast<std::size_t>(rank);
  return i < kTabledLogs ? kTable[i] : std::log2(static_cast<double>(rank) + 1.0);
}

}  // namespace foley::retrieval
