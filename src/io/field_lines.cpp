#include "field_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "byte_source.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/file_bytes.hpp"
#include "ranking_head.hpp"
#include "trec_line.hpp"

namespace foley::io {
namespace {

constexpr std::string_view kBlanks = " \t\v\f";

void split(std::string_view text, std::vector<std::string_view>& fields) {
  fields.clear();
  std::size_t from = text.find_first_not_of(kBlanks);
  while (from != std::string_view::npos) {
    const std::size_t to = std::min(text.find_first_of(kBlanks, from), text.size());
    fields.push_back(text.substr(from, to - from));
    from = text.find_first_not_of(kBlanks, to);
  }
}

// Why a line is no text that any format takes.
std::optional<Error> objection(const FieldLine& line, const std::string& source) {
  Error error{.kind = ErrorKind::bad_encoding, .source = source, .line = line.number};
  error.advice = "is this the right file?";
  if (line.text.size() > kLongestLine) {
    error.kind = ErrorKind::bad_syntax;
    error.problem = kEndlessLine;
    error.code = "FE-IO-13";
    return error;
  }
  const std::size_t wrong = std::min(first_invalid_utf8(line.text), line.text.find('\0'));
  if (wrong != std::string_view::npos) {
    error.problem = "the line is not UTF-8 text";
    error.column = wrong + 1;
    error.code = "FE-IO-02";
    return error;
  }
  if (line.text.starts_with("\xEF\xBB\xBF")) {
    error.problem = "the line begins with a byte-order mark";
    error.advice = "save the file as UTF-8 without BOM";
    error.column = 1;
    error.code = "FE-IO-03";
    return error;
  }
  const auto control = std::find_if(line.text.begin(), line.text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && kBlanks.find(c) == std::string_view::npos;
  });
  if (control == line.text.end()) {
    return std::nullopt;
  }
  error.kind = ErrorKind::bad_syntax;
  error.problem = *control == '\r' ? "a carriage return stands inside the line"
                                   : "a control character stands in the line";
  error.advice = *control == '\r' ? "end lines with LF or CRLF" : "is this the right file?";
  error.column = static_cast<std::size_t>(control - line.text.begin()) + 1;
  error.code = "FE-IO-12";
  return error;
}

}  // namespace

std::optional<Error> each_field_line(
    std::string_view bytes, const std::string& source, std::size_t count, const char* shape,
    const std::function<std::optional<Error>(const FieldLine&)>& take) {
  FieldLine line;
  bool any = false;
  for (std::size_t from = 0; from < bytes.size();) {
    const std::size_t to = std::min(bytes.find('\n', from), bytes.size());
    line.text = bytes.substr(from, to - from);
    from = to + 1;
    line.number += 1;
    if (line.text.ends_with('\r')) {
      line.text.remove_suffix(1);
    }
    split(line.text, line.fields);
    if (line.fields.empty() || line.text.front() == '#') {
      continue;
    }
    if (auto error = objection(line, source)) {
      return error;
    }
    if (line.fields.size() != count) {
      return Error{.kind = ErrorKind::bad_syntax,
                   .source = source,
                   .line = line.number,
                   .problem = "the line has " + std::to_string(line.fields.size()) +
                              " fields, not " + std::to_string(count),
                   .advice = std::string("a line is: ") + shape,
                   .column = line.column(std::min(line.fields.size() - 1, count)),
                   .code = "FE-IO-05"};
    }
    any = true;
    if (auto error = take(line)) {
      return error;
    }
  }
  if (!any) {
    return Error{.kind = ErrorKind::bad_syntax,
                 .source = source,
                 .line = 1,
                 .problem = "the file holds no line of data",
                 .advice = std::string("a line is: ") + shape,
                 .code = "FE-IO-04"};
  }
  return std::nullopt;
}

std::optional<double> finite_number(std::string_view text, bool& is_number) {
  if (text.starts_with('+') && !text.starts_with("+-")) {
    text.remove_prefix(1);
  }
  double value = 0.0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  is_number = !text.empty() && end == text.data() + text.size();
  return is_number && code == std::errc{} && std::isfinite(value) ? std::optional(value)
                                                                  : std::nullopt;
}

Error no_number(const FieldLine& line, std::size_t field, const std::string& source,
                const char* what) {
  bool is_number = false;
  static_cast<void>(finite_number(line.fields[field], is_number));
  return {.kind = ErrorKind::bad_value,
          .source = source,
          .line = line.number,
          .problem = "'" + std::string(line.fields[field]) + "' is not a finite number",
          .advice = std::string("this field is ") + what,
          .column = line.column(field),
          .code = is_number ? "FE-IO-07" : "FE-IO-06"};
}

Result<std::string> whole_text(const std::string& path) {
  const auto source = ByteSource::open(path, kLargestRun, object_to_text);
  if (!source) {
    return fail(source.error());
  }
  std::string scratch;
  const auto bytes = source->all(object_to_text, scratch);
  if (!bytes) {
    return fail(bytes.error());
  }
  return std::string(*bytes);
}

}  // namespace foley::io
