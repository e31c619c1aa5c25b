#include "foley/retrieval/judged_ranking.hpp"

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

class DocIds final : public RowIds {
 public:
  explicit DocIds(std::span<const ScoredDoc> row) : row_(row) {}
  [[nodiscard]] std::string_view id(std::size_t i) const override { return row_[i].id; }

 private:
  std::span<const ScoredDoc> row_;
};

}  // namespace

void JudgedRanking::look_up(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row) {
  found_index_.clear();
  found_.clear();
  const auto remember = [&](std::size_t judgment, const ScoredDoc& doc) {
    found_index_.push_back(judgment);
    found_.push_back(doc);
  };
  if (judged.size() <= kFewJudgments) {
    for (const ScoredDoc& doc : row) {
      for (std::size_t j = 0; j < judged.size(); ++j) {
        if (judged[j].id == doc.id) {
          remember(j, doc);
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
  for (const ScoredDoc& doc : row) {
    if (const auto at = index.find(doc.id); at != index.end()) {
      remember(at->second, doc);
    }
  }
}

void JudgedRanking::assign(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row) {
  look_up(judged, row);
  scores_.clear();
  for (const ScoredDoc& doc : row) {
    scores_.push_back(doc.score);
  }
  assign_found(judged, found_index_, found_, scores_, DocIds(row));
}

void JudgedRanking::assign_found(std::span<const GradedDoc> judged,
                                 std::span<const std::size_t> found_index,
                                 std::span<const ScoredDoc> found, std::span<const double> scores,
                                 const RowIds& ids) {
  retrieved_ = scores.size();
  grades_.clear();
  for (const GradedDoc& doc : judged) {
    grades_.push_back(doc.grade);
  }
  ideal_.assign(grades_.begin(), grades_.end());
  std::sort(ideal_.begin(), ideal_.end(), [](double a, double b) {
    return std::isnan(b) ? !std::isnan(a) : a > b;  // a strict order in the presence of NaN
  });

  ranks_of(found, scores, ids, ranks_);
  hits_.clear();
  rank_of_top_ = 0;
  best_rank_of_top_ = 0;
  const std::size_t top = index_of_top(grades_);
  for (std::size_t i = 0; i < found.size(); ++i) {
    hits_.push_back({ranks_[i], grades_[found_index[i]]});
    if (found_index[i] == top) {
      rank_of_top_ = ranks_[i];
    }
  }
  std::sort(hits_.begin(), hits_.end(), [](const Hit& a, const Hit& b) { return a.rank < b.rank; });
  const auto best = std::find_if(hits_.begin(), hits_.end(),
                                 [&](const Hit& hit) { return hit.grade == grades_[top]; });
  best_rank_of_top_ = best == hits_.end() ? 0 : best->rank;
}

std::size_t JudgedRanking::relevant(double rel_level) const {
  return static_cast<std::size_t>(std::count_if(grades_.begin(), grades_.end(),
                                                [&](double grade) { return grade >= rel_level; }));
}

}  // namespace foley::retrieval
