#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/io/json_value.hpp"

namespace foley::io {

/// Reads many JSON values one after the other, so that a large file never is one large document:
/// the elements of one list, or a value a line. Errors carry the codes of rankings.
class JsonElements {
 public:
  /// The text begins with `[` for a list, blanks aside; both must outlive the elements.
  JsonElements(std::string_view bytes, const std::string& source);

  /// Reads the next value; false at the end.
  [[nodiscard]] Result<bool> next(JsonValue& value);

 private:
  [[nodiscard]] Result<bool> next_line(JsonValue& value);
  [[nodiscard]] Result<bool> next_element(JsonValue& value);
  [[nodiscard]] Result<bool> end_of_list();
  [[nodiscard]] Result<bool> parse(std::string_view text, JsonValue& value);
  [[nodiscard]] Error error_here(std::string problem, std::string advice) const;
  [[nodiscard]] std::size_t element_end() const;
  void skip_blanks();

  std::string_view bytes_;
  const std::string& source_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool list_ = false;
  bool started_ = false;
  bool ended_ = false;
};

}  // namespace foley::io
