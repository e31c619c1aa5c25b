#pragma once

#include <cstdint>
#include <vector>

#include "byte_source.hpp"
#include "foley/core/error.hpp"

namespace foley::io {

/// Cuts a TREC file into blocks at lines with another first field than the line before, so that
/// queries whose lines stand together stay whole. Returns the bytes at which blocks begin, and the
/// end. Depends on nothing but the file.
[[nodiscard]] Result<std::vector<std::uint64_t>> block_bounds(const ByteSource& source,
                                                              std::uint64_t block);

}  // namespace foley::io
