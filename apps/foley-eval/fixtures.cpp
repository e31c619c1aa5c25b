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

// An empty list is a fine document, but no measurement can come of it.
void refuse_empty(std::size_t count, const std::string& path, const std::string& what,
                  const std::string& consequence) {
  if (count == 0) {
    throw Failure{path + ": the " + what + " is empty; there is " + consequence, kBadInput};
  }
}

}  // namespace

LoadedGolden read_golden(const std::string& path) {
  const std::string bytes = value_or_fail(io::read_file(path));
  auto document = without_faults(value_or_fail(io::parse_golden(bytes, path)));
  const std::size_t count = document.items.size();
  refuse_empty(count, path, "golden set", "nothing to measure; add items");
  return {std::move(document.items), {path, golden::fixture_digest(bytes), count}};
}

LoadedCorpus read_corpus(const std::string& path) {
  const std::string bytes = value_or_fail(io::read_file(path));
  auto document = without_faults(value_or_fail(io::parse_corpus(bytes, path)));
  const std::size_t count = document.entries.size();
  refuse_empty(count, path, "corpus", "nothing to search; add clips");
  return {std::move(document.entries), {path, golden::fixture_digest(bytes), count}};
}

golden::EvalLibrary library_over(const LoadedCorpus& corpus, const search::Embedder& embedder) {
  const std::string folder = std::filesystem::path(corpus.file.path).parent_path().string();
  return value_or_fail(golden::build_eval_library(corpus.entries, embedder, folder));
}

}  // namespace foley::app
