#include "foley/retrieval/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace foley::retrieval {

bool ranked_before(const ScoredDoc& a, const ScoredDoc& b) {
  if (a.score > b.score) {
    return true;
  }
  if (a.score < b.score) {
    return false;
  }
  if (a.score == b.score) {
    return a.id < b.id;
  }
  // At least one is NaN: numbers come first.
  const bool a_nan = std::isnan(a.score);
  return a_nan == std::isnan(b.score) ? a.id < b.id : !a_nan;
}

std::vector<std::size_t> ranked_order(std::span<const ScoredDoc> row) {
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return ranked_before(row[a], row[b]); });
  return order;
}

void ranks_of(std::span<const ScoredDoc> wanted, std::span<const ScoredDoc> row,
              std::vector<std::int64_t>& ranks) {
  ranks.assign(wanted.size(), 1);
  if (wanted.empty()) {
    return;
  }
  std::vector<std::size_t> order = ranked_order(wanted);
  // ahead[i]: documents that come before the i-th best wanted one but not before the (i-1)-th.
  std::vector<std::int64_t> ahead(order.size(), 0);
  const ScoredDoc& worst = wanted[order.back()];
  for (const ScoredDoc& doc : row) {
    if (!ranked_before(doc, worst)) {
      continue;  // most of a long row: behind everything that was judged
    }
    const auto first_behind =
        std::partition_point(order.begin(), order.end(),
                             [&](std::size_t i) { return !ranked_before(doc, wanted[i]); });
    ahead[static_cast<std::size_t>(first_behind - order.begin())] += 1;
  }
  std::int64_t before = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    before += ahead[i];
    ranks[order[i]] = before + 1;
  }
}

}  // namespace foley::retrieval
