#pragma once

#include <cstddef>
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

/// The report for programs.
[[nodiscard]] std::string tie_json(const TieDocument& document);

}  // namespace foley::report
