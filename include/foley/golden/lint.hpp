#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/golden/corpus.hpp"
#include "foley/golden/golden_item.hpp"
#include "foley/retrieval/report.hpp"

namespace foley::golden {

/// How much a finding matters.
enum class Severity {
  error,    ///< Numbers over this set would be wrong.
  warning,  ///< Numbers hold, but say less than they seem to.
};

/// Something a careful reader of a golden set would object to.
struct Finding {
  Severity severity = Severity::warning;
  std::string_view code;  ///< Stable name of the rule, e.g. `unknown-catid`.
  std::string file;       ///< `golden` or `corpus`: which of the two it is about.
  std::size_t line = 0;
  std::string item;  ///< Item or clip id.
  std::string problem;
  std::string advice;
};

/// A rule of the linter, for help and documents.
struct LintRule {
  std::string_view code;
  Severity severity;
  std::string_view about;
};

/// All rules.
[[nodiscard]] std::span<const LintRule> lint_rules();

/// Checks a golden set against its corpus: answers that the corpus lacks or its licence keeps out,
/// events that nothing answers, ungraded answers, grades for clips that answer nothing, CatIDs that
/// UCS does not have (with the nearest real one), queries whose words give the answer's caption
/// away, repeated queries; and the corpus itself: repeated clip ids, unclear licences, empty
/// captions.
[[nodiscard]] std::vector<Finding> lint_golden(std::span<const GoldenItem> golden,
                                               std::span<const CorpusEntry> corpus);

/// Checks the corpus alone; part of lint_golden.
void lint_corpus(std::span<const CorpusEntry> corpus, std::vector<Finding>& findings);

/// Saturation: a mean at 1.0 (or so near that the tolerance reaches past it) can show no gain, and
/// a mean at 0.0 no loss. Looks at the metrics of a report over the golden set.
[[nodiscard]] std::vector<Finding> lint_saturation(const retrieval::RetrievalReport& report);

}  // namespace foley::golden
