#include "strata.hpp"

namespace foley::retrieval {

double stat_ap(const SampledRanking& ranking) {
  double relevant = 0.0;
  for (const SampledDoc& doc : ranking.docs) {
    relevant += is_sampled_relevant(doc) ? 1.0 / doc.inclusion : 0.0;
  }
  if (relevant == 0.0) {
    return 0.0;
  }
  double above = 0.0;
  double sum = 0.0;
  for (const SampledDoc* doc : by_rank(ranking)) {
    if (is_sampled_relevant(*doc)) {
      sum += (1.0 + above) / static_cast<double>(doc->rank) / doc->inclusion;
      above += 1.0 / doc->inclusion;
    }
  }
  return sum / relevant;
}

}  // namespace foley::retrieval
