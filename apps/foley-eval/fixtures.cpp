#include "fixtures.hpp"

#include <filesystem>

#include "context.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/golden_json.hpp"

namespace foley::app {
namespace {

template <class Document>
Document without_faults(Document document) {
  if (!document.errors.empty()) {
    const Error& first = document.errors.front();
    std::string line = first.to_line();
    if (document.errors.size() > 1) {
      line += " (and " + std::to_string(document.errors.size() - 1) +
              " more: foley-eval golden check lists them)";
    }
    throw Failure{line, first.exit_code()};
  }
  return document;
}

void refuse(const Error& error) { throw Failure{error.to_line(), error.exit_code()}; }

}  // namespace

Error empty_golden(const std::string& path) {
  return {.kind = ErrorKind::bad_value,
          .source = path,
          .problem = "the golden set is empty",
          .advice = "there is nothing to measure: add items"};
}

Error empty_corpus(const std::string& path) {
  return {.kind = ErrorKind::bad_value,
          .source = path,
          .problem = "the corpus is empty",
          .advice = "there is nothing to search: add clips"};
}

LoadedGolden read_golden(const std::string& path) {
  const std::string bytes = value_or_fail(io::read_file(path));
  auto document = without_faults(value_or_fail(io::parse_golden(bytes, path)));
  const std::size_t count = document.items.size();
  if (count == 0) {
    refuse(empty_golden(path));
  }
  return {std::move(document.items), {path, golden::fixture_digest(bytes), count}};
}

LoadedCorpus read_corpus(const std::string& path) {
  const std::string bytes = value_or_fail(io::read_file(path));
  auto document = without_faults(value_or_fail(io::parse_corpus(bytes, path)));
  const std::size_t count = document.entries.size();
  if (count == 0) {
    refuse(empty_corpus(path));
  }
  return {std::move(document.entries), {path, golden::fixture_digest(bytes), count}};
}

golden::EvalLibrary library_over(const LoadedCorpus& corpus, const search::Embedder& embedder) {
  const std::string folder = std::filesystem::path(corpus.file.path).parent_path().string();
  return value_or_fail(golden::build_eval_library(corpus.entries, embedder, folder));
}

}  // namespace foley::app
