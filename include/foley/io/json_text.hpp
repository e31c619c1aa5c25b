#pragma once

#include <string>
#include <string_view>

namespace foley::io {

/// A JSON string literal in pure ASCII: quotes, backslash and controls escaped, everything beyond
/// ASCII as `\uXXXX` (surrogate pairs where needed), as Python's `json.dumps` writes it. Bytes that
/// are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace foley::io
