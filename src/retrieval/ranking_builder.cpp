#include "foley/retrieval/ranking_builder.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace foley::retrieval {
namespace {

// Above this many judgments a hash table beats comparing each id with each.
constexpr std::size_t kFewJudgments = 12;

std::size_t index_of_top(std::span<const double> grades) {
  std::size_t top = 0;
  for (std::size_t i = 1; i < grades.size(); ++i) {
    if (grades[i] > grades[top]) {
      top = i;
    }
  }
  return top;
}

bool by_rank(const Hit& a, const Hit& b) { return a.rank < b.rank; }

}  // namespace

void ideal_order(std::span<const double> grades, std::vector<double>& ideal) {
  ideal.assign(grades.begin(), grades.end());
  std::sort(ideal.begin(), ideal.end(), [](double a, double b) {
    return std::isnan(b) ? !std::isnan(a) : a > b;  // a strict order in the presence of NaN
  });
}

std::size_t apply_options(const RankingOptions& options, std::size_t retrieved,
                          std::vector<Hit>& hits) {
  std::sort(hits.begin(), hits.end(), by_rank);
  if (static_cast<std::int64_t>(retrieved) > options.depth) {
    retrieved = static_cast<std::size_t>(std::max<std::int64_t>(options.depth, 0));
    std::erase_if(hits, [&](const Hit& hit) { return hit.rank > options.depth; });
  }
  if (options.judged_only) {
    std::erase_if(hits, [](const Hit& hit) { return hit.grade < 0.0; });
    for (std::size_t from = 0; from < hits.size();) {
      std::size_t to = from;
      while (to < hits.size() && hits[to].above == hits[from].above) {
        to += 1;
      }
      // `above` of the hits still to come is compared with each other only, so it may change here.
      for (std::size_t i = from; i < to; ++i) {
        hits[i] = {hits[i].grade, static_cast<std::int64_t>(i) + 1, static_cast<std::int64_t>(from),
                   static_cast<std::int64_t>(to - from)};
      }
      from = to;
    }
    retrieved = hits.size();
  }
  return retrieved;
}

void RankingBuilder::look_up(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row) {
  found_index_.clear();
  positions_.clear();
  const auto remember = [&](std::size_t judgment, std::size_t position) {
    found_index_.push_back(judgment);
    positions_.push_back(position);
  };
  if (judged.size() <= kFewJudgments) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::size_t j = 0; j < judged.size(); ++j) {
        if (judged[j].id == row[i].id) {
          remember(j, i);
          break;
        }
      }
    }
    return;
  }
  std::unordered_map<std::string_view, std::size_t> index;
  index.reserve(judged.size());
  for (std::size_t j = 0; j < judged.size(); ++j) {
    index.emplace(judged[j].id, j);
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (const auto at = index.find(row[i].id); at != index.end()) {
      remember(at->second, i);
    }
  }
}

const JudgedRanking& RankingBuilder::assign(std::span<const GradedDoc> judged,
                                            std::span<const ScoredDoc> row) {
  look_up(judged, row);
  scores_.clear();
  for (const ScoredDoc& doc : row) {
    scores_.push_back(doc.score);
  }
  places_at(positions_, scores_, DocIds(row), options_.ties, places_);
  return finish(judged, found_index_, row.size());
}

const JudgedRanking& RankingBuilder::assign_found(std::span<const GradedDoc> judged,
                                                  std::span<const std::size_t> found_index,
                                                  std::span<const ScoredDoc> found,
                                                  std::span<const double> scores,
                                                  const RowIds& ids) {
  places_of(found, scores, ids, options_.ties, places_);
  return finish(judged, found_index, scores.size());
}

const JudgedRanking& RankingBuilder::finish(std::span<const GradedDoc> judged,
                                            std::span<const std::size_t> found_index,
                                            std::size_t retrieved) {
  grades_.clear();
  for (const GradedDoc& doc : judged) {
    grades_.push_back(doc.grade);
  }
  ideal_order(grades_, ideal_);
  hits_.clear();
  rank_of_top_ = 0;
  const std::size_t top = index_of_top(grades_);
  for (std::size_t i = 0; i < found_index.size(); ++i) {
    const Place& place = places_[i];
    hits_.push_back({grades_[found_index[i]], place.rank, place.above, place.tied});
    if (found_index[i] == top) {
      rank_of_top_ = place.rank;
    }
  }
  std::sort(hits_.begin(), hits_.end(), by_rank);
  const auto best = std::find_if(hits_.begin(), hits_.end(),
                                 [&](const Hit& hit) { return hit.grade == grades_[top]; });
  best_rank_of_top_ = best == hits_.end() ? 0 : best->rank;
  const std::size_t length = apply_options(options_, retrieved, hits_);
  ranking_ = JudgedRanking(hits_, grades_, ideal_, length);
  return ranking_;
}

}  // namespace foley::retrieval
