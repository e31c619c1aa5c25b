#pragma once

#include <string>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/golden/corpus.hpp"
#include "foley/golden/eval_library.hpp"
#include "foley/golden/golden_item.hpp"
#include "foley/report/retrieval_document.hpp"
#include "foley/search/hashing_embedder.hpp"

namespace foley::app {

/// A golden set that was read, with the stamp of its file.
struct LoadedGolden {
  std::vector<golden::GoldenItem> items;
  report::InputFile file;
};

/// A corpus that was read, with the stamp of its file.
struct LoadedCorpus {
  std::vector<golden::CorpusEntry> entries;
  report::InputFile file;
};

/// What is wrong with an empty list: a fine document, but no measurement can come of it.
[[nodiscard]] Error empty_golden(const std::string& path);
[[nodiscard]] Error empty_corpus(const std::string& path);

/// Reads and validates; throws a Failure with the first fault.
[[nodiscard]] LoadedGolden read_golden(const std::string& path);
[[nodiscard]] LoadedCorpus read_corpus(const std::string& path);

/// The library over a corpus with the built-in embedder.
[[nodiscard]] golden::EvalLibrary library_over(const LoadedCorpus& corpus,
                                               const search::Embedder& embedder);

}  // namespace foley::app
