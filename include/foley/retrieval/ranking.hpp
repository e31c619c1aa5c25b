#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foley/core/tables.hpp"

namespace foley::retrieval {

/// The order of a run row: score descending, then id ascending bytewise (= by code point).
/// `-0.0` ties with `0.0`; NaN scores come last, among themselves by id. A strict weak order.
[[nodiscard]] bool ranked_before(const ScoredDoc& a, const ScoredDoc& b);

/// Indices of the row's documents, best first.
[[nodiscard]] std::vector<std::size_t> ranked_order(std::span<const ScoredDoc> row);

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
};

/// 1-based ranks that the `wanted` documents hold in a row, without sorting the row: every rank is
/// one more than the number of documents before it. `scores` are the row's, `ids` name its
/// documents in the same order; each wanted document must be one of them.
///
/// Cost: n w comparisons of numbers for a few wanted documents, n log w for many; ids are compared
/// on ties alone.
void ranks_of(std::span<const ScoredDoc> wanted, std::span<const double> scores, const RowIds& ids,
              std::vector<std::int64_t>& ranks);

}  // namespace foley::retrieval
