#include "arrow_text.hpp"

#include <nanobind/nanobind.h>

#include <cstring>

namespace nb = nanobind;

namespace foley::python::arrow {
namespace {

constexpr std::string_view kWhole = "cCsSiIlL";

template <class Number>
Number number_at(const void* buffer, std::int64_t i) {
  Number number{};
  std::memcpy(&number,
              static_cast<const char*>(buffer) + i * static_cast<std::int64_t>(sizeof(Number)),
              sizeof(Number));
  return number;
}

}  // namespace

TextReader::TextReader(const Schema& schema, const Array& chunk, const char* name) : chunk_(chunk) {
  const std::string_view format(schema.format);
  if (schema.dictionary != nullptr && chunk.dictionary != nullptr) {
    kind_ = Kind::dictionary;
    letter_ = format.front();
    dictionary_ = std::make_unique<TextReader>(*schema.dictionary, *chunk.dictionary, name);
  } else if (format == "u") {
    kind_ = Kind::narrow_text;
  } else if (format == "U") {
    kind_ = Kind::wide_text;
  } else if (format == "vu") {
    kind_ = Kind::viewed_text;
  } else if (format.size() == 1 && kWhole.find(format) != std::string_view::npos) {
    letter_ = format.front();
  } else {
    throw nb::type_error(
        (std::string(name) + " ids are text or whole numbers, not Arrow's '" + schema.format + "'")
            .c_str());
  }
}

bool TextReader::missing(std::int64_t row) const {
  const auto valid = [](const Array& array, std::int64_t at) {
    const void* const bits = array.buffers[0];
    return array.null_count == 0 || bits == nullptr ||
           ((number_at<std::uint8_t>(bits, at / 8) >> (at % 8)) & 1) != 0;
  };
  const std::int64_t at = chunk_.offset + row;
  if (!valid(chunk_, at)) {
    return true;
  }
  return kind_ == Kind::dictionary && dictionary_->missing(whole(at));
}

bool TextReader::in_place() const {
  return kind_ == Kind::dictionary ? dictionary_->in_place() : kind_ != Kind::whole;
}

bool TextReader::is_unsigned() const { return letter_ >= 'A' && letter_ <= 'Z'; }

std::int64_t TextReader::whole(std::int64_t at) const {
  const void* const numbers = chunk_.buffers[1];
  switch (letter_) {
    case 'c':
      return number_at<std::int8_t>(numbers, at);
    case 'C':
      return number_at<std::uint8_t>(numbers, at);
    case 's':
      return number_at<std::int16_t>(numbers, at);
    case 'S':
      return number_at<std::uint16_t>(numbers, at);
    case 'i':
      return number_at<std::int32_t>(numbers, at);
    case 'I':
      return number_at<std::uint32_t>(numbers, at);
    default:
      return number_at<std::int64_t>(numbers, at);
  }
}

std::string_view TextReader::viewed(std::int64_t at) const {
  constexpr std::int64_t kView = 16;     // bytes of a view
  constexpr std::int32_t kInPlace = 12;  // bytes of text that a view holds itself
  const char* const view = static_cast<const char*>(chunk_.buffers[1]) + at * kView;
  const auto length = number_at<std::int32_t>(view, 0);
  if (length <= kInPlace) {
    return {view + 4, static_cast<std::size_t>(length)};
  }
  const auto buffer = number_at<std::int32_t>(view, 2);
  const auto offset = number_at<std::int32_t>(view, 3);
  return {static_cast<const char*>(chunk_.buffers[2 + buffer]) + offset,
          static_cast<std::size_t>(length)};
}

std::string_view TextReader::text(std::int64_t row, std::string& scratch) const {
  const std::int64_t at = chunk_.offset + row;
  const auto slice = [&](std::int64_t from, std::int64_t to) -> std::string_view {
    return {static_cast<const char*>(chunk_.buffers[2]) + from,
            static_cast<std::size_t>(to - from)};
  };
  switch (kind_) {
    case Kind::narrow_text:
      return slice(number_at<std::int32_t>(chunk_.buffers[1], at),
                   number_at<std::int32_t>(chunk_.buffers[1], at + 1));
    case Kind::wide_text:
      return slice(number_at<std::int64_t>(chunk_.buffers[1], at),
                   number_at<std::int64_t>(chunk_.buffers[1], at + 1));
    case Kind::viewed_text:
      return viewed(at);
    case Kind::dictionary:
      return dictionary_->text(whole(at), scratch);
    case Kind::whole:
      break;
  }
  const std::int64_t number = whole(at);
  scratch =
      is_unsigned() ? std::to_string(static_cast<std::uint64_t>(number)) : std::to_string(number);
  return scratch;
}

}  // namespace foley::python::arrow
