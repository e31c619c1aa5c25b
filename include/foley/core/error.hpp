#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>

namespace foley {

/// What kind of thing went wrong with data or surroundings that are not ours.
/// docs/errors.md maps each kind to its Python exception and exit code.
enum class ErrorKind {
  not_found,      ///< A file or folder that was named is not there.
  bad_encoding,   ///< Bytes that are not UTF-8, or a byte-order mark.
  bad_syntax,     ///< Not JSON, not the columns of a TREC file.
  wrong_top,      ///< A whole document of another shape, e.g. an object where a list belongs.
  missing_field,  ///< A required field is absent.
  wrong_type,     ///< A field holds a value of another type.
  bad_value,      ///< Right type, impossible value (NaN, grade off the scale, too large).
  duplicate,      ///< The same id or key twice.
  unknown_name,   ///< A metric, licence or option that does not exist.
  environment,    ///< Disk full, no permission: nothing the input could mend.
};

/// Stable lower-case word for a kind, used in `--json` output.
[[nodiscard]] const char* to_string(ErrorKind kind);

/// One failure of foreign data: where it is, what was wrong and what to do about it.
struct Error {
  ErrorKind kind = ErrorKind::bad_value;
  std::string source{};    ///< File name or other origin as the user knows it.
  std::size_t line = 0;    ///< 1-based; 0 when there is none.
  std::string item{};      ///< Item id or index, empty when unknown.
  std::string field{};     ///< Field path inside the item, empty when it is not about a field.
  std::string problem{};   ///< What was wrong.
  std::string advice{};    ///< What to do.
  std::size_t column = 0;  ///< 1-based byte of the line where the fault begins; 0: unknown.
  std::string code{};      ///< Stable code such as `FE-IO-06` (docs/errors.md); may be empty.

  /// One printable line: `source:line:column: item, field: problem; advice [code]`.
  /// Control characters from foreign text are escaped, so it stays one line on any terminal.
  [[nodiscard]] std::string to_line() const;

  /// Process exit code that this failure leads to: 2 for bad input, 3 for an environment fault.
  [[nodiscard]] int exit_code() const { return kind == ErrorKind::environment ? 3 : 2; }
};

/// A value, or the reason why there is none.
template <class T>
using Result = tl::expected<T, Error>;

/// Shorthand for returning an error from a function with a Result.
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace foley
