#pragma once

#include <string>
#include <vector>

#include "foley/io/zscores.hpp"
#include "foley/retrieval/column.hpp"
#include "trec_inputs.hpp"

namespace foley::app {

/// What is printed of one topic.
struct TrecRow {
  std::string topic;
  std::vector<double> values;      // one a column
  std::vector<std::string> texts;  // one a column; empty but for text
};

/// The values of an evaluation, by topic.
struct TrecValues {
  std::vector<TrecRow> rows;    // printed with -q
  std::vector<double> summary;  // one a column
  std::size_t missing = 0;      // judged topics that the run lacks
};

/// Computes everything. `references` turns values into z-scores; nullptr leaves them. Ends the
/// command when a value is NaN or outside the bounds of its measure.
[[nodiscard]] TrecValues trec_values(const TrecArguments& arguments, const TrecTopics& topics,
                                     const std::vector<retrieval::Column>& columns,
                                     const io::ZScores* references);

}  // namespace foley::app
