#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "arrow_abi.hpp"

namespace foley::python::arrow {

/// Reads a chunk of a column of text, of whole numbers, or of a dictionary of such.
class TextReader {
 public:
  /// Schema and chunk must outlive it; `name` is for messages. TypeError for other columns.
  TextReader(const Schema& schema, const Array& chunk, const char* name);

  /// The row holds no value.
  [[nodiscard]] bool missing(std::int64_t row) const;

  /// The text lies in the chunk itself, not in `scratch`.
  [[nodiscard]] bool in_place() const;

  /// Text of a row.
  [[nodiscard]] std::string_view text(std::int64_t row, std::string& scratch) const;

 private:
  enum class Kind : std::uint8_t { narrow_text, wide_text, viewed_text, whole, dictionary };

  [[nodiscard]] std::string_view viewed(std::int64_t at) const;
  [[nodiscard]] bool is_unsigned() const;
  [[nodiscard]] std::int64_t whole(std::int64_t at) const;

  Kind kind_ = Kind::whole;
  char letter_ = 'l';
  const Array& chunk_;
  std::unique_ptr<TextReader> dictionary_;
};

}  // namespace foley::python::arrow
