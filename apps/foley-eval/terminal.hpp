#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "foley/report/table.hpp"

namespace foley::app {

/// Colours where standard output is a terminal and NO_COLOR is unset (no-color.org); its width.
[[nodiscard]] report::TextStyle terminal_style();

/// Writes to standard output. A closed pipe or a full disk ends the command with exit code 3.
void print(std::string_view text);

/// Writes one line to standard error: a warning that does not change the exit code.
void warn(std::string_view line);

/// Check for options: refuses an empty value, since `--golden "$UNSET"` must not mean the bundled
/// data.
[[nodiscard]] std::string not_empty(const std::string& value);

/// Check for options: a finite number within the bounds. CLI::Range lets NaN through.
[[nodiscard]] std::function<std::string(const std::string&)> finite_between(double least,
                                                                            double greatest);

/// Check for options: digits alone, since a minus before an unsigned number wraps around.
[[nodiscard]] std::string whole_number(const std::string& value);

/// Today's date as YYYY-MM-DD, in UTC.
[[nodiscard]] std::string today();

}  // namespace foley::app
