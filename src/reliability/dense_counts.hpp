#pragma once

#include <optional>

#include "counts_builder.hpp"

namespace foley::reliability {

/// The patterns of a table whose ratings are whole numbers from -127 to 127, by up to eight raters
/// or with up to eight different values; nothing for any other table. A unit fits one 64-bit word
/// then, so that this is little more than a pass over the numbers.
[[nodiscard]] std::optional<FoundPatterns> small_patterns(const RatingMatrix& matrix);

}  // namespace foley::reliability
