#include "ranking_head.hpp"

#include <algorithm>

#include "foley/core/printable.hpp"
#include "foley/io/file_bytes.hpp"

namespace foley::io {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

Error error_in(const std::string& source) {
  return {.kind = ErrorKind::bad_encoding,
          .source = source,
          .line = 1,
          .advice = "is this the right file?"};
}

char first_letter(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? ' ' : head[first];
}

std::optional<Error> object_to_encoding(std::string_view head, const std::string& source) {
  Error error = error_in(source);
  if (head.starts_with(kMark)) {
    error.problem = "it begins with a byte-order mark";
    error.advice = "save it as UTF-8 without BOM";
    error.column = 1;
    error.code = "FE-IO-03";
    return error;
  }
  // The head may end inside a character: its last bytes are judged with the rest.
  constexpr std::size_t kLongestCharacter = 4;
  const std::size_t wrong = std::min(first_invalid_utf8(head), head.find('\0'));
  if (wrong == std::string_view::npos ||
      (head[wrong] != '\0' && wrong + kLongestCharacter >= head.size())) {
    return std::nullopt;
  }
  const std::string_view before = head.substr(0, wrong);
  error.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t newline = before.rfind('\n');
  error.column = wrong - (newline == std::string_view::npos ? 0 : newline + 1) + 1;
  error.problem = "the line is not UTF-8 text";
  error.code = "FE-IO-02";
  return error;
}

std::optional<Error> object_to_endless_line(std::string_view head, const std::string& source) {
  // A comment may be as long as any line.
  if (head.size() < kHeadBytes || head.front() == '#' ||
      head.find('\n') != std::string_view::npos) {
    return std::nullopt;
  }
  Error error = error_in(source);
  error.kind = ErrorKind::bad_syntax;
  error.problem = "its first line has no end within a megabyte";
  error.code = "FE-IO-13";
  return error;
}

}  // namespace

std::optional<Error> object_to_text(std::string_view head, const std::string& source) {
  auto error = object_to_encoding(head, source);
  return error ? error : object_to_endless_line(head, source);
}

std::optional<Error> object_to_ranking(std::string_view head, const std::string& source) {
  auto error = object_to_encoding(head, source);
  return error ? error : object_to_lenient_ranking(head, source);
}

std::optional<Error> object_to_lenient_ranking(std::string_view head, const std::string& source) {
  switch (first_letter(without_mark(head))) {
    case '{':
      return std::nullopt;
    case '[': {
      Error error = error_in(source);
      error.kind = ErrorKind::wrong_top;
      error.problem = "rankings in JSON are an object of queries, this is a list";
      error.advice = "write {\"query\": {\"document\": number}}";
      error.code = "FE-IO-19";
      return error;
    }
    default:
      return object_to_endless_line(head, source);
  }
}

std::string_view without_mark(std::string_view head) {
  return head.starts_with(kMark) ? head.substr(kMark.size()) : head;
}

}  // namespace foley::io
