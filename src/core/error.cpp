#include "foley/core/error.hpp"

#include "foley/core/printable.hpp"

namespace foley {

const char* to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::not_found:
      return "not_found";
    case ErrorKind::bad_encoding:
      return "bad_encoding";
    case ErrorKind::bad_syntax:
      return "bad_syntax";
    case ErrorKind::wrong_top:
      return "wrong_top";
    case ErrorKind::missing_field:
      return "missing_field";
    case ErrorKind::wrong_type:
      return "wrong_type";
    case ErrorKind::bad_value:
      return "bad_value";
    case ErrorKind::duplicate:
      return "duplicate";
    case ErrorKind::unknown_name:
      return "unknown_name";
    case ErrorKind::environment:
      return "environment";
  }
  return "unknown";
}

std::string Error::to_line() const {
  // Foreign text is cut so that a 1 MB id cannot bury the message.
  constexpr std::size_t kLongestPart = 200;
  std::string text = printable(source);
  if (line > 0) {
    text += ':' + std::to_string(line);
    if (column > 0) {
      text += ':' + std::to_string(column);
    }
  }
  std::string place = printable(item, kLongestPart);
  if (!field.empty()) {
    place += (place.empty() ? "" : ", ") + printable(field, kLongestPart);
  }
  for (const std::string& part : {place, printable(problem, 2 * kLongestPart)}) {
    if (!part.empty()) {
      text += (text.empty() ? "" : ": ") + part;
    }
  }
  if (!advice.empty()) {
    text += "; " + printable(advice, 2 * kLongestPart);
  }
  if (!code.empty()) {
    text += " [" + code + "]";
  }
  return text;
}

}  // namespace foley
