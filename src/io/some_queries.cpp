#include "foley/io/some_queries.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "byte_source.hpp"
#include "foley/io/file_bytes.hpp"
#include "ranking_head.hpp"
#include "run_blocks.hpp"
#include "run_format.hpp"
#include "trec_line.hpp"

namespace foley::io {
namespace {

constexpr std::uint64_t kBlock = std::uint64_t{1} << 20U;

struct Row {
  std::string doc;
  double score = 0.0;
};

Run table_of(const std::map<std::string, std::vector<Row>>& found,
             std::span<const std::string> queries) {
  Run run;
  for (const std::string& query : queries) {
    const auto at = found.find(query);
    if (at == found.end() || !run.add_query(query)) {
      continue;
    }
    std::set<std::string_view> seen;
    for (const Row& row : at->second) {
      if (seen.insert(row.doc).second) {
        run.add(row.doc, row.score);
      }
    }
  }
  return run;
}

}  // namespace

Result<Run> load_some_queries(const std::string& path, std::span<const std::string> queries,
                              const RankingChoice& choice) {
  const auto source = ByteSource::open(path, kLargestRun, object_to_lenient_ranking);
  if (!source) {
    return fail(source.error());
  }
  const auto format = ranking_format(*source, true);
  if (!format) {
    return fail(format.error());
  }
  std::map<std::string, std::vector<Row>> found;
  std::string scratch;
  if (*format != RankingFormat::trec) {
    const auto bytes = source->window(0, source->size(), scratch);
    const auto run =
        bytes ? parse_run(*bytes, source->name(), *format, choice) : fail(bytes.error());
    if (!run) {
      return fail(run.error());
    }
    for (const std::string& query : queries) {
      for (const ScoredDoc& doc : run->find(query)) {
        found[query].push_back({std::string(doc.id), doc.score});
      }
    }
    return table_of(found, queries);
  }
  const std::set<std::string, std::less<>> wanted(queries.begin(), queries.end());
  const auto bounds = block_bounds(*source, kBlock, true);
  if (!bounds) {
    return fail(bounds.error());
  }
  TrecLineReader reader(TrecFormat::run);
  for (std::size_t i = 0; i + 1 < bounds->size(); ++i) {
    const auto window = source->window((*bounds)[i], (*bounds)[i + 1], scratch);
    if (!window) {
      return fail(window.error());
    }
    reader.start(*window);
    const char* at = window->data();
    const char* const end = at + window->size();
    while (at < end) {
      if (reader.read(at, end) != TrecLineReader::Outcome::line) {
        continue;
      }
      if (const auto query = wanted.find(reader.line().query); query != wanted.end()) {
        found[*query].push_back({std::string(reader.line().doc), reader.line().value});
      }
    }
  }
  return table_of(found, queries);
}

}  // namespace foley::io
