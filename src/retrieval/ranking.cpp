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

namespace {

// Up to here, comparing all scores with each wanted one (which vectorises) beats sorting the
// wanted.
constexpr std::size_t kFewWanted = 8;

std::int64_t rank_by_counting(const ScoredDoc& wanted, std::span<const double> scores,
                              const RowIds& ids) {
  std::int64_t better = 0;
  std::int64_t equal = 0;
  for (const double score : scores) {
    better += score > wanted.score ? 1 : 0;
    equal += score == wanted.score ? 1 : 0;
  }
  if (equal > 1) {  // one of them is the wanted document itself
    for (std::size_t i = 0; i < scores.size(); ++i) {
      better += scores[i] == wanted.score && ids.id(i) < wanted.id ? 1 : 0;
    }
  }
  return better + 1;
}

void ranks_by_sorting(std::span<const ScoredDoc> wanted, std::span<const double> scores,
                      const RowIds& ids, std::vector<std::int64_t>& ranks) {
  const std::vector<std::size_t> order = ranked_order(wanted);
  // ahead[i]: documents that come before the i-th best wanted one but not before the (i-1)-th.
  std::vector<std::int64_t> ahead(order.size(), 0);
  const double least = wanted[order.back()].score;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] < least) {
      continue;  // most of a long row: behind everything that was judged
    }
    const auto is_ahead_of = [&](std::size_t w) {
      const ScoredDoc& other = wanted[w];
      if (scores[i] != other.score && !std::isnan(scores[i]) && !std::isnan(other.score)) {
        return scores[i] > other.score;
      }
      return ranked_before({ids.id(i), scores[i]}, other);
    };
    const auto first_behind = std::partition_point(order.begin(), order.end(),
                                                   [&](std::size_t w) { return !is_ahead_of(w); });
    if (first_behind != order.end()) {
      ahead[static_cast<std::size_t>(first_behind - order.begin())] += 1;
    }
  }
  std::int64_t before = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    before += ahead[i];
    ranks[order[i]] = before + 1;
  }
}

}  // namespace

void ranks_of(std::span<const ScoredDoc> wanted, std::span<const double> scores, const RowIds& ids,
              std::vector<std::int64_t>& ranks) {
  ranks.assign(wanted.size(), 1);
  if (wanted.empty()) {
    return;
  }
  const bool has_nan = std::any_of(wanted.begin(), wanted.end(),
                                   [](const ScoredDoc& doc) { return std::isnan(doc.score); });
  if (has_nan || wanted.size() > kFewWanted) {
    ranks_by_sorting(wanted, scores, ids, ranks);
    return;
  }
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    ranks[w] = rank_by_counting(wanted[w], scores, ids);
  }
}

}  // namespace foley::retrieval
