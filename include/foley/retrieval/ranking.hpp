#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/tables.hpp"

namespace foley::retrieval {

/// The order of a run row: score descending, then id ascending bytewise (= by code point).
/// `-0.0` ties with `0.0`; NaN scores come last, among themselves by id. A strict weak order.
[[nodiscard]] bool ranked_before(const ScoredDoc& a, const ScoredDoc& b);

/// Indices of the row's documents, best first.
[[nodiscard]] std::vector<std::size_t> ranked_order(std::span<const ScoredDoc> row);

/// 1-based ranks that the `wanted` documents hold in the row, without sorting the row: every rank is
/// one more than the number of documents before it. Each wanted document must be an entry of the row.
///
/// Cost: O(n log w) comparisons for n documents and w wanted ones.
void ranks_of(std::span<const ScoredDoc> wanted, std::span<const ScoredDoc> row,
              std::vector<std::int64_t>& ranks);

}  // namespace foley::retrieval
