#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/column.hpp"
#include "foley/retrieval/judged_run.hpp"
#include "foley/retrieval/topic_maker.hpp"
#include "foley/retrieval/topic_set.hpp"

namespace foley::retrieval {

/// Which topics a mean is taken over. Every library has an answer, few say which.
enum class Universe : std::uint8_t {
  qrels,  ///< All judged topics; one that the run does not answer counts as an empty ranking.
  run,   ///< All topics of the run; one without judgments counts as one without relevant documents.
  both,  ///< Only topics that are judged and answered.
  all,   ///< Every topic of either (`union` on the command line).
};

/// `qrels`, `run`, `both`, `union`.
[[nodiscard]] std::string_view to_string(Universe universe);
/// The universe of this name, or nothing.
[[nodiscard]] std::optional<Universe> parse_universe(std::string_view name);

/// Measures of a run: a value a topic and one over all of them.
struct Evaluation {
  std::string run;                    ///< Name of the run: its tag or file.
  std::vector<std::string> columns;   ///< Names of the measures.
  std::vector<NumberKind> kinds;      ///< [column] How its values are written.
  std::vector<Aggregate> aggregates;  ///< [column] How its summary was made.
  std::vector<std::string> topics;    ///< Ids; first the judged ones in the order of the qrels.
  std::vector<std::vector<double>> values;  ///< [column][topic]
  std::vector<double> summary;              ///< [column]
  Universe universe = Universe::qrels;
  std::vector<std::string> unanswered;  ///< Judged topics that the run lacks.
  std::vector<std::string> unjudged;    ///< Topics of the run without judgments.
};

/// Value of a column over topics: mean, sum, geometric mean or count, added up in the order given,
/// so that the bits do not depend on the machine. 0 over no topic.
[[nodiscard]] double aggregate(Aggregate how, std::span<const double> values);

/// Computes columns. A value that is NaN or outside the bounds of its column is an error that names
/// topic and measure: a fault of the input (grades below 0, say) or of a measure must not end in a
/// mean. The result is the same for any number of threads.
///
/// Without a maker the judgments are plain grades. With one, `topics` must be those of its
/// `places`, and columns may read its kind of evidence too. Columns that need another kind are
/// refused.
[[nodiscard]] Result<Evaluation> evaluate(const TopicSet& topics, const JudgedRun& run,
                                          std::span<const Column> columns,
                                          Universe universe = Universe::qrels, unsigned threads = 1,
                                          const TopicMaker* maker = nullptr);

}  // namespace foley::retrieval
