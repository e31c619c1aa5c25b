#include <cmath>

#include "subtopics.hpp"

namespace foley::retrieval {

double nrbp(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  if (subtopics.size() == 0) {
    return 0.0;
  }
  const auto weight = [&](std::int64_t rank) {
    return std::pow(options.beta, static_cast<double>(rank - 1));
  };
  return run_novelty(ranking, subtopics, options.alpha, {}, weight) *
         (1.0 - (1.0 - options.alpha) * options.beta) / static_cast<double>(subtopics.size());
}

double nnrbp(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const auto weight = [&](std::int64_t rank) {
    return std::pow(options.beta, static_cast<double>(rank - 1));
  };
  const double ideal = ideal_novelty(ranking, subtopics, options.alpha, {}, weight);
  return ideal == 0.0 ? 0.0 : run_novelty(ranking, subtopics, options.alpha, {}, weight) / ideal;
}

}  // namespace foley::retrieval
