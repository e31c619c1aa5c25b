#include "foley/io/rankings.hpp"

#include "byte_source.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/io/beir.hpp"
#include "foley/io/file_bytes.hpp"
#include "ranking_head.hpp"
#include "run_format.hpp"

namespace foley::io {
namespace {

template <class Table>
Result<Ranking<Table>> load(const std::string& path, const RankingChoice& choice,
                            Result<Table> (*parse)(std::string_view, const std::string&,
                                                   RankingFormat, const RankingChoice&)) {
  const auto source = ByteSource::open(path, kLargestRun, object_to_ranking);
  if (!source) {
    return fail(source.error());
  }
  const auto format = ranking_format(*source);
  if (!format) {
    return fail(format.error());
  }
  std::string scratch;
  const auto bytes = source->window(0, source->size(), scratch);
  if (!bytes) {
    return fail(bytes.error());
  }
  auto table = parse(*bytes, source->name(), *format, choice);
  if (!table) {
    return fail(table.error());
  }
  return Ranking<Table>{std::move(*table),
                        choice.stamp ? golden::fixture_digest(*bytes) : std::string()};
}

}  // namespace

Result<Ranking<Run>> load_run(const std::string& path, const RankingChoice& choice) {
  return load<Run>(path, choice, parse_run);
}

Result<Ranking<Qrels>> load_qrels(const std::string& path, const RankingChoice& choice) {
  if (!is_beir_folder(path)) {
    return load<Qrels>(path, choice, parse_qrels);
  }
  const auto file = beir_qrels_path(path, choice.split.empty() ? "test" : choice.split);
  return file ? load<Qrels>(*file, choice, parse_qrels) : fail(file.error());
}

}  // namespace foley::io
