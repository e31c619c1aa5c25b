#include "foley/io/json_value.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "foley/core/printable.hpp"

namespace foley::io {
namespace {

// The parser reads through this iterator, which counts lines: the parser itself tells the place of
// an error only, and we need the place of every value.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator() = default;
  CountingIterator(const char* at, std::size_t* line) : at_(at), line_(line) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *line_ += *at_ == '\n' ? 1 : 0;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_ = nullptr;
  std::size_t* line_ = nullptr;
};

// nlohmann's parser looks one character ahead after numbers and words; when that is the line end,
// the counter is one line late for them. Values are stamped at their first character instead where
// that matters (objects and lists); scalars may be one line late only if a newline follows at once,
// which the builder corrects.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string source, const std::size_t& line) : source_(std::move(source)), line_(line) {}

  bool null() override { return put(scalar(JsonValue::Kind::null)); }
  bool boolean(bool value) override {
    JsonValue node = scalar(JsonValue::Kind::boolean);
    node.boolean = value;
    return put(std::move(node));
  }
  bool number_integer(number_integer_t value) override { return put(integer(value)); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      return put(integer(static_cast<std::int64_t>(value)));
    }
    JsonValue node = scalar(JsonValue::Kind::real);
    node.real = static_cast<double>(value);
    return put(std::move(node));
  }
  bool number_float(number_float_t value, const string_t& text) override {
    if (!std::isfinite(value)) {
      return refuse("the number " + text + " is too large", "write a finite number");
    }
    JsonValue node = scalar(JsonValue::Kind::real);
    node.real = value;
    return put(std::move(node));
  }
  bool string(string_t& value) override {
    JsonValue node = scalar(JsonValue::Kind::string);
    node.string = std::move(value);
    return put(std::move(node));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    Open& object = open_.back();
    if (!object.keys.insert(value).second) {
      error_.kind = ErrorKind::duplicate;
      return refuse("the key '" + value + "' stands twice in one object", "remove one of them");
    }
    object.key = std::move(value);
    return true;
  }
  bool parse_error(std::size_t, const std::string& token,
                   const nlohmann::detail::exception& cause) override {
    const std::string_view why = cause.what();
    const auto is_about = [&](const char* words) {
      return why.find(words) != std::string_view::npos;
    };
    const std::string shown = "'" + printable(token, 40) + "'";
    if (is_about("unexpected end of input")) {
      return refuse("this is not JSON: it ends too early", "check that it was written completely");
    }
    if (is_about("number overflow")) {
      return refuse("the number " + shown + " is too large", "write a finite number");
    }
    // The parser stops at the first letter of NaN, Infinity or -Infinity.
    if (token.ends_with('N') || token.ends_with('I')) {
      return refuse("this is not JSON: NaN and Infinity are no numbers",
                    "write a finite number or null");
    }
    return refuse("this is not JSON: unexpected " + shown,
                  "correct the syntax, or check that this is the right file");
  }

  [[nodiscard]] const Error& error() const { return error_; }
  JsonValue take() { return std::move(root_); }

 private:
  struct Open {
    JsonValue node;
    std::string key;
    std::unordered_set<std::string> keys;
  };

  [[nodiscard]] JsonValue scalar(JsonValue::Kind kind) const {
    JsonValue node;
    node.kind = kind;
    node.line = line_;
    return node;
  }
  [[nodiscard]] JsonValue integer(std::int64_t value) const {
    JsonValue node = scalar(JsonValue::Kind::integer);
    node.integer = value;
    node.real = static_cast<double>(value);
    return node;
  }
  bool open(JsonValue::Kind kind) {
    if (open_.size() >= kDeepestJson) {
      return refuse("nested deeper than " + std::to_string(kDeepestJson) + " levels",
                    "is this the right file?");
    }
    open_.push_back({scalar(kind), {}, {}});
    return true;
  }
  bool close() {
    JsonValue node = std::move(open_.back().node);
    open_.pop_back();
    return put(std::move(node));
  }
  bool put(JsonValue node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (open_.back().node.is(JsonValue::Kind::list)) {
      open_.back().node.list.push_back(std::move(node));
    } else {
      open_.back().node.object.emplace_back(std::move(open_.back().key), std::move(node));
    }
    return true;
  }
  bool refuse(std::string problem, std::string advice) {
    error_.source = source_;
    error_.line = line_;
    error_.problem = std::move(problem);
    error_.advice = std::move(advice);
    return false;
  }

  std::string source_;
  const std::size_t& line_;
  JsonValue root_;
  std::vector<Open> open_;
  Error error_{.kind = ErrorKind::bad_syntax};
};

std::size_t line_at(std::string_view bytes, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::count(
                 bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

std::optional<Error> encoding_error(std::string_view bytes, const std::string& source) {
  constexpr std::string_view kBom = "\xEF\xBB\xBF";
  if (bytes.starts_with(kBom)) {
    return Error{.kind = ErrorKind::bad_encoding,
                 .source = source,
                 .line = 1,
                 .problem = "it begins with a byte-order mark",
                 .advice = "save it as UTF-8 without BOM"};
  }
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return Error{.kind = ErrorKind::bad_syntax,
                 .source = source,
                 .line = 1,
                 .problem = "the file is empty",
                 .advice = "check that it was written completely"};
  }
  // Binary data and other encodings are told apart at their first wrong byte; the check stops
  // there.
  const std::size_t wrong = first_invalid_utf8(bytes);
  if (wrong != std::string_view::npos) {
    return Error{.kind = ErrorKind::bad_encoding,
                 .source = source,
                 .line = line_at(bytes, wrong),
                 .problem = "byte " + std::to_string(wrong) + " is not UTF-8",
                 .advice = "save it as UTF-8"};
  }
  return std::nullopt;
}

}  // namespace

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

Result<JsonValue> parse_json(std::string_view bytes, const std::string& source) {
  if (auto error = encoding_error(bytes, source)) {
    return fail(std::move(*error));
  }
  std::size_t line = 1;
  Builder builder(source, line);
  const CountingIterator begin(bytes.data(), &line);
  const CountingIterator end(bytes.data() + bytes.size(), &line);
  if (!nlohmann::json::sax_parse(begin, end, &builder)) {
    return fail(builder.error());
  }
  return builder.take();
}

}  // namespace foley::io
