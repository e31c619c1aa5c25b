#include "delimited_reader.hpp"

#include <algorithm>

#include "trec_line.hpp"

namespace foley::io {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

}  // namespace

Error DelimitedReader::error_at(const DelimitedField& place, ErrorKind kind, std::string code,
                                std::string problem, std::string advice) const {
  return {.kind = kind,
          .source = source_,
          .line = place.line,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .column = place.column,
          .code = std::move(code)};
}

bool DelimitedReader::at_line_end() const {
  return at_ == bytes_.size() || bytes_[at_] == '\n' ||
         (bytes_[at_] == '\r' && (at_ + 1 == bytes_.size() || bytes_[at_ + 1] == '\n'));
}

void DelimitedReader::end_line() {
  at_ = std::min(bytes_.find('\n', at_), bytes_.size() - 1) + 1;
  line_ += 1;
  line_start_ = at_;
}

Result<DelimitedField> DelimitedReader::plain_field() {
  DelimitedField field = here();
  const std::size_t begin = at_;
  while (!at_line_end() && bytes_[at_] != separator_) {
    const char c = bytes_[at_];
    // In a file of tabs, a quote inside a field is a letter like others.
    if (c == '"' && separator_ == ',') {
      return fail(error_at(here(), ErrorKind::bad_syntax, "FE-IO-20",
                           "a quote stands inside a field that does not begin with one",
                           "put the whole field in quotes and double those inside"));
    }
    if (c == '\r' || is_control(c)) {
      return fail(error_at(here(), ErrorKind::bad_syntax, "FE-IO-12",
                           c == '\r' ? "a carriage return stands inside the line"
                                     : "a control character stands in the line",
                           "end lines with LF or CRLF, and quote fields that hold others"));
    }
    at_ += 1;
  }
  field.text = bytes_.substr(begin, at_ - begin);
  return field;
}

Result<DelimitedField> DelimitedReader::quoted_field() {
  DelimitedField field = here();
  at_ += 1;
  const std::size_t begin = at_;
  bool doubled = false;
  while (true) {
    if (at_ == bytes_.size()) {
      return fail(error_at(field, ErrorKind::bad_syntax, "FE-IO-20",
                           "the quote that opens here is never closed", "close it"));
    }
    const char c = bytes_[at_];
    if (c == '\n') {
      end_line();
      continue;
    }
    if (is_control(c) && c != '\t' && c != '\r') {
      return fail(error_at(here(), ErrorKind::bad_syntax, "FE-IO-12",
                           "a control character stands in the field", "is this the right file?"));
    }
    at_ += 1;
    if (c != '"') {
      continue;
    }
    if (at_ == bytes_.size() || bytes_[at_] != '"') {
      break;
    }
    doubled = true;
    at_ += 1;
  }
  field.text = bytes_.substr(begin, at_ - 1 - begin);
  if (!at_line_end() && bytes_[at_] != separator_) {
    return fail(error_at(here(), ErrorKind::bad_syntax, "FE-IO-20",
                         "text follows the quote that closes a field",
                         "double the quotes that belong to the field"));
  }
  if (doubled) {
    std::string text;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      text += field.text[i];
      i += field.text[i] == '"' ? 1 : 0;
    }
    field.text = unescaped_.keep(text);
  }
  return field;
}

Result<bool> DelimitedReader::next(std::vector<DelimitedField>& fields) {
  fields.clear();
  while (at_ < bytes_.size() && at_line_end()) {
    end_line();  // a blank line
  }
  if (at_ >= bytes_.size()) {
    return false;
  }
  const DelimitedField begin = here();
  const std::size_t from = at_;
  while (true) {
    auto field = at_ < bytes_.size() && bytes_[at_] == '"' ? quoted_field() : plain_field();
    if (!field) {
      return fail(std::move(field.error()));
    }
    fields.push_back(*field);
    if (at_ - from > kLongestLine) {
      return fail(error_at({{}, begin.line, 0}, ErrorKind::bad_syntax, "FE-IO-13", kEndlessLine,
                           "is this the right file?"));
    }
    if (at_line_end()) {
      if (at_ < bytes_.size()) {
        end_line();
      }
      return true;
    }
    at_ += 1;  // the separator
  }
}

}  // namespace foley::io
