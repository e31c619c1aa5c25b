#include "subtopics.hpp"

namespace foley::retrieval {
namespace {

// A document that covers a subtopic satisfies half of the users who mean it: (2^1 - 1) / 2^1.
constexpr double kStop = 0.5;

double weight(std::int64_t rank) { return 1.0 / static_cast<double>(rank); }

}  // namespace

double err_ia(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const double most =
      saturated_novelty(subtopics, kStop, depth_of(ranking, options.cutoff), weight);
  return most == 0.0 ? 0.0 : run_novelty(ranking, subtopics, kStop, options.cutoff, weight) / most;
}

double nerr_ia(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const double ideal = ideal_novelty(ranking, subtopics, kStop, options.cutoff, weight);
  return ideal == 0.0 ? 0.0
                      : run_novelty(ranking, subtopics, kStop, options.cutoff, weight) / ideal;
}

}  // namespace foley::retrieval
