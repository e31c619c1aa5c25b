#include "json_reader.hpp"

namespace foley::io {
namespace {

const char* name_of(JsonValue::Kind kind) {
  JsonValue value;
  value.kind = kind;
  return value.kind_name();
}

}  // namespace

void JsonReader::complain(ErrorKind kind, const JsonValue& at, std::string_view field,
                          std::string problem, std::string advice) {
  if (!error_) {
    const std::string dot = path_.empty() || field.empty() ? "" : ".";
    error_ = Error{.kind = kind,
                   .source = source_,
                   .line = at.line,
                   .item = item_,
                   .field = path_ + dot + std::string(field),
                   .problem = std::move(problem),
                   .advice = std::move(advice)};
  }
}

const JsonValue* JsonReader::member(std::string_view key, bool required) {
  if (error_) {
    return nullptr;
  }
  const JsonValue* value = object_.find(key);
  if (value == nullptr && required) {
    complain(ErrorKind::missing_field, object_, key, "the field is missing", "add it");
  }
  return value;
}

const JsonValue* JsonReader::member(std::string_view key, JsonValue::Kind kind, bool required) {
  const JsonValue* value = member(key, required);
  if (value != nullptr && !value->is(kind)) {
    complain(ErrorKind::wrong_type, *value, key, std::string("it is ") + value->kind_name(),
             std::string("write ") + name_of(kind));
    return nullptr;
  }
  return value;
}

std::optional<std::string> JsonReader::text(const JsonValue& value, const std::string& field) {
  if (!value.is(JsonValue::Kind::string)) {
    complain(ErrorKind::wrong_type, value, field, std::string("it is ") + value.kind_name(),
             "write text");
    return std::nullopt;
  }
  return value.string;
}

void JsonReader::read(std::string_view key, std::string& out, bool required) {
  if (const JsonValue* value = member(key, JsonValue::Kind::string, required)) {
    out = value->string;
  }
}

void JsonReader::read(std::string_view key, bool& out, bool required) {
  if (const JsonValue* value = member(key, JsonValue::Kind::boolean, required)) {
    out = value->boolean;
  }
}

void JsonReader::read(std::string_view key, std::int64_t& out, bool required) {
  const JsonValue* value = member(key, required);
  if (value == nullptr) {
    return;
  }
  if (!value->is(JsonValue::Kind::integer)) {
    complain(ErrorKind::wrong_type, *value, key, std::string("it is ") + value->kind_name(),
             "write a whole number");
    return;
  }
  out = value->integer;
}

void JsonReader::read(std::string_view key, double& out, bool required) {
  const JsonValue* value = member(key, required);
  if (value == nullptr) {
    return;
  }
  if (!value->is_number()) {
    complain(ErrorKind::wrong_type, *value, key, std::string("it is ") + value->kind_name(),
             "write a number");
    return;
  }
  out = value->real;
}

void JsonReader::read(std::string_view key, std::vector<std::string>& out, bool required) {
  const JsonValue* value = member(key, JsonValue::Kind::list, required);
  if (value == nullptr) {
    return;
  }
  out.clear();
  for (std::size_t i = 0; i < value->list.size(); ++i) {
    const auto element = text(value->list[i], std::string(key) + "[" + std::to_string(i) + "]");
    if (!element) {
      return;
    }
    out.push_back(*element);
  }
}

}  // namespace foley::io
