#include "foley/retrieval/query_scorer.hpp"

#include <utility>

namespace foley::retrieval {

QueryScorer::QueryScorer(std::vector<Metric> metrics, double rel_level)
    : metrics_(std::move(metrics)), rel_level_(rel_level) {}

AnswerRank QueryScorer::score(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row,
                              std::span<double> values) {
  builder_.assign(judged, row);
  return compute(values);
}

AnswerRank QueryScorer::score_found(std::span<const GradedDoc> judged,
                                    std::span<const std::size_t> found_index,
                                    std::span<const ScoredDoc> found,
                                    std::span<const double> scores, const RowIds& ids,
                                    std::span<double> values) {
  builder_.assign_found(judged, found_index, found, scores, ids);
  return compute(values);
}

AnswerRank QueryScorer::compute(std::span<double> values) const {
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    values[m] = metrics_[m].value(builder_.ranking(), rel_level_);
  }
  return {builder_.rank_of_top(), builder_.best_rank_of_top()};
}

}  // namespace foley::retrieval
