#include "foley/retrieval/average_precision.hpp"

#include "relevant_hits.hpp"

namespace foley::retrieval {

double average_precision(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const std::size_t relevant = ranking.relevant(rel_level);
  if (relevant == 0) {
    return 0.0;
  }
  double sum = 0.0;
  double found = 0.0;
  for_each_relevant(ranking, cutoff, rel_level, [&](std::int64_t rank) {
    found += 1.0;
    sum += found / static_cast<double>(rank);
    return true;
  });
  return sum / static_cast<double>(relevant);
}

}  // namespace foley::retrieval
