#include "foley/core/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace foley {

std::string fixed_text(double value, int digits) {
  if (std::isnan(value)) {
    return "nan";
  }
  // The largest double has 309 digits before the point.
  std::array<char, 400> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, digits);
  return {buffer.data(), end.ptr};
}

std::string signed_fixed_text(double value, int digits) {
  std::string text = fixed_text(value, digits);
  return text.front() == '-' ? text : "+" + text;
}

std::string change_text(double value, int digits) {
  return signed_fixed_text(round_decimal(value, digits) + 0.0, digits);  // -0.0 + 0.0 is 0.0
}

std::string shortest_text(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "Infinity" : "-Infinity";
  }
  std::array<char, 40> buffer{};
  const double magnitude = std::fabs(value);
  // Python's repr switches to an exponent below 1e-4 and from 1e16 on.
  const bool exponent = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                    exponent ? std::chars_format::scientific : std::chars_format::fixed);
  std::string text(buffer.data(), end.ptr);
  if (!exponent && text.find('.') == std::string::npos) {
    text += ".0";
  }
  return text;
}

double round_decimal(double value, int digits) {
  if (!std::isfinite(value)) {
    return value;
  }
  const std::string text = fixed_text(value, digits);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

}  // namespace foley
