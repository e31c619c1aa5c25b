#include "log_discount.hpp"
#include "subtopics.hpp"

namespace foley::retrieval {
namespace {

double weight(std::int64_t rank) { return 1.0 / log_discount(rank); }

}  // namespace

double alpha_dcg(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const double most =
      saturated_novelty(subtopics, options.alpha, depth_of(ranking, options.cutoff), weight);
  return most == 0.0
             ? 0.0
             : run_novelty(ranking, subtopics, options.alpha, options.cutoff, weight) / most;
}

double alpha_ndcg(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const double ideal = ideal_novelty(ranking, subtopics, options.alpha, options.cutoff, weight);
  return ideal == 0.0
             ? 0.0
             : run_novelty(ranking, subtopics, options.alpha, options.cutoff, weight) / ideal;
}

}  // namespace foley::retrieval
