#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/tie_rule.hpp"
#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// Judgments of one query that come in groups: one a judge, or one a subtopic.
struct GroupedTopic {
  std::string query;
  std::vector<std::string> groups;  ///< Ids of the groups, ascending bytewise.
  std::vector<std::string> docs;    ///< In the order in which the file names them first.
  /// Grades by document, then group: `grades[doc * groups.size() + group]`; NaN where the group
  /// did not judge the document.
  std::vector<double> grades;
};

/// Grouped judgments of all queries, in the order of the file.
struct GroupedQrels {
  std::vector<GroupedTopic> topics;

  /// The topic of this query, or nullptr.
  [[nodiscard]] const GroupedTopic* find(std::string_view query) const;
};

/// A ranking seen through grouped judgments. `ranks[i]` is the 1-based rank of `topic.docs[i]`, 0
/// when it was not retrieved; `retrieved` the length of the ranking. Throws std::invalid_argument
/// when there are not as many ranks as documents.
[[nodiscard]] GroupedRanking grouped_ranking(const GroupedTopic& topic,
                                             std::span<const std::int64_t> ranks,
                                             std::size_t retrieved);

/// The same from a row of a run. Only the first `depth` documents count.
[[nodiscard]] GroupedRanking grouped_ranking(
    const GroupedTopic& topic, std::span<const ScoredDoc> row, TieRule ties,
    std::int64_t depth = std::numeric_limits<std::int64_t>::max());

/// Ranks of `docs` in a row of a run: 1-based, 0 for a document that is not among the first `depth`
/// of the row. The parts of a topic that no qrels table holds find their ranks by it.
[[nodiscard]] std::vector<std::int64_t> ranks_of(
    std::span<const std::string> docs, std::span<const ScoredDoc> row, TieRule ties,
    std::int64_t depth = std::numeric_limits<std::int64_t>::max());

}  // namespace foley::retrieval
