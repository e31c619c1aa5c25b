#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "foley/core/error.hpp"
#include "foley/io/json_value.hpp"

namespace foley::io {

/// Why a text is no JSON document, for readers who tell more kinds apart than an Error does.
struct JsonFault {
  enum class What : std::uint8_t {
    syntax,
    not_utf8,  // or NUL
    byte_order_mark,
    empty,
    too_large,     // a number beyond double
    not_a_number,  // NaN and infinities
    duplicate_key,
  };

  Error error{.kind = ErrorKind::bad_syntax};
  What what = What::syntax;
  std::size_t depth = 0;  // objects and lists that are open
};

/// parse_json, with the whole fault.
[[nodiscard]] tl::expected<JsonValue, JsonFault> read_json(std::string_view bytes,
                                                           const std::string& source);

}  // namespace foley::io
