#pragma once

#include <string_view>

namespace foley::reliability {

/// From here on a coefficient is `reliable`.
inline constexpr double kAlphaReliable = 0.8;
/// From here on a coefficient is `tentative`.
inline constexpr double kAlphaTentative = 0.667;

/// The band of a coefficient: `reliable` (>= 0.8), `tentative` (>= 0.667), else, also for NaN,
/// `revise-rubric`.
///
/// Source: Krippendorff, *Content Analysis*, 2004, chapter 11.
[[nodiscard]] std::string_view reliability_band(double alpha);

}  // namespace foley::reliability
