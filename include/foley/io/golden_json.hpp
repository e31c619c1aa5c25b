#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/golden/golden_item.hpp"

namespace foley::io {

/// A golden set with everything that is wrong in its file.
struct GoldenDocument {
  std::vector<golden::GoldenItem> items;  ///< Those that could be read.
  std::vector<Error> errors;              ///< One an item at most, in file order.
};

/// Reads a golden set: a JSON list of items. Each item needs `id`, `context`, `expected_events`,
/// `answer_clip_ids` and `grade`; see data/README.md for the fields. Unknown fields are ignored; an
/// empty list is an empty set. An error result means that the document as a whole is no golden set;
/// faults of single items are listed, so that one pass shows them all.
[[nodiscard]] Result<GoldenDocument> parse_golden(std::string_view bytes,
                                                  const std::string& source);

/// Reads a golden set that must be faultless; the error is the first fault.
[[nodiscard]] Result<std::vector<golden::GoldenItem>> load_golden(const std::string& path);

}  // namespace foley::io
