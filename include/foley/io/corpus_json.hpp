#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/golden/corpus.hpp"

namespace foley::io {

/// A corpus manifest with everything that is wrong in its file.
struct CorpusDocument {
  std::vector<golden::CorpusEntry> entries;  ///< Those that could be read.
  std::vector<Error> errors;                 ///< One an entry at most, in file order.
};

/// Reads a corpus manifest: a JSON list of clips, each with `file` and `caption`, and optionally
/// `tags`, `ucs_catid`, `license_id`, `rights_verified`. Two clips with one id are a fault.
[[nodiscard]] Result<CorpusDocument> parse_corpus(std::string_view bytes,
                                                  const std::string& source);

/// Reads a corpus that must be faultless; the error is the first fault.
[[nodiscard]] Result<std::vector<golden::CorpusEntry>> load_corpus(const std::string& path);

}  // namespace foley::io
