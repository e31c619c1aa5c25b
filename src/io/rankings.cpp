#include "foley/io/rankings.hpp"

#include "foley/io/file_bytes.hpp"
#include "foley/io/ranking_json.hpp"
#include "foley/io/trec_text.hpp"

namespace foley::io {
namespace {

template <class Table>
Result<Table> load(const std::string& path,
                   Result<Table> (*from_json)(std::string_view, const std::string&),
                   Result<Table> (*from_trec)(std::string_view, const std::string&)) {
  const auto bytes = read_file(path, kLargestRun);
  if (!bytes) {
    return fail(bytes.error());
  }
  const std::size_t first = bytes->find_first_not_of(" \t\r\n");
  const bool is_json =
      first != std::string::npos && ((*bytes)[first] == '{' || (*bytes)[first] == '[');
  return is_json ? from_json(*bytes, path) : from_trec(*bytes, path);
}

}  // namespace

Result<Run> load_run(const std::string& path) {
  return load<Run>(path, parse_run_json, parse_trec_run);
}

Result<Qrels> load_qrels(const std::string& path) {
  return load<Qrels>(path, parse_qrels_json, parse_trec_qrels);
}

}  // namespace foley::io
