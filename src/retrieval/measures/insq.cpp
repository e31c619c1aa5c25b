#include "cwl_walk.hpp"

namespace foley::retrieval {

double insq(const JudgedRanking& ranking, const GainScale& scale, double t) {
  return cwl_walk(ranking, scale, kReadingDepth,
                  [&](const CwlStep& step) { return inst_patience(step.rank, 2.0 * t); });
}

}  // namespace foley::retrieval
