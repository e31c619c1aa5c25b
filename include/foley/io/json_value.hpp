#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/core/error.hpp"

namespace foley::io {

/// A JSON value that knows the line on which it begins, so that every complaint can name it.
struct JsonValue {
  enum class Kind { null, boolean, integer, real, string, list, object };

  Kind kind = Kind::null;
  std::size_t line = 0;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0.0;  ///< Set for integers too.
  std::string string;
  std::vector<JsonValue> list;
  std::vector<std::pair<std::string, JsonValue>> object;  ///< In file order, keys unique.

  // Defined where the type is complete: the standard does not let a pair hold an unfinished one.
  JsonValue();
  JsonValue(const JsonValue& other);
  JsonValue(JsonValue&& other) noexcept;
  JsonValue& operator=(const JsonValue& other);
  JsonValue& operator=(JsonValue&& other) noexcept;
  ~JsonValue();

  [[nodiscard]] bool is(Kind wanted) const { return kind == wanted; }
  [[nodiscard]] bool is_number() const { return kind == Kind::integer || kind == Kind::real; }

  /// Member of an object, or nullptr.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;

  /// `an object`, `a list`, `text`, …: what messages call it.
  [[nodiscard]] const char* kind_name() const;
};

/// Deepest nesting that is read.
inline constexpr std::size_t kDeepestJson = 64;

/// Parses one JSON document (RFC 8259). Refused with the line: anything that is not JSON, NaN and
/// infinities, bytes that are not UTF-8, a byte-order mark, a key twice in one object, nesting
/// deeper than kDeepestJson, numbers beyond double.
[[nodiscard]] Result<JsonValue> parse_json(std::string_view bytes, const std::string& source);

}  // namespace foley::io
