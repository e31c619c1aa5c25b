#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace foley {

/// The known name nearest to a wrong one by edit distance (Levenshtein 1966, case folded for
/// ASCII), for "did you mean" advice. Empty when nothing is near: more than a third of the letters
/// (at least two) would have to change. Equal distances: the first in `known` wins.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view wrong,
                                                      std::span<const std::string_view> known);

}  // namespace foley
