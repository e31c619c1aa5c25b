#include "foley/retrieval/recall.hpp"

#include "relevant_hits.hpp"

namespace foley::retrieval {

double recall(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const std::size_t relevant = ranking.relevant(rel_level);
  return relevant == 0 ? 0.0
                       : static_cast<double>(relevant_hits(ranking, cutoff, rel_level)) /
                             static_cast<double>(relevant);
}

}  // namespace foley::retrieval
