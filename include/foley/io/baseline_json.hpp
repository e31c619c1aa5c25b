#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/golden/baseline.hpp"

namespace foley::io {

/// Reads a baseline. `metric`, `value`, `tolerance`, `system.{embedder,dim}`,
/// `corpus.manifest_sha256` and `golden.seed_sha256` are required; the metric is
/// known, value and tolerance lie between 0 and 1.
[[nodiscard]] Result<golden::Baseline> parse_baseline(std::string_view bytes,
                                                      const std::string& source);

/// Reads a baseline file.
[[nodiscard]] Result<golden::Baseline> load_baseline(const std::string& path);

/// The text of a baseline file: two blanks of indentation, fixed order of keys, ASCII, final
/// newline; byte for byte what the Python module writes.
[[nodiscard]] std::string baseline_text(const golden::Baseline& baseline);

}  // namespace foley::io
