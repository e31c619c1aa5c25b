#pragma once

#include <string>
#include <string_view>

namespace foley::io {

/// Whether an id can stand in a TREC file as it is: not empty, UTF-8, no white space of any script
/// (ASCII tools and Python split there), no control character, no byte-order mark, no `#` at the
/// start, which would make a line a comment.
[[nodiscard]] bool fits_trec(std::string_view id);

/// The id with everything that does not fit TREC text, and `%` itself, as `%XX` a byte (RFC 3986,
/// upper-case hexadecimals). percent_decoded gives the id back, whatever its bytes.
[[nodiscard]] std::string percent_encoded(std::string_view id);

/// Replaces each `%XX` by its byte; a `%` without two hexadecimals behind it stays.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace foley::io
