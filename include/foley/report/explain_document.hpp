#pragma once

#include <string>

#include "foley/report/table.hpp"
#include "foley/retrieval/explain.hpp"

namespace foley::report {

/// An explanation with the files that it was made from.
struct ExplainDocument {
  std::string qrels;
  std::string run;
  std::string ties;
  retrieval::Explanation explanation;
};

/// The tables and lines that a person reads. Numbers have six decimals, whole ones none.
[[nodiscard]] std::string explain_text(const ExplainDocument& document, const TextStyle& style);

/// The document for programs; numbers with all their digits.
[[nodiscard]] std::string explain_json(const ExplainDocument& document);

}  // namespace foley::report
