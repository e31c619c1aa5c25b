#pragma once

#include <string>

namespace foley {

/// Decimal text with a fixed number of digits after the point, correctly rounded (ties on the exact
/// binary value go to even), independent of the locale. `nan`, `inf`, `-inf` for those.
[[nodiscard]] std::string fixed_text(double value, int digits);

/// Like fixed_text with an explicit sign, as in `+0.0000`.
[[nodiscard]] std::string signed_fixed_text(double value, int digits);

/// A difference for people: like signed_fixed_text, but what rounds to zero is `+0.0000`.
[[nodiscard]] std::string change_text(double value, int digits);

/// Shortest decimal text that reads back as the same double, in the form that Python's `repr` uses
/// (`0.1`, `1.0`, `1e-07`, `1e+22`), so that files written from C++ and from Python are equal.
[[nodiscard]] std::string shortest_text(double value);

/// The value rounded to `digits` decimals, correctly (Python's `round`). NaN and infinities stay.
[[nodiscard]] double round_decimal(double value, int digits);

}  // namespace foley
