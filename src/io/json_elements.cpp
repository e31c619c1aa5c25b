#include "json_elements.hpp"

#include <algorithm>

#include "ranking_json_text.hpp"
#include "trec_line.hpp"

namespace foley::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr JsonRankingCodes kCodes{"FE-IO-07", "FE-IO-07", "FE-IO-19"};

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void move_lines(JsonValue& value, std::size_t lines) {
  value.line += lines;
  for (JsonValue& each : value.list) {
    move_lines(each, lines);
  }
  for (auto& [key, each] : value.object) {
    move_lines(each, lines);
  }
}

}  // namespace

JsonElements::JsonElements(std::string_view bytes, const std::string& source)
    : bytes_(bytes), source_(source) {
  skip_blanks();
  list_ = at_ < bytes_.size() && bytes_[at_] == '[';
  at_ += list_ ? 1 : 0;
}

Result<bool> JsonElements::next(JsonValue& value) {
  return list_ ? next_element(value) : next_line(value);
}

void JsonElements::skip_blanks() {
  const std::size_t from = at_;
  at_ = std::min(bytes_.find_first_not_of(kBlanks, at_), bytes_.size());
  line_ += lines_in(bytes_.substr(from, at_ - from));
}

Error JsonElements::error_here(std::string problem, std::string advice) const {
  return {.kind = ErrorKind::bad_syntax,
          .source = source_,
          .line = line_,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .code = "FE-IO-19"};
}

Result<bool> JsonElements::parse(std::string_view text, JsonValue& value) {
  auto parsed = parse_ranking_json(text, source_, kCodes, 0);
  if (!parsed) {
    parsed.error().line += line_ - 1;
    return fail(std::move(parsed.error()));
  }
  value = std::move(*parsed);
  if (line_ > 1) {
    move_lines(value, line_ - 1);
  }
  return true;
}

Result<bool> JsonElements::next_line(JsonValue& value) {
  skip_blanks();
  if (at_ == bytes_.size()) {
    return false;
  }
  const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
  if (end - at_ > kLongestLine) {
    Error error = error_here(kEndlessLine, "is this the right file?");
    error.code = "FE-IO-13";
    return fail(std::move(error));
  }
  auto read = parse(bytes_.substr(at_, end - at_), value);
  at_ = end;
  return read;
}

// The end of the value that begins here: whether it is JSON is for the parser to say.
std::size_t JsonElements::element_end() const {
  std::size_t open = 0;
  bool in_text = false;
  for (std::size_t at = at_; at < bytes_.size(); ++at) {
    const char c = bytes_[at];
    if (in_text) {
      at += c == '\\' ? 1 : 0;
      in_text = c != '"';
      continue;
    }
    if (open == 0 && (c == ',' || c == ']')) {
      return at;
    }
    in_text = c == '"';
    open += c == '{' || c == '[' ? 1 : 0;
    open -= c == '}' || c == ']' ? (open > 0 ? 1 : 0) : 0;
  }
  return bytes_.size();
}

Result<bool> JsonElements::end_of_list() {
  at_ += 1;
  ended_ = true;
  skip_blanks();
  if (at_ != bytes_.size()) {
    return fail(error_here("this is not JSON: text follows the list", "write one list"));
  }
  return false;
}

Result<bool> JsonElements::next_element(JsonValue& value) {
  if (ended_) {
    return false;
  }
  skip_blanks();
  if (at_ < bytes_.size() && bytes_[at_] == ']' && !started_) {
    return end_of_list();
  }
  if (started_ && at_ < bytes_.size()) {
    if (bytes_[at_] == ']') {
      return end_of_list();
    }
    at_ += 1;  // the comma: an element ends at one or at a bracket
    skip_blanks();
  }
  if (at_ == bytes_.size()) {
    return fail(
        error_here("this is not JSON: it ends too early", "check that it was written completely"));
  }
  const std::size_t end = element_end();
  const std::string_view text = bytes_.substr(at_, end - at_);
  if (text.empty()) {
    return fail(error_here("this is not JSON: a comma without a value", "remove the comma"));
  }
  auto read = parse(text, value);
  line_ += lines_in(text);
  at_ = end;
  started_ = true;
  return read;
}

}  // namespace foley::io
