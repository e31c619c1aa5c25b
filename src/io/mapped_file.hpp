#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"

namespace foley::io {

/// The bytes of a file, mapped into memory, and what keeps them there. They are read when they are
/// looked at; a file that somebody cuts off meanwhile ends the process.
struct MappedFile {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

/// Maps a plain file. A folder, a pipe, a missing or unreadable file is an error.
[[nodiscard]] Result<MappedFile> map_file(const std::string& path);

}  // namespace foley::io
