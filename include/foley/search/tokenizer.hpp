#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foley::search {

/// Lower-cased maximal runs of ASCII letters and digits, in order. Every other character separates,
/// so `café` gives `caf`. Two characters outside ASCII lower-case into it and therefore count:
/// U+0130 (as `i` before a separator) and U+212A, the Kelvin sign (as `k`).
[[nodiscard]] std::vector<std::string> tokenize(std::string_view text);

}  // namespace foley::search
