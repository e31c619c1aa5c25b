#include "json_builder.hpp"

#include <cmath>
#include <limits>

#include "foley/core/printable.hpp"

namespace foley::io {

bool JsonBuilder::null() { return put(scalar(JsonValue::Kind::null)); }

bool JsonBuilder::boolean(bool value) {
  JsonValue node = scalar(JsonValue::Kind::boolean);
  node.boolean = value;
  return put(std::move(node));
}

bool JsonBuilder::number_integer(number_integer_t value) { return put(integer(value)); }

bool JsonBuilder::number_unsigned(number_unsigned_t value) {
  if (value <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
    return put(integer(static_cast<std::int64_t>(value)));
  }
  JsonValue node = scalar(JsonValue::Kind::real);
  node.real = static_cast<double>(value);
  return put(std::move(node));
}

bool JsonBuilder::number_float(number_float_t value, const string_t& text) {
  if (!std::isfinite(value)) {
    return refuse("the number " + text + " is too large", "write a finite number",
                  JsonFault::What::too_large, ErrorKind::bad_value);
  }
  JsonValue node = scalar(JsonValue::Kind::real);
  node.real = value;
  return put(std::move(node));
}

bool JsonBuilder::string(string_t& value) {
  JsonValue node = scalar(JsonValue::Kind::string);
  node.string = std::move(value);
  return put(std::move(node));
}

bool JsonBuilder::binary(binary_t& /*value*/) {
  return refuse("binary data is no JSON", "is this the right file?");
}

bool JsonBuilder::start_object(std::size_t /*size*/) { return open(JsonValue::Kind::object); }
bool JsonBuilder::start_array(std::size_t /*size*/) { return open(JsonValue::Kind::list); }
bool JsonBuilder::end_object() { return close(); }
bool JsonBuilder::end_array() { return close(); }

bool JsonBuilder::key(string_t& value) {
  Open& object = open_.back();
  if (!object.keys.insert(value).second) {
    return refuse("the key '" + value + "' stands twice in one object", "remove one of them",
                  JsonFault::What::duplicate_key, ErrorKind::duplicate);
  }
  object.key = std::move(value);
  return true;
}

bool JsonBuilder::parse_error(std::size_t /*offset*/, const std::string& token,
                              const nlohmann::detail::exception& cause) {
  const std::string_view why = cause.what();
  const auto is_about = [&](const char* words) {
    return why.find(words) != std::string_view::npos;
  };
  const std::string shown = "'" + printable(token, 40) + "'";
  if (is_about("unexpected end of input")) {
    return refuse("this is not JSON: it ends too early", "check that it was written completely");
  }
  if (is_about("number overflow")) {
    return refuse("the number " + shown + " is too large", "write a finite number",
                  JsonFault::What::too_large, ErrorKind::bad_value);
  }
  // The parser stops at the first letter of NaN, Infinity or -Infinity.
  if (token.ends_with('N') || token.ends_with('I')) {
    return refuse("this is not JSON: NaN and Infinity are no numbers",
                  "write a finite number or null", JsonFault::What::not_a_number);
  }
  return refuse("this is not JSON: unexpected " + shown,
                "correct the syntax, or check that this is the right file");
}

JsonValue JsonBuilder::scalar(JsonValue::Kind kind) const {
  JsonValue node;
  node.kind = kind;
  node.line = position_.line;
  return node;
}

JsonValue JsonBuilder::integer(std::int64_t value) const {
  JsonValue node = scalar(JsonValue::Kind::integer);
  node.integer = value;
  node.real = static_cast<double>(value);
  return node;
}

bool JsonBuilder::open(JsonValue::Kind kind) {
  if (open_.size() >= kDeepestJson) {
    return refuse("nested deeper than " + std::to_string(kDeepestJson) + " levels",
                  "is this the right file?");
  }
  open_.push_back({scalar(kind), {}, {}});
  return true;
}

bool JsonBuilder::close() {
  JsonValue node = std::move(open_.back().node);
  open_.pop_back();
  return put(std::move(node));
}

bool JsonBuilder::put(JsonValue node) {
  if (open_.empty()) {
    root_ = std::move(node);
  } else if (open_.back().node.is(JsonValue::Kind::list)) {
    open_.back().node.list.push_back(std::move(node));
  } else {
    open_.back().node.object.emplace_back(std::move(open_.back().key), std::move(node));
  }
  return true;
}

bool JsonBuilder::refuse(std::string problem, std::string advice, JsonFault::What what,
                         ErrorKind kind) {
  fault_.what = what;
  fault_.depth = open_.size();
  fault_.error.kind = kind;
  fault_.error.source = source_;
  fault_.error.line = position_.line;
  fault_.error.problem = std::move(problem);
  fault_.error.advice = std::move(advice);
  return false;
}

}  // namespace foley::io
