#include "foley/retrieval/reciprocal_rank.hpp"

#include "relevant_hits.hpp"

namespace foley::retrieval {

double reciprocal_rank(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  double value = 0.0;
  for_each_relevant(ranking, cutoff, rel_level, [&](std::int64_t rank) {
    value = 1.0 / static_cast<double>(rank);
    return false;
  });
  return value;
}

}  // namespace foley::retrieval
