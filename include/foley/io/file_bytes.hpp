#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"

namespace foley::io {

/// Largest document that is read whole (golden sets, corpora, baselines). A larger one is almost
/// certainly another file named by mistake.
inline constexpr std::uint64_t kLargestDocument = std::uint64_t{256} * 1024 * 1024;

/// Largest run or qrels file that is read.
inline constexpr std::uint64_t kLargestRun = std::uint64_t{16} * 1024 * 1024 * 1024;

/// How much of a file a HeadCheck sees.
inline constexpr std::size_t kHeadBytes = std::size_t{1} << 20U;

/// Looks at the first kHeadBytes of a file (or all of a shorter one) and may refuse it.
using HeadCheck =
    std::function<std::optional<Error>(std::string_view head, const std::string& source)>;

/// All bytes of a file. `-` reads standard input. A folder, a missing or unreadable file, or one of
/// more than `largest` bytes is an error that says so, before anything is read.
[[nodiscard]] Result<std::string> read_file(const std::string& path,
                                            std::uint64_t largest = kLargestDocument);

/// The same for runs and judgments: the errors carry their codes, FE-IO-01 and FE-IO-13. `check`
/// may refuse the file for how it begins, before the rest is read.
[[nodiscard]] Result<std::string> read_ranking_file(const std::string& path,
                                                    std::uint64_t largest = kLargestRun,
                                                    const HeadCheck& check = nullptr);

}  // namespace foley::io
