#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foley/gate/retrieval_gate.hpp"
#include "foley/golden/eval_library.hpp"
#include "foley/report/table.hpp"
#include "foley/retrieval/report.hpp"

namespace foley::report {

/// A query among the worst, with what a reader needs to see why.
struct WorstRow {
  retrieval::WorstQuery result;
  std::string asked;  ///< Text of the query, empty when only its id is known.
  std::string first;  ///< What came first, empty when nothing did.
};

/// A file that went into the numbers.
struct InputFile {
  std::string path;
  std::string sha256;  ///< With line ends normalised.
  std::size_t count = 0;
};

/// Everything that a retrieval run has to say; text and JSON are made from it alone.
struct RetrievalDocument {
  retrieval::RetrievalReport report;
  double rel_level = 1.0;
  InputFile golden;                 ///< Golden set or qrels.
  std::optional<InputFile> corpus;  ///< When the own search path was run.
  std::optional<InputFile> run;     ///< When a given run was scored.
  std::string embedder;
  std::int64_t dim = 0;
  std::vector<golden::RefusedClip> refused;
  std::size_t broken = 0;      ///< Errors that `golden check` finds; those queries score 0.
  std::size_t unanswered = 0;  ///< Queries that the run does not hold; they count 0.
  std::size_t unjudged = 0;    ///< Queries of the run without judgments; not scored.
  std::vector<WorstRow> worst;
  std::string worst_metric;
  std::optional<gate::RetrievalVerdict> verdict;
  std::string next;  ///< What to do next, one sentence.
};

/// The table that a person reads.
[[nodiscard]] std::string retrieval_text(const RetrievalDocument& document, const TextStyle& style);

/// The document for programs: JSON with a schema name, two blanks of indentation, final newline.
[[nodiscard]] std::string retrieval_json(const RetrievalDocument& document);

}  // namespace foley::report
