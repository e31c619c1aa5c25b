#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "foley/core/embedding_view.hpp"

namespace foley::fidelity {

/// Rows that hold the very same numbers (-0 is 0), as families; a row without a double is a family
/// of one.
struct DuplicateFamilies {
  std::vector<std::size_t> first;      ///< The first row of each family, ascending.
  std::vector<std::size_t> size;       ///< Rows of each family.
  std::vector<std::size_t> family_of;  ///< The family of each row.

  /// Families: different rows.
  [[nodiscard]] std::size_t count() const { return first.size(); }
  /// Rows that repeat an earlier one.
  [[nodiscard]] std::size_t repeats() const { return family_of.size() - first.size(); }
  /// The rows of each family of two and more, largest family first, then by first row.
  [[nodiscard]] std::vector<std::vector<std::size_t>> repeated() const;
};

/// The families of a set. Memory for one number a row; the numbers themselves are compared, so that
/// no two different rows are ever taken for one. Any numbers will do; NaN equals nothing.
[[nodiscard]] DuplicateFamilies duplicate_families(const EmbeddingView& rows, unsigned threads = 1);

/// What makes numbers over a set mean little whatever it is compared with.
struct RowFaults {
  std::size_t rows = 0;                       ///< Rows.
  std::size_t dimension = 0;                  ///< Numbers a row.
  DuplicateFamilies families;                 ///< Which rows are the same.
  std::vector<std::size_t> constant_columns;  ///< Columns with one number in every row.

  /// Two rows or more, all of them the same: silence, or an embedder that fails.
  [[nodiscard]] bool all_identical() const { return rows > 1 && families.count() == 1; }
  /// One sentence for each thing that is wrong, most serious first; `what` names the set.
  [[nodiscard]] std::vector<std::string> warnings(const std::string& what) const;
};

/// Looks through a set. A set of one row has no constant columns.
[[nodiscard]] RowFaults row_faults(const EmbeddingView& rows, unsigned threads = 1);

}  // namespace foley::fidelity
