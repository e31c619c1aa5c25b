// The slower reader of TREC lines, which knows every rule and words every fault.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "foley/core/printable.hpp"
#include "trec_line.hpp"

namespace foley::io {
namespace {

constexpr std::size_t kRunFields = 6;
constexpr std::size_t kQrelsFields = 4;
constexpr std::string_view kBlanks = " \t\v\f";
constexpr const char* kRunShape = "a line is: query Q0 document rank score tag";
constexpr const char* kQrelsShape = "a line is: query 0 document grade";

// A line cut into its first fields; further ones are counted, not kept.
struct Fields {
  std::array<std::string_view, kRunFields> text;
  std::size_t count = 0;
};

Fields split(std::string_view line) {
  Fields fields;
  std::size_t from = line.find_first_not_of(kBlanks);
  while (from != std::string_view::npos) {
    const std::size_t to = std::min(line.find_first_of(kBlanks, from), line.size());
    if (fields.count < fields.text.size()) {
      fields.text[fields.count] = line.substr(from, to - from);
    }
    fields.count += 1;
    from = line.find_first_not_of(kBlanks, to);
  }
  return fields;
}

// One leading plus is fine, what follows must be the number itself.
std::string_view without_plus(std::string_view text) {
  return text.starts_with('+') && !text.starts_with("+-") && !text.starts_with("++")
             ? text.substr(1)
             : text;
}

std::size_t column_of(std::string_view line, std::string_view field) {
  return static_cast<std::size_t>(field.data() - line.data()) + 1;
}

// First control character that no line may hold, blanks apart.
std::size_t find_control(std::string_view line) {
  const auto found = std::find_if(line.begin(), line.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && kBlanks.find(c) == std::string_view::npos;
  });
  return static_cast<std::size_t>(found - line.begin());
}

// The number, or why it is none: not a number, or no finite one.
struct Score {
  std::optional<double> value;
  bool is_number = false;
};

Score read_score(std::string_view text) {
  const std::string_view digits = without_plus(text);
  double value = 0.0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size() || digits.empty()) {
    return {};
  }
  if (code == std::errc::result_out_of_range) {
    // Too small for a double is zero, as everywhere; too large is refused.
    const bool small =
        digits.find("e-") != std::string_view::npos || digits.find("E-") != std::string_view::npos;
    return {small ? std::optional(0.0) : std::nullopt, true};
  }
  return {std::isfinite(value) ? std::optional(value) : std::nullopt, true};
}

// Digits behind at most one sign, however many.
bool is_whole(std::string_view text) {
  text.remove_prefix(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::int64_t read_rank(std::string_view text) {
  std::int64_t rank = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), rank);
  return code == std::errc{} && end == text.data() + text.size() ? rank : 0;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

TrecLineReader::Outcome TrecLineReader::read_any(const char*& at, const char* end) {
  const char* const begin = at;
  const char* const newline = std::find(begin, end, '\n');
  at = newline == end ? end : newline + 1;
  if (static_cast<std::size_t>(newline - begin) > kLongestLine) {
    return refuse(ErrorKind::bad_syntax, "FE-IO-13", 0, kEndlessLine, "is this the right file?");
  }
  std::string_view text(begin, static_cast<std::size_t>(newline - begin));
  if (text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  const Fields fields = split(text);
  if (fields.count == 0 || text.front() == '#') {
    return Outcome::nothing;
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return refuse(ErrorKind::bad_encoding, "FE-IO-02", nul + 1, "the line is not UTF-8 text",
                  "is this the right file?");
  }
  if (const std::size_t wrong = first_invalid_utf8(text); wrong != std::string_view::npos) {
    return refuse(ErrorKind::bad_encoding, "FE-IO-02", wrong + 1, "the line is not UTF-8 text",
                  "is this the right file?");
  }
  if (text.starts_with("\xEF\xBB\xBF")) {
    return refuse(ErrorKind::bad_encoding, "FE-IO-03", 1, "the line begins with a byte-order mark",
                  "save the file as UTF-8 without BOM");
  }
  if (const std::size_t control = find_control(text); control < text.size()) {
    const bool carriage = text[control] == '\r';
    return refuse(ErrorKind::bad_syntax, "FE-IO-12", control + 1,
                  carriage ? "a carriage return stands inside the line"
                           : "a control character stands in the line",
                  carriage ? "end lines with LF or CRLF" : "is this the right file?");
  }
  const bool run = format_ == TrecFormat::run;
  const std::size_t wanted = run ? kRunFields : kQrelsFields;
  const char* const shape = run ? kRunShape : kQrelsShape;
  if (fields.count < wanted || (!run && fields.count > wanted)) {
    const bool too_many = fields.count > wanted;
    const std::string_view place =
        too_many ? fields.text[wanted] : fields.text[std::min(fields.count, wanted) - 1];
    return refuse(ErrorKind::bad_syntax, "FE-IO-05", column_of(text, place),
                  "the line has " + std::to_string(fields.count) +
                      (fields.count == 1 ? " field, not " : " fields, not ") +
                      std::to_string(wanted),
                  std::string(shape) + (too_many ? "; an id with a blank is written %20" : ""));
  }
  // More columns than six are common; one before the rank can only be half of an id.
  if (run && fields.count > wanted && !is_whole(fields.text[3])) {
    return refuse(ErrorKind::bad_syntax, "FE-IO-05", column_of(text, fields.text[3]),
                  "the line has " + std::to_string(fields.count) + " fields, and " +
                      quoted(fields.text[3]) + " where the rank belongs",
                  std::string(shape) + "; an id with a blank is written %20");
  }
  TrecLine line;
  line.query = fields.text[0];
  line.group = fields.text[1];
  line.doc = fields.text[2];
  line.column = column_of(text, line.doc);
  if (run) {
    const Score score = read_score(fields.text[4]);
    if (!score.value) {
      return refuse(
          ErrorKind::bad_value, score.is_number ? "FE-IO-07" : "FE-IO-06",
          column_of(text, fields.text[4]), quoted(fields.text[4]) + " is not a finite number",
          fields.count > wanted ? "the fifth field is the score; an id with a blank is written %20"
                                : "the fifth field is the score");
    }
    line.value = *score.value;
    line.rank = read_rank(fields.text[3]);
    line.tag = fields.text[5];
    line_ = line;
    return Outcome::line;
  }
  const std::string_view grade = without_plus(fields.text[3]);
  int value = 0;
  const auto [grade_end, code] = std::from_chars(grade.data(), grade.data() + grade.size(), value);
  const bool whole = grade_end == grade.data() + grade.size() && !grade.empty();
  if (!whole || code != std::errc{} || value < -127 || value > 127) {
    return refuse(ErrorKind::bad_value, whole ? "FE-IO-09" : "FE-IO-08",
                  column_of(text, fields.text[3]),
                  quoted(fields.text[3]) + " is not a whole number from -127 to 127",
                  "the fourth field is the grade");
  }
  line.value = value;
  line_ = line;
  return Outcome::line;
}

}  // namespace foley::io
