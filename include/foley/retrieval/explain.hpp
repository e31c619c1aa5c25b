#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/grouped.hpp"
#include "foley/retrieval/measure_spec.hpp"
#include "foley/retrieval/ranking_builder.hpp"

namespace foley::retrieval {

/// What a cell of an explanation shows: nothing, a whole number, a number, a word or id.
using ExplainCell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// One table of an explanation: the run, or the ideal order.
struct ExplainTable {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<ExplainCell>> rows;
};

/// One line of arithmetic: `nDCG = DCG / ideal DCG = 0.5`.
struct ExplainLine {
  std::string name;
  std::string expression;  ///< Empty for a plain input.
  double value = 0.0;
};

/// The arithmetic of a measure for one query.
struct Explanation {
  std::string measure;  ///< Canonical spelling.
  std::string title;
  std::string formula;
  std::string query;
  std::vector<ExplainLine> inputs;
  std::vector<ExplainTable> tables;
  std::vector<ExplainLine> results;  ///< The last one is the value.
  /// False where the tables list what went in, but the value was computed elsewhere.
  bool step_by_step = true;
  double value = 0.0;
};

/// One query to explain.
struct ExplainInput {
  std::string query;
  std::span<const GradedDoc> judged{};
  std::span<const ScoredDoc> row{};
  RankingOptions options{};
  double rel_level = 1.0;
  const GroupedTopic* grouped = nullptr;  ///< For measures over subtopics.
};

/// The arithmetic line by line. Its value is that of the measure's column, bit for bit: the steps
/// are added up in the same order. Rows behind the last that matters are left out of the tables.
///
/// Step by step: nDCG, DCG, AP, P, R, RR, Rprec, Success, Hits, F, Judged, Bpref, infAP, RBP, ERR,
/// nERR, INST, INSQ, NERR8 to NERR11, BPM, alpha_DCG, alpha_nDCG, ERR_IA, nERR_IA, NRBP, nNRBP,
/// Compat, and their equals among trec_eval's names and those of retrieval reports. Others list
/// what goes in and the value. A measure that needs judgments of another kind than were given is an
/// error.
[[nodiscard]] Result<Explanation> explain(const MeasureSpec& spec, const ExplainInput& input);

}  // namespace foley::retrieval
