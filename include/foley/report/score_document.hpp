#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/report/table.hpp"
#include "foley/retrieval/evaluation.hpp"

namespace foley::report {

/// A run that was scored.
struct ScoredRun {
  std::string name;  ///< Unique in the document.
  std::string file;
  retrieval::Evaluation evaluation;  ///< Its columns are the document's.
  std::vector<Error> dropped;        ///< The first lines that a lenient reading left out.
  std::size_t dropped_count = 0;
};

/// Runs scored with the same measures against the same judgments.
struct ScoreDocument {
  std::string qrels;
  std::string ties;    ///< Rule by which ties were ordered.
  std::string topics;  ///< Universe: `qrels`, `run`, `both`, `union`.
  double rel_level = 1.0;
  std::size_t judged_topics = 0;
  bool per_topic = false;
  std::vector<ScoredRun> runs;
};

/// How a document is written.
enum class ScoreFormat { table, tsv, csv, markdown, json };

/// The format of this name, or nothing.
[[nodiscard]] std::optional<ScoreFormat> parse_score_format(std::string_view name);

/// A table for people: a row a measure, a column a run; notes on missing and unjudged topics below.
[[nodiscard]] std::string score_text(const ScoreDocument& document, const TextStyle& style);

/// `run, topic, measure, value` a line, `all` for the summary; values with all their digits.
[[nodiscard]] std::string score_delimited(const ScoreDocument& document, char delimiter);

/// The table of score_text in Markdown.
[[nodiscard]] std::string score_markdown(const ScoreDocument& document);

/// The document for programs.
[[nodiscard]] std::string score_json(const ScoreDocument& document);

/// A value as people read it: four decimals, counts whole.
[[nodiscard]] std::string score_cell(double value, retrieval::NumberKind kind);

/// What a reader must know besides the numbers, one line each: topics that are missing or not
/// judged, lines that were dropped.
[[nodiscard]] std::vector<std::string> score_notes(const ScoreDocument& document);

}  // namespace foley::report
