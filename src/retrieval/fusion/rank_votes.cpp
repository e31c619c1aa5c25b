#include "foley/retrieval/fusion/rank_votes.hpp"

#include "contributions.hpp"

namespace foley::retrieval {

void reciprocal_rank_sum(const FusionTopic& topic, const FusionParameters& parameters,
                         std::vector<double>& fused) {
  const std::vector<double>& weights = parameters.weights;
  combine_by_document(
      topic,
      [&](std::size_t run, double rank, double) {
        return (weights.empty() ? 1.0 : weights[run]) / (parameters.k + rank);
      },
      sum_of, fused);
}

void inverse_square_rank(const FusionTopic& topic, const FusionParameters&,
                         std::vector<double>& fused) {
  combine_by_document(
      topic, [](std::size_t, double rank, double) { return 1.0 / (rank * rank); },
      [](std::span<const double> values) {
        return static_cast<double>(values.size()) * sum_of(values);
      },
      fused);
}

void borda_count(const FusionTopic& topic, const FusionParameters&, std::vector<double>& fused) {
  // Points are whole or half numbers: their sums are exact in any order.
  fused.assign(topic.docs.size(), 0.0);
  const auto candidates = static_cast<double>(topic.docs.size());
  for (const auto& list : topic.lists) {
    if (list.empty()) {
      continue;
    }
    const double left_over = (candidates - static_cast<double>(list.size()) + 1.0) / 2.0;
    for (double& points : fused) {
      points += left_over;
    }
    double points = candidates;
    for (const FusionEntry& entry : list) {
      fused[entry.doc] += points - left_over;
      points -= 1.0;
    }
  }
}

}  // namespace foley::retrieval
