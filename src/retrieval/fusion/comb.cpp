#include "foley/retrieval/fusion/comb.hpp"

#include "contributions.hpp"

namespace foley::retrieval {
namespace {

using Values = std::span<const double>;

double count_of(Values values) { return static_cast<double>(values.size()); }

template <class Combine>
void combine_scores(const FusionTopic& topic, const Combine& combine, std::vector<double>& fused) {
  combine_by_document(
      topic, [](std::size_t, double, double score) { return score; }, combine, fused);
}

double median_of(Values values) {
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * values[middle - 1] + 0.5 * values[middle];
}

}  // namespace

void comb_sum(const FusionTopic& topic, const FusionParameters&, std::vector<double>& fused) {
  combine_scores(topic, sum_of, fused);
}

void comb_mnz(const FusionTopic& topic, const FusionParameters&, std::vector<double>& fused) {
  combine_scores(topic, [](Values values) { return sum_of(values) * count_of(values); }, fused);
}

void comb_anz(const FusionTopic& topic, const FusionParameters&, std::vector<double>& fused) {
  combine_scores(topic, [](Values values) { return sum_of(values) / count_of(values); }, fused);
}

void comb_min(const FusionTopic& topic, const FusionParameters&, std::vector<double>& fused) {
  combine_scores(topic, [](Values values) { return values.front(); }, fused);
}

void comb_max(const FusionTopic& topic, const FusionParameters&, std::vector<double>& fused) {
  combine_scores(topic, [](Values values) { return values.back(); }, fused);
}

void comb_med(const FusionTopic& topic, const FusionParameters&, std::vector<double>& fused) {
  combine_scores(topic, median_of, fused);
}

void weighted_sum(const FusionTopic& topic, const FusionParameters& parameters,
                  std::vector<double>& fused) {
  const std::vector<double>& weights = parameters.weights;
  combine_by_document(
      topic,
      [&](std::size_t run, double, double score) {
        return weights.empty() ? score : weights[run] * score;
      },
      sum_of, fused);
}

}  // namespace foley::retrieval
