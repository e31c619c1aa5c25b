#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/ranking.hpp"
#include "foley/retrieval/ranking_builder.hpp"
#include "support/oracle.hpp"

namespace foley::testing {

/// A row with its ids held by value: `{"a", 2.0}`.
using Row = std::vector<std::pair<std::string, double>>;

/// Views on a row, as the library takes them. The row must outlive them.
template <class Entry>
std::vector<Entry> entries_of(const Row& row) {
  std::vector<Entry> entries;
  entries.reserve(row.size());
  for (const auto& [id, value] : row) {
    entries.push_back({id, value});
  }
  return entries;
}

/// Names the documents of a row.
class EntryIds final : public retrieval::RowIds {
 public:
  explicit EntryIds(const std::vector<ScoredDoc>& entries) : entries_(entries) {}
  [[nodiscard]] std::string_view id(std::size_t i) const override { return entries_.at(i).id; }

 private:
  const std::vector<ScoredDoc>& entries_;
};

/// The scores of a row.
inline std::vector<double> scores_of(const std::vector<ScoredDoc>& entries) {
  std::vector<double> scores;
  for (const ScoredDoc& entry : entries) {
    scores.push_back(entry.score);
  }
  return scores;
}

/// The judged ranking of one query.
inline retrieval::RankingBuilder judged_ranking(const Row& qrels, const Row& run) {
  retrieval::RankingBuilder ranking;
  ranking.assign(entries_of<GradedDoc>(qrels), entries_of<ScoredDoc>(run));
  return ranking;
}

/// A row of an oracle: a list of `[id, number]`.
inline Row oracle_row(const Json& pairs) {
  Row row;
  for (const Json& pair : pairs) {
    row.emplace_back(pair.at(0).get<std::string>(), oracle_number(pair.at(1)));
  }
  return row;
}

/// A table of an oracle: a list of `[query, row]`.
template <class Table>
Table oracle_table(const Json& queries) {
  Table table;
  for (const Json& query : queries) {
    table.add_query(query.at(0).get<std::string>());
    for (const auto& [id, value] : oracle_row(query.at(1))) {
      table.add(id, value);
    }
  }
  return table;
}

/// A table written out: `{{"q1", {{"a", 1.0}}}}`.
template <class Table>
Table table_of(const std::vector<std::pair<std::string, Row>>& queries) {
  Table table;
  for (const auto& [query, row] : queries) {
    table.add_query(query);
    for (const auto& [id, value] : row) {
      table.add(id, value);
    }
  }
  return table;
}

}  // namespace foley::testing
