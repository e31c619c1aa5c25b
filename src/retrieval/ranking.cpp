#include "foley/retrieval/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace foley::retrieval {
namespace {

// Number before number, NaN last; 0 when the scores tie.
int compare_scores(double a, double b) {
  if (a > b) {
    return -1;
  }
  if (a < b) {
    return 1;
  }
  return static_cast<int>(std::isnan(a)) - static_cast<int>(std::isnan(b));
}

}  // namespace

bool ranked_before(const ScoredDoc& a, const ScoredDoc& b) {
  const int by_score = compare_scores(a.score, b.score);
  return by_score != 0 ? by_score < 0 : a.id < b.id;
}

bool tie_before(TieRule rule, const RowIds& ids, std::size_t i, std::size_t j) {
  switch (rule) {
    case TieRule::id_desc:
      return ids.id(i) > ids.id(j);
    case TieRule::input:
      return i < j;
    case TieRule::rank: {
      const std::int64_t a = ids.stated_rank(i);
      const std::int64_t b = ids.stated_rank(j);
      if (a != b) {
        return a < b;
      }
      break;
    }
    case TieRule::id_asc:
      break;
  }
  return ids.id(i) < ids.id(j);
}

std::vector<std::size_t> ranked_order(std::span<const double> scores, const RowIds& ids,
                                      TieRule rule) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int by_score = compare_scores(scores[a], scores[b]);
    return by_score != 0 ? by_score < 0 : tie_before(rule, ids, a, b);
  });
  return order;
}

std::vector<std::size_t> ranked_order(std::span<const ScoredDoc> row, TieRule rule) {
  std::vector<double> scores;
  scores.reserve(row.size());
  for (const ScoredDoc& doc : row) {
    scores.push_back(doc.score);
  }
  return ranked_order(scores, DocIds(row), rule);
}

namespace {

// Up to here, comparing all scores with each wanted one (which vectorises) beats sorting the
// wanted.
constexpr std::size_t kFewWanted = 8;

Place place_by_counting(const ScoredDoc& wanted, std::span<const double> scores, const RowIds& ids,
                        bool ascending) {
  Place place{1, 0, 0};
  for (const double score : scores) {
    place.above += score > wanted.score ? 1 : 0;
    place.tied += score == wanted.score ? 1 : 0;
  }
  place.rank += place.above;
  if (place.tied > 1) {  // one of them is the wanted document itself
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (scores[i] == wanted.score) {
        place.rank += (ascending ? ids.id(i) < wanted.id : ids.id(i) > wanted.id) ? 1 : 0;
      }
    }
  }
  return place;
}

// The wanted documents best first, and for each how many of the row stand between it and the one
// before it.
void places_by_sorting(std::span<const ScoredDoc> wanted, std::span<const double> scores,
                       const RowIds& ids, bool ascending, std::vector<Place>& places) {
  const auto before = [&](const ScoredDoc& a, const ScoredDoc& b) {
    const int by_score = compare_scores(a.score, b.score);
    return by_score != 0 ? by_score < 0 : (ascending ? a.id < b.id : a.id > b.id);
  };
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return before(wanted[a], wanted[b]); });
  std::vector<std::int64_t> ahead(order.size(), 0);   // between the (i-1)-th and the i-th best
  std::vector<std::int64_t> equal(order.size(), 0);   // tied with the group that begins at i
  std::vector<std::int64_t> better(order.size(), 0);  // better than the group that begins at i,
                                                      // but not than the group before it
  const double least = wanted[order.back()].score;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] < least) {
      continue;  // most of a long row: behind everything that was judged
    }
    const auto group = std::partition_point(order.begin(), order.end(), [&](std::size_t w) {
      return compare_scores(wanted[w].score, scores[i]) < 0;
    });
    if (group == order.end()) {
      continue;
    }
    const auto g = static_cast<std::size_t>(group - order.begin());
    if (compare_scores(wanted[*group].score, scores[i]) != 0) {
      better[g] += 1;
      ahead[g] += 1;
      continue;
    }
    equal[g] += 1;
    const ScoredDoc doc{ids.id(i), scores[i]};
    const auto behind = std::partition_point(
        group, order.end(), [&](std::size_t w) { return !before(doc, wanted[w]); });
    if (behind != order.end()) {
      ahead[static_cast<std::size_t>(behind - order.begin())] += 1;
    }
  }
  std::int64_t rank = 1;
  std::int64_t above = 0;
  std::size_t group = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank += ahead[i];
    if (i > 0 && compare_scores(wanted[order[i]].score, wanted[order[i - 1]].score) != 0) {
      above += equal[group];
      group = i;
    }
    above += better[i];
    places[order[i]] = {rank, above, equal[group]};
  }
}

}  // namespace

void places_of(std::span<const ScoredDoc> wanted, std::span<const double> scores, const RowIds& ids,
               TieRule rule, std::vector<Place>& places) {
  if (rule != TieRule::id_asc && rule != TieRule::id_desc) {
    throw std::invalid_argument("places_of: documents known by id have no place in the input");
  }
  const bool ascending = rule == TieRule::id_asc;
  places.assign(wanted.size(), {});
  if (wanted.empty()) {
    return;
  }
  const bool has_nan = std::any_of(wanted.begin(), wanted.end(),
                                   [](const ScoredDoc& doc) { return std::isnan(doc.score); });
  if (has_nan || wanted.size() > kFewWanted) {
    places_by_sorting(wanted, scores, ids, ascending, places);
    return;
  }
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    places[w] = place_by_counting(wanted[w], scores, ids, ascending);
  }
}

}  // namespace foley::retrieval
