#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"

namespace foley::io {

// Objections to the head of a file (a HeadCheck each), so that gigabytes of something else are not
// read in vain.

/// A byte-order mark, bytes that are not UTF-8, or no end of the first line within the head.
[[nodiscard]] std::optional<Error> object_to_text(std::string_view head, const std::string& source);

/// The same for rankings in any format: JSON may be one line, but no list.
[[nodiscard]] std::optional<Error> object_to_ranking(std::string_view head,
                                                     const std::string& source);

/// What no lenient reading can mend: faults of encoding are left to those who read line by line.
[[nodiscard]] std::optional<Error> object_to_lenient_ranking(std::string_view head,
                                                             const std::string& source);

/// Without a byte-order mark at its beginning, if any.
[[nodiscard]] std::string_view without_mark(std::string_view head);

}  // namespace foley::io
