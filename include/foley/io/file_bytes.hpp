#pragma once

#include <cstdint>
#include <string>

#include "foley/core/error.hpp"

namespace foley::io {

/// Largest document that is read whole (golden sets, corpora, baselines). A larger one is almost
/// certainly another file named by mistake.
inline constexpr std::uint64_t kLargestDocument = std::uint64_t{256} * 1024 * 1024;

/// Largest run or qrels file that is read.
inline constexpr std::uint64_t kLargestRun = std::uint64_t{16} * 1024 * 1024 * 1024;

/// All bytes of a file. `-` reads standard input. A folder, a missing or unreadable file, or one of
/// more than `largest` bytes is an error that says so, before anything is read.
[[nodiscard]] Result<std::string> read_file(const std::string& path,
                                            std::uint64_t largest = kLargestDocument);

}  // namespace foley::io
