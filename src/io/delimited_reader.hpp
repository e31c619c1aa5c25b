#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/core/string_pool.hpp"

namespace foley::io {

/// One field of a record, with the place where it begins.
struct DelimitedField {
  std::string_view text;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// Cuts text into records and fields by RFC 4180, with any separator. The bytes must outlive the
/// reader, and the reader its fields.
class DelimitedReader {
 public:
  DelimitedReader(std::string_view bytes, char separator, const std::string& source)
      : bytes_(bytes), separator_(separator), source_(source) {}

  /// The fields of the next record that is not a blank line; false at the end of the text.
  [[nodiscard]] Result<bool> next(std::vector<DelimitedField>& fields);

  /// An error at a place of the text.
  [[nodiscard]] Error error_at(const DelimitedField& place, ErrorKind kind, std::string code,
                               std::string problem, std::string advice) const;

 private:
  [[nodiscard]] DelimitedField here() const { return {{}, line_, at_ - line_start_ + 1}; }
  [[nodiscard]] bool at_line_end() const;
  void end_line();
  [[nodiscard]] Result<DelimitedField> plain_field();
  [[nodiscard]] Result<DelimitedField> quoted_field();

  std::string_view bytes_;
  char separator_;
  const std::string& source_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  StringPool unescaped_;
};

}  // namespace foley::io
