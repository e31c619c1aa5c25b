#include "foley/io/rankings.hpp"

#include "byte_source.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/io/file_bytes.hpp"
#include "run_format.hpp"

namespace foley::io {
namespace {

template <class Table>
Result<Ranking<Table>> load(const std::string& path,
                            Result<Table> (*parse)(std::string_view, const std::string&,
                                                   RankingFormat)) {
  const auto source = ByteSource::open(path, kLargestRun);
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
  auto table = parse(*bytes, source->name(), *format);
  if (!table) {
    return fail(table.error());
  }
  return Ranking<Table>{std::move(*table), golden::fixture_digest(*bytes)};
}

}  // namespace

Result<Ranking<Run>> load_run(const std::string& path) { return load<Run>(path, parse_run); }

Result<Ranking<Qrels>> load_qrels(const std::string& path) {
  return load<Qrels>(path, parse_qrels);
}

}  // namespace foley::io
