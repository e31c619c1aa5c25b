#include <algorithm>

#include "foley/retrieval/measures/cwl.hpp"
#include "log_discount.hpp"

namespace foley::retrieval {

double sdcg(const JudgedRanking& ranking, const GainScale& scale, std::int64_t k) {
  const std::int64_t depth = std::min(k, kReadingDepth);
  double best = 0.0;
  for (std::int64_t rank = 1; rank <= depth; ++rank) {
    best += 1.0 / log_discount(rank);
  }
  double sum = 0.0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > depth) {
      break;
    }
    sum += scale.gain(hit.grade) / log_discount(hit.rank);
  }
  return best == 0.0 ? 0.0 : sum / best;
}

}  // namespace foley::retrieval
