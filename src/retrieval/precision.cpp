#include "foley/retrieval/precision.hpp"

#include "relevant_hits.hpp"

namespace foley::retrieval {

double precision(const JudgedRanking& ranking, std::int64_t k, double rel_level) {
  return k <= 0
             ? 0.0
             : static_cast<double>(relevant_hits(ranking, k, rel_level)) / static_cast<double>(k);
}

}  // namespace foley::retrieval
