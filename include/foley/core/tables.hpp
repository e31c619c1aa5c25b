#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "foley/core/string_pool.hpp"

namespace foley {

/// A document that a system retrieved, with the score that ranks it.
struct ScoredDoc {
  std::string_view id;
  double score = 0.0;
};

/// A document that was judged, with its grade (the gain; >= 1 usually means relevant).
struct GradedDoc {
  std::string_view id;
  double grade = 0.0;
};

/// Rows of entries by query id, in the order in which the queries were added, stored flat.
/// Ids live in the table's own pool. `Entry` is ScoredDoc (a run) or GradedDoc (qrels).
template <class Entry>
class QueryTable {
 public:
  /// One query: its id and where its entries are.
  struct Row {
    std::string_view query;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  QueryTable() = default;
  QueryTable(QueryTable&&) noexcept = default;
  QueryTable& operator=(QueryTable&&) noexcept = default;
  // A copy would point into the pool of the original.
  QueryTable(const QueryTable&) = delete;
  QueryTable& operator=(const QueryTable&) = delete;
  ~QueryTable() = default;

  /// Starts a row; entries added next belong to it. Returns false when the query is already there.
  bool add_query(std::string_view query);

  /// Adds an entry to the row started last.
  void add(std::string_view doc, double value);

  /// All rows in order.
  [[nodiscard]] std::span<const Row> rows() const { return rows_; }

  /// The entries of a row.
  [[nodiscard]] std::span<const Entry> entries(const Row& row) const {
    return std::span<const Entry>(entries_).subspan(row.begin, row.end - row.begin);
  }

  /// The entries of a query; empty when the query has no row.
  [[nodiscard]] std::span<const Entry> find(std::string_view query) const;

  /// True when the query has a row, be it empty.
  [[nodiscard]] bool contains(std::string_view query) const { return index_.contains(query); }

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

 private:
  StringPool pool_;
  std::vector<Entry> entries_;
  std::vector<Row> rows_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

/// What a system returned: query id -> scored documents.
using Run = QueryTable<ScoredDoc>;

/// What is true: query id -> graded documents.
using Qrels = QueryTable<GradedDoc>;

extern template class QueryTable<ScoredDoc>;
extern template class QueryTable<GradedDoc>;

}  // namespace foley
