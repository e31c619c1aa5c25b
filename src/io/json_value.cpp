#include "foley/io/json_value.hpp"

#include <algorithm>
#include <optional>

#include "foley/core/printable.hpp"
#include "json_builder.hpp"

namespace foley::io {
namespace {

std::size_t line_at(std::string_view bytes, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::count(
                 bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

std::optional<JsonFault> encoding_fault(std::string_view bytes, const std::string& source) {
  constexpr std::string_view kBom = "\xEF\xBB\xBF";
  if (bytes.starts_with(kBom)) {
    return JsonFault{{.kind = ErrorKind::bad_encoding,
                      .source = source,
                      .line = 1,
                      .problem = "it begins with a byte-order mark",
                      .advice = "save it as UTF-8 without BOM"},
                     JsonFault::What::byte_order_mark};
  }
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return JsonFault{{.kind = ErrorKind::bad_syntax,
                      .source = source,
                      .line = 1,
                      .problem = "the file is empty",
                      .advice = "check that it was written completely"},
                     JsonFault::What::empty};
  }
  // Binary data and other encodings are told apart at their first wrong byte; the check stops
  // there.
  const std::size_t wrong = first_invalid_utf8(bytes);
  if (wrong != std::string_view::npos) {
    return JsonFault{{.kind = ErrorKind::bad_encoding,
                      .source = source,
                      .line = line_at(bytes, wrong),
                      .problem = "byte " + std::to_string(wrong) + " is not UTF-8",
                      .advice = "save it as UTF-8"},
                     JsonFault::What::not_utf8};
  }
  // The parser takes NUL for the end of the text and would not look at what follows.
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    return JsonFault{{.kind = ErrorKind::bad_syntax,
                      .source = source,
                      .line = line_at(bytes, nul),
                      .problem = "this is not JSON: byte " + std::to_string(nul) + " is NUL",
                      .advice = "is this the right file?"},
                     JsonFault::What::not_utf8};
  }
  return std::nullopt;
}

}  // namespace

JsonValue::JsonValue() = default;
JsonValue::JsonValue(const JsonValue& other) = default;
JsonValue::JsonValue(JsonValue&& other) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue& other) = default;
JsonValue& JsonValue::operator=(JsonValue&& other) noexcept = default;
JsonValue::~JsonValue() = default;

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::find_if(object.begin(), object.end(),
                                  [&](const auto& member) { return member.first == key; });
  return found == object.end() ? nullptr : &found->second;
}

const char* JsonValue::kind_name() const {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "true or false";
    case Kind::integer:
    case Kind::real:
      return "a number";
    case Kind::string:
      return "text";
    case Kind::list:
      return "a list";
    case Kind::object:
      return "an object";
  }
  return "something else";
}

tl::expected<JsonValue, JsonFault> read_json(std::string_view bytes, const std::string& source) {
  if (auto fault = encoding_fault(bytes, source)) {
    return tl::unexpected(std::move(*fault));
  }
  LinePosition position;
  JsonBuilder builder(source, position);
  const char* const first = bytes.data();
  const CountingIterator begin(first, &position);
  const CountingIterator end(first + bytes.size(), &position);
  if (!nlohmann::json::sax_parse(begin, end, &builder)) {
    return tl::unexpected(builder.fault());
  }
  return builder.take();
}

Result<JsonValue> parse_json(std::string_view bytes, const std::string& source) {
  auto document = read_json(bytes, source);
  if (!document) {
    return fail(std::move(document.error().error));
  }
  return std::move(*document);
}

}  // namespace foley::io
