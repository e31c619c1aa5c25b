#include "foley/io/rankings.hpp"

#include <algorithm>
#include <optional>

#include "foley/core/printable.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/ranking_json.hpp"
#include "foley/io/trec_text.hpp"

namespace foley::io {
namespace {

bool is_json(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (bytes[first] == '{' || bytes[first] == '[');
}

// Judges the first block of a file, so that a gigabyte of something else is not read in vain.
std::optional<Error> objection(std::string_view head, const std::string& source) {
  Error error{.kind = ErrorKind::bad_encoding,
              .source = source,
              .line = 1,
              .advice = "is this the right file?"};
  // The block may end inside a character: its last bytes are judged with the rest.
  constexpr std::size_t kLongestCharacter = 4;
  const std::size_t wrong = std::min(first_invalid_utf8(head), head.find('\0'));
  if (wrong != std::string_view::npos &&
      (head[wrong] == '\0' || wrong + kLongestCharacter < head.size())) {
    error.line += static_cast<std::size_t>(
        std::count(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(wrong), '\n'));
    error.problem = "the line is not UTF-8 text";
    return error;
  }
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && head[first] == '[') {
    error.kind = ErrorKind::wrong_top;
    error.problem = "rankings in JSON are an object of queries, this is a list";
    error.advice = "write {\"query\": {\"document\": number}}";
    return error;
  }
  if (!is_json(head) && head.size() >= kHeadBytes && head.find('\n') == std::string_view::npos) {
    error.kind = ErrorKind::bad_syntax;
    error.problem = "its first line has no end within a megabyte";
    return error;
  }
  return std::nullopt;
}

template <class Table>
Result<Ranking<Table>> load(const std::string& path,
                            Result<Table> (*from_json)(std::string_view, const std::string&),
                            Result<Table> (*from_trec)(std::string_view, const std::string&)) {
  const auto bytes = read_file(path, kLargestRun, objection);
  if (!bytes) {
    return fail(bytes.error());
  }
  auto table = is_json(*bytes) ? from_json(*bytes, path) : from_trec(*bytes, path);
  if (!table) {
    return fail(table.error());
  }
  return Ranking<Table>{std::move(*table), golden::fixture_digest(*bytes)};
}

}  // namespace

Result<Ranking<Run>> load_run(const std::string& path) {
  return load<Run>(path, parse_run_json, parse_trec_run);
}

Result<Ranking<Qrels>> load_qrels(const std::string& path) {
  return load<Qrels>(path, parse_qrels_json, parse_trec_qrels);
}

}  // namespace foley::io
