#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace foley {

/// Makes foreign text safe for one line of a terminal or log: C0/C1 controls, DEL, line and
/// paragraph separators and bidirectional marks become `\xNN` or `\uNNNN`, invalid UTF-8 becomes
/// `\xNN`, and text over `longest` bytes (0 = no limit) is cut at a character with `…`.
[[nodiscard]] std::string printable(std::string_view text, std::size_t longest = 0);

/// Number of terminal columns that printable text takes: combining marks count 0, East Asian wide
/// characters and emoji 2, all else 1.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// True when the bytes are well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view text);

/// Byte offset of the first byte that is not part of well-formed UTF-8, or `npos`.
[[nodiscard]] std::size_t first_invalid_utf8(std::string_view text);

}  // namespace foley
