#pragma once

#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>
#include <vector>

#include "foley/io/json_value.hpp"
#include "json_fault.hpp"

namespace foley::io {

/// Where the parser is. The parser looks one character ahead after a number; a line therefore
/// begins when its first character is read, not when the newline before it is.
struct LinePosition {
  std::size_t line = 1;
  bool newline_read = false;
};

/// The parser reads through this iterator, which counts lines: by itself it tells the place of an
/// error only, and every value must know its own.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator() = default;
  CountingIterator(const char* at, LinePosition* position) : at_(at), position_(position) {}

  reference operator*() const {
    position_->line += position_->newline_read ? 1 : 0;
    position_->newline_read = false;
    return *at_;
  }
  CountingIterator& operator++() {
    position_->newline_read = *at_ == '\n';
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
  LinePosition* position_ = nullptr;
};

/// Builds a JsonValue from the parser's events and refuses what we do not read.
class JsonBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonBuilder(std::string source, const LinePosition& position)
      : source_(std::move(source)), position_(position) {}

  bool null() override;
  bool boolean(bool value) override;
  bool number_integer(number_integer_t value) override;
  bool number_unsigned(number_unsigned_t value) override;
  bool number_float(number_float_t value, const string_t& text) override;
  bool string(string_t& value) override;
  bool binary(binary_t& value) override;
  bool start_object(std::size_t size) override;
  bool start_array(std::size_t size) override;
  bool end_object() override;
  bool end_array() override;
  bool key(string_t& value) override;
  bool parse_error(std::size_t offset, const std::string& token,
                   const nlohmann::detail::exception& cause) override;

  /// What was refused, after the parser stopped.
  [[nodiscard]] const JsonFault& fault() const { return fault_; }

  /// The document, after the parser ended well.
  [[nodiscard]] JsonValue take() { return std::move(root_); }

 private:
  struct Open {
    JsonValue node;
    std::string key;
    std::unordered_set<std::string> keys;
  };

  [[nodiscard]] JsonValue scalar(JsonValue::Kind kind) const;
  [[nodiscard]] JsonValue integer(std::int64_t value) const;
  bool open(JsonValue::Kind kind);
  bool close();
  bool put(JsonValue node);
  bool refuse(std::string problem, std::string advice,
              JsonFault::What what = JsonFault::What::syntax,
              ErrorKind kind = ErrorKind::bad_syntax);

  std::string source_;
  const LinePosition& position_;
  JsonValue root_;
  std::vector<Open> open_;
  JsonFault fault_;
};

}  // namespace foley::io
