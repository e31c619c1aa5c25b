#include "trec_line.hpp"

#include <algorithm>
#include <cstring>

#include "plain_text.hpp"

namespace foley::io {
namespace {

const char* skip_blanks(const char* at) {
  while (is_plain_blank(*at)) {
    at += 1;
  }
  return at;
}

// The end of a line behind its last field, or nullptr when something else stands there.
const char* line_end(const char* at) {
  at += *at == '\r' ? 1 : 0;
  return *at == '\n' ? at : nullptr;
}

// Takes a field that ends in a plain blank; false sends the line to the slow reader.
bool take_field(const char*& at, std::string_view& field, bool& other_than_ascii) {
  const char* const end = find_field_end(at, other_than_ascii);
  if (end == at || !is_plain_blank(*end)) {
    return false;
  }
  field = {at, static_cast<std::size_t>(end - at)};
  at = skip_blanks(end);
  return true;
}

// Most lines begin with the query of the line before, which is then known to be well-formed.
bool take_query(const char*& at, TrecLine& line, bool& other_than_ascii) {
  std::string_view& query = line.query;
  const std::size_t length = query.size();
  if (length > 0 && length < kPadding && std::memcmp(at, query.data(), length) == 0 &&
      is_plain_blank(at[length])) {
    query = {at, length};
    line.same_query = true;
    at = skip_blanks(at + length);
    return true;
  }
  return *at != '#' && take_field(at, query, other_than_ascii);
}

std::size_t longest_line(std::string_view window) {
  std::size_t longest = 0;
  for (std::size_t from = 0; from < window.size();) {
    const std::size_t to = std::min(window.find('\n', from), window.size());
    longest = std::max(longest, to - from);
    from = to + 1;
  }
  return longest;
}

}  // namespace

bool TrecLineReader::read_plain_run(const char*& at, const char* end) {
  bool other_than_ascii = false;
  const char* p = at;
  TrecLine line;
  line.query = line_.query;
  if (!take_query(p, line, other_than_ascii) || !take_field(p, line.group, other_than_ascii)) {
    return false;
  }
  line.column = static_cast<std::size_t>(p - at) + 1;
  if (!take_field(p, line.doc, other_than_ascii)) {
    return false;
  }
  const char* const rank_end = read_plain_count(p, line.rank);
  if (rank_end == nullptr || !is_plain_blank(*rank_end)) {
    return false;
  }
  const char* const score_end = read_plain_number(skip_blanks(rank_end), line.value);
  if (score_end == nullptr || !is_plain_blank(*score_end)) {
    return false;
  }
  p = skip_blanks(score_end);
  const char* const tag_end = find_field_end(p, other_than_ascii);
  const char* const newline = line_end(tag_end);
  if (tag_end == p || newline == nullptr || newline > end || other_than_ascii) {
    return false;
  }
  line.tag = {p, static_cast<std::size_t>(tag_end - p)};
  line_ = line;
  at = newline == end ? end : newline + 1;
  return true;
}

bool TrecLineReader::read_plain_qrels(const char*& at, const char* end) {
  bool other_than_ascii = false;
  const char* p = at;
  TrecLine line;
  line.query = line_.query;
  if (!take_query(p, line, other_than_ascii) || !take_field(p, line.group, other_than_ascii)) {
    return false;
  }
  line.column = static_cast<std::size_t>(p - at) + 1;
  if (!take_field(p, line.doc, other_than_ascii)) {
    return false;
  }
  const bool negative = *p == '-';
  std::int64_t grade = 0;
  const char* const grade_end = read_plain_count(p + (negative ? 1 : 0), grade);
  const char* const newline = grade_end == nullptr ? nullptr : line_end(grade_end);
  if (newline == nullptr || newline > end || other_than_ascii || grade > 127) {
    return false;
  }
  line.value = static_cast<double>(negative ? -grade : grade);
  line_ = line;
  at = newline == end ? end : newline + 1;
  return true;
}

void TrecLineReader::start(std::string_view window) {
  line_ = {};
  const bool any_too_long = window.size() > kLongestLine && longest_line(window) > kLongestLine;
  const Path plain = format_ == TrecFormat::run ? Path::plain_run : Path::plain_qrels;
  path_ = any_too_long ? Path::any : plain;
}

TrecLineReader::Outcome TrecLineReader::read(const char*& at, const char* end) {
  const bool plain = path_ == Path::plain_run
                         ? read_plain_run(at, end)
                         : path_ == Path::plain_qrels && read_plain_qrels(at, end);
  return plain ? Outcome::line : read_any(at, end);
}

TrecLineReader::Outcome TrecLineReader::refuse(ErrorKind kind, const char* code, std::size_t column,
                                               std::string problem, std::string advice) {
  fault_ = {kind, code, column, std::move(problem), std::move(advice)};
  return Outcome::fault;
}

}  // namespace foley::io
