#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"

namespace foley::io {

/// A line of a small text format, cut at blanks.
struct FieldLine {
  std::size_t number = 0;
  std::string_view text;
  std::vector<std::string_view> fields;

  /// 1-based byte at which a field begins.
  [[nodiscard]] std::size_t column(std::size_t field) const {
    return static_cast<std::size_t>(fields[field].data() - text.data()) + 1;
  }
};

/// Hands every line of data to `take`, which returns the error that ends the reading, if any. Blank
/// lines and comments (`#` in column 1) are passed over. Refused: a line without exactly `count`
/// fields (`shape` says which), one longer than kLongestLine, bytes that are not UTF-8, control
/// characters, a byte-order mark, no line at all.
std::optional<Error> each_field_line(
    std::string_view bytes, const std::string& source, std::size_t count, const char* shape,
    const std::function<std::optional<Error>(const FieldLine&)>& take);

/// A finite decimal number, or nothing. `is_number` tells infinity and NaN from other text.
std::optional<double> finite_number(std::string_view text, bool& is_number);

/// The error about a field of a line that is no finite number; `what` names the field.
Error no_number(const FieldLine& line, std::size_t field, const std::string& source,
                const char* what);

/// All bytes of a plain or compressed text file; `-` is standard input. Something else is refused
/// for its first kHeadBytes.
Result<std::string> whole_text(const std::string& path);

}  // namespace foley::io
