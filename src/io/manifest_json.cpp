#include <nlohmann/json.hpp>

#include "foley/core/number_text.hpp"
#include "foley/io/embedding_set.hpp"
#include "foley/io/json_value.hpp"

namespace foley::io {

Result<fidelity::Manifest> parse_manifest(std::string_view bytes, const std::string& source) {
  auto json = parse_json(bytes, source);
  if (!json) {
    return fail(std::move(json.error()));
  }
  const auto refused = [&](const JsonValue& value, const std::string& field, std::string problem) {
    return fail({.kind = ErrorKind::wrong_type,
                 .source = source,
                 .line = value.line,
                 .field = field,
                 .problem = std::move(problem),
                 .advice = "a manifest is an object of texts and numbers",
                 .code = "FE-IO-38"});
  };
  if (!json->is(JsonValue::Kind::object)) {
    return refused(*json, "", std::string("is ") + json->kind_name());
  }
  fidelity::Manifest manifest;
  for (const auto& [field, value] : json->object) {
    switch (value.kind) {
      case JsonValue::Kind::null:
        break;
      case JsonValue::Kind::string:
        manifest.set(field, value.string);
        break;
      case JsonValue::Kind::integer:
        manifest.set(field, std::to_string(value.integer));
        break;
      case JsonValue::Kind::real:
        manifest.set(field, shortest_text(value.real));
        break;
      case JsonValue::Kind::boolean:
        manifest.set(field, value.boolean ? "true" : "false");
        break;
      case JsonValue::Kind::list:
      case JsonValue::Kind::object:
        return refused(value, field, std::string("is ") + value.kind_name());
    }
  }
  return manifest;
}

std::string manifest_json(const fidelity::Manifest& manifest) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [field, value] : manifest.fields()) {
    json[field] = value;
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace foley::io
