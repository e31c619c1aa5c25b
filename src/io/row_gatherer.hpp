#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace foley::io {

/// Gathers rows of a file into a table, whose queries stand in the order of their first rows. What
/// ids point to must outlive it.
template <class Table>
class RowGatherer {
 public:
  /// A row, with the place that a complaint about it names.
  struct Row {
    std::string_view doc;
    double value = 0.0;
    std::size_t line = 0;
    std::size_t column = 0;
  };

  /// A document that stands twice for a query: its second row.
  struct Duplicate {
    std::string_view query;
    Row row;
  };

  void add(std::string_view query, const Row& row) {
    if (groups_.empty() || groups_[last_].query != query) {
      const auto [at, added] = index_.try_emplace(query, groups_.size());
      if (added) {
        groups_.push_back({query, {}});
      }
      last_ = at->second;
    }
    groups_[last_].rows.push_back(row);
  }

  /// The first row in the file that repeats a document of its query.
  [[nodiscard]] std::optional<Duplicate> duplicate() const {
    std::optional<Duplicate> first;
    std::vector<const Row*> sorted;
    for (const Group& group : groups_) {
      sorted.clear();
      for (const Row& row : group.rows) {
        sorted.push_back(&row);
      }
      std::sort(sorted.begin(), sorted.end(), [](const Row* a, const Row* b) {
        return a->doc != b->doc ? a->doc < b->doc : a < b;  // rows of one vector: in file order
      });
      for (std::size_t i = 1; i < sorted.size(); ++i) {
        const Row& row = *sorted[i];
        if (sorted[i - 1]->doc == row.doc && (!first || row.line < first->row.line)) {
          first = Duplicate{group.query, row};
        }
      }
    }
    return first;
  }

  [[nodiscard]] bool empty() const { return groups_.empty(); }

  [[nodiscard]] Table table() const {
    Table out;
    for (const Group& group : groups_) {
      out.add_query(group.query);
      for (const Row& row : group.rows) {
        out.add(row.doc, row.value);
      }
    }
    return out;
  }

 private:
  struct Group {
    std::string_view query;
    std::vector<Row> rows;
  };

  std::vector<Group> groups_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::size_t last_ = 0;
};

}  // namespace foley::io
