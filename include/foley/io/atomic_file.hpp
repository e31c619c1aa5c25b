#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"

namespace foley::io {

/// Writes a file so that whoever reads it sees the old bytes or the new ones, never a part, even if
/// this process is killed or the power fails: a new file beside it is written, flushed to the disk
/// and renamed over it. Keeps the permissions of a file that it replaces and follows a symbolic
/// link to its target. The folder must exist.
[[nodiscard]] Result<void> write_atomically(const std::string& path, std::string_view bytes);

}  // namespace foley::io
