#include <algorithm>

#include "cwl_walk.hpp"

namespace foley::retrieval {

double bpm(const JudgedRanking& ranking, const GainScale& scale, double t, std::int64_t k) {
  return cwl_walk(ranking, scale, std::min(k, kReadingDepth),
                  [&](const CwlStep& step) { return step.found < t ? 1.0 : 0.0; });
}

}  // namespace foley::retrieval
