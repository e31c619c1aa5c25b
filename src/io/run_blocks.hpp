#pragma once

#include <cstdint>
#include <vector>

#include "byte_source.hpp"
#include "foley/core/error.hpp"

namespace foley::io {

/// Cuts a TREC file into blocks at lines with another first field than the line before, so that
/// queries whose lines stand together stay whole. Returns the bytes at which blocks begin, and the
/// end. Depends on nothing but the file.
///
/// A line without an end within kLongestLine may end the last block before it ends itself: whoever
/// refuses it needs nothing behind. With `pass_long_lines` all of the data is in blocks.
[[nodiscard]] Result<std::vector<std::uint64_t>> block_bounds(const ByteSource& source,
                                                              std::uint64_t block,
                                                              bool pass_long_lines);

}  // namespace foley::io
