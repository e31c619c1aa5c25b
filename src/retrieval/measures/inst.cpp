#include "cwl_walk.hpp"

namespace foley::retrieval {

double inst(const JudgedRanking& ranking, const GainScale& scale, double t) {
  return cwl_walk(ranking, scale, kReadingDepth,
                  [&](const CwlStep& step) { return inst_goes_on(step, t); });
}

}  // namespace foley::retrieval
