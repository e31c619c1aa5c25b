#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "foley/report/table.hpp"
#include "foley/retrieval/ties/tie_report.hpp"

namespace foley::report {

/// A report on ties with what it is about.
struct TieDocument {
  std::string run;
  std::string qrels;
  retrieval::ties::TieReport report;
  bool per_topic = false;
  std::size_t shown_topics = 10;  ///< Topics listed unless all are asked for.
};

/// The report for people: ranges of the means, then the topics that ties decide most.
[[nodiscard]] std::string tie_text(const TieDocument& document, const TextStyle& style);

/// The reports of one or more runs for programs, as one document.
[[nodiscard]] std::string tie_json(std::span<const TieDocument> documents);

}  // namespace foley::report
