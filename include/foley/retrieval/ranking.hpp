#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/tie_rule.hpp"

namespace foley::retrieval {

/// The order of a run row under TieRule::id_asc: score descending, then id ascending bytewise (= by
/// code point). `-0.0` ties with `0.0`; NaN scores come last, among themselves by id. A strict weak
/// order.
[[nodiscard]] bool ranked_before(const ScoredDoc& a, const ScoredDoc& b);

/// Names the documents of a row; asked only when scores tie, since names may be costly to get.
class RowIds {
 public:
  RowIds() = default;
  RowIds(const RowIds&) = default;
  RowIds(RowIds&&) = default;
  RowIds& operator=(const RowIds&) = default;
  RowIds& operator=(RowIds&&) = default;
  virtual ~RowIds() = default;

  /// Id of the row's i-th document.
  [[nodiscard]] virtual std::string_view id(std::size_t i) const = 0;

  /// Rank that the file states for the i-th document. Rows without such a column state their order.
  [[nodiscard]] virtual std::int64_t stated_rank(std::size_t i) const {
    return static_cast<std::int64_t>(i) + 1;
  }
};

/// The ids of a row of a table.
class DocIds final : public RowIds {
 public:
  explicit DocIds(std::span<const ScoredDoc> row) : row_(row) {}
  [[nodiscard]] std::string_view id(std::size_t i) const override { return row_[i].id; }

 private:
  std::span<const ScoredDoc> row_;
};

/// True when, of two documents with equal scores, the i-th of the row comes before the j-th. What
/// the rule leaves open (the same stated rank twice) is settled by id, ascending.
[[nodiscard]] bool tie_before(TieRule rule, const RowIds& ids, std::size_t i, std::size_t j);

/// Indices of the row's documents, best first.
[[nodiscard]] std::vector<std::size_t> ranked_order(std::span<const double> scores,
                                                    const RowIds& ids,
                                                    TieRule rule = TieRule::id_asc);

/// The same for a row of a table.
[[nodiscard]] std::vector<std::size_t> ranked_order(std::span<const ScoredDoc> row,
                                                    TieRule rule = TieRule::id_asc);

/// Where a document stands in a row.
struct Place {
  friend bool operator==(const Place&, const Place&) = default;

  std::int64_t rank = 0;   ///< 1-based, ties settled by the rule.
  std::int64_t above = 0;  ///< Documents with a better score.
  std::int64_t tied = 1;   ///< Documents with this score, itself included.
};

/// Places of `wanted` documents that are known by id, under TieRule::id_asc or id_desc (others
/// throw std::invalid_argument: they need positions). `scores` are the row's, `ids` name its
/// documents in the same order; each wanted document must be one of them. The row is not sorted:
/// every rank is one more than the number of documents before it.
///
/// Cost: n w comparisons of numbers for a few wanted documents, n log w for many; ids are compared
/// on ties alone.
void places_of(std::span<const ScoredDoc> wanted, std::span<const double> scores, const RowIds& ids,
               TieRule rule, std::vector<Place>& places);

/// Places of the documents at these positions of the row, under any rule. A row whose scores fall
/// already, as most do, costs one pass; another is sorted by score first.
void places_at(std::span<const std::size_t> positions, std::span<const double> scores,
               const RowIds& ids, TieRule rule, std::vector<Place>& places);

}  // namespace foley::retrieval
