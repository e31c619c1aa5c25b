#include "run_format.hpp"

#include <algorithm>
#include <optional>

#include "foley/core/printable.hpp"
#include "foley/io/delimited.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/mteb.hpp"
#include "foley/io/ranking_json.hpp"
#include "trec_table.hpp"

namespace foley::io {
namespace {

// Judges the first block of a file, so that a gigabyte of something else is not read in vain.
std::optional<Error> objection(std::string_view head, const std::string& source) {
  Error error{.kind = ErrorKind::bad_encoding,
              .source = source,
              .line = 1,
              .advice = "is this the right file?"};
  if (head.starts_with("\xEF\xBB\xBF")) {
    error.problem = "it begins with a byte-order mark";
    error.advice = "save it as UTF-8 without BOM";
    error.column = 1;
    error.code = "FE-IO-03";
    return error;
  }
  // The block may end inside a character: its last bytes are judged with the rest.
  constexpr std::size_t kLongestCharacter = 4;
  const std::size_t wrong = std::min(first_invalid_utf8(head), head.find('\0'));
  if (wrong != std::string_view::npos &&
      (head[wrong] == '\0' || wrong + kLongestCharacter < head.size())) {
    const std::string_view before = head.substr(0, wrong);
    error.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t newline = before.rfind('\n');
    error.column = wrong - (newline == std::string_view::npos ? 0 : newline + 1) + 1;
    error.problem = "the line is not UTF-8 text";
    error.code = "FE-IO-02";
    return error;
  }
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && head[first] == '[') {
    error.kind = ErrorKind::wrong_top;
    error.problem = "rankings in JSON are an object of queries, this is a list";
    error.advice = "write {\"query\": {\"document\": number}}";
    error.code = "FE-IO-19";
    return error;
  }
  if ((first == std::string_view::npos || head[first] != '{') && head.size() >= kHeadBytes &&
      head.find('\n') == std::string_view::npos) {
    error.kind = ErrorKind::bad_syntax;
    error.problem = "its first line has no end within a megabyte";
    error.code = "FE-IO-13";
    return error;
  }
  return std::nullopt;
}

}  // namespace

Result<RankingFormat> ranking_format(const ByteSource& source) {
  std::string scratch;
  const auto head = source.window(0, std::min<std::uint64_t>(source.size(), kHeadBytes), scratch);
  if (!head) {
    return fail(head.error());
  }
  if (auto error = objection(*head, source.name())) {
    return fail(std::move(*error));
  }
  const std::size_t first = head->find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (*head)[first] == '{') {
    return looks_like_mteb(*head) ? RankingFormat::mteb : RankingFormat::json;
  }
  return looks_like_delimited(*head) ? RankingFormat::delimited : RankingFormat::trec;
}

Result<Run> parse_run(std::string_view padded, const std::string& name, RankingFormat format,
                      const RankingChoice& choice) {
  switch (format) {
    case RankingFormat::json:
      return parse_run_json(padded, name);
    case RankingFormat::mteb:
      return parse_mteb_run(padded, name, {choice.subset, choice.split});
    case RankingFormat::delimited:
      return parse_delimited_run(padded, name);
    case RankingFormat::trec:
      break;
  }
  return trec_run_table(padded, name);
}

Result<Qrels> parse_qrels(std::string_view padded, const std::string& name, RankingFormat format,
                          const RankingChoice&) {
  switch (format) {
    case RankingFormat::mteb:
      return fail({.kind = ErrorKind::wrong_top,
                   .source = name,
                   .line = 1,
                   .problem = "these are predictions of MTEB, which hold no judgments",
                   .advice = "name the qrels first, then the run",
                   .code = "FE-IO-19"});
    case RankingFormat::json:
      return parse_qrels_json(padded, name);
    case RankingFormat::delimited:
      return parse_delimited_qrels(padded, name);
    case RankingFormat::trec:
      break;
  }
  return trec_qrels_table(padded, name);
}

}  // namespace foley::io
