#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/golden/lint.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// Everything that a check of a golden set found.
struct GoldenCheckDocument {
  std::string golden_path;
  std::string corpus_path;
  std::size_t items = 0;
  std::size_t events = 0;
  std::size_t clips = 0;
  std::size_t catids = 0;
  std::vector<Error> faults;              ///< What the readers refused.
  std::vector<golden::Finding> findings;  ///< What the linter objects to, errors first.

  /// Faults and findings that make numbers wrong.
  [[nodiscard]] std::size_t errors() const;
  /// Findings that make numbers say less than they seem to.
  [[nodiscard]] std::size_t warnings() const;
};

/// One line a finding, at most five a rule unless `all`, then a summary.
[[nodiscard]] std::string golden_check_text(const GoldenCheckDocument& document,
                                            const TextStyle& style, bool all);

/// The document for programs.
[[nodiscard]] std::string golden_check_json(const GoldenCheckDocument& document);

/// The rules of the linter as a table.
[[nodiscard]] std::string lint_rules_text(const TextStyle& style);

}  // namespace foley::report
