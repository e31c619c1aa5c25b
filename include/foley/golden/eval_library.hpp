#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/golden/corpus.hpp"
#include "foley/search/sound_library.hpp"

namespace foley::golden {

/// A clip that the licence gate kept out of the library.
struct RefusedClip {
  std::string id;
  std::string license;  ///< As written in the manifest, empty when it states none.
  std::string reason;
  std::size_t line = 0;
};

/// The library that an evaluation searches, and what did not get into it.
struct EvalLibrary {
  search::SoundLibrary library;
  std::vector<RefusedClip> refused;
};

/// Builds the in-memory library of a corpus. `folder` is put before each file to make its uri. A
/// clip whose licence refuses the use does not enter. The embedder must outlive the library.
[[nodiscard]] Result<EvalLibrary> build_eval_library(std::span<const CorpusEntry> corpus,
                                                     const search::Embedder& embedder,
                                                     std::string_view folder,
                                                     const search::IntendedUse& use = {});

}  // namespace foley::golden
