#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "foley/comparison/comparison.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// A document of a ranking with its judgment.
struct RankedDoc {
  std::string id;
  std::optional<double> grade;  ///< Nothing: not judged.
};

/// A topic whose value changed, with the heads of both rankings.
struct ShownMove {
  comparison::Move move;
  std::vector<RankedDoc> before;
  std::vector<RankedDoc> after;
};

/// The topics that moved most between the baseline and one run.
struct RunMoves {
  std::size_t run = 0;
  std::vector<ShownMove> moves;
};

/// A comparison of runs with what it is about.
struct ComparisonDocument {
  std::string qrels;
  std::string ties;
  std::vector<std::string> files;
  comparison::Comparison comparison;
  std::vector<RunMoves> moves;  ///< In the first measure.
  std::vector<std::string> notes;
};

/// The tables for people.
[[nodiscard]] std::string comparison_text(const ComparisonDocument& document,
                                          const TextStyle& style);

/// The document for programs.
[[nodiscard]] std::string comparison_json(const ComparisonDocument& document);

}  // namespace foley::report
