#include <algorithm>

#include "cwl_walk.hpp"

namespace foley::retrieval {

double nerr8(const JudgedRanking& ranking, const GainScale& scale, std::int64_t k) {
  return cwl_walk(ranking, scale, std::min(k, kReadingDepth),
                  [](const CwlStep& step) { return 1.0 - step.gain; });
}

double nerr9(const JudgedRanking& ranking, const GainScale& scale, std::int64_t k) {
  return cwl_walk(ranking, scale, std::min(k, kReadingDepth), [](const CwlStep& step) {
    const auto rank = static_cast<double>(step.rank);
    return rank / (rank + 1.0) * (1.0 - step.gain);
  });
}

double nerr10(const JudgedRanking& ranking, const GainScale& scale, double p) {
  return cwl_walk(ranking, scale, kReadingDepth,
                  [&](const CwlStep& step) { return p * (1.0 - step.gain); });
}

double nerr11(const JudgedRanking& ranking, const GainScale& scale, double t) {
  return cwl_walk(ranking, scale, kReadingDepth, [&](const CwlStep& step) {
    return inst_patience(step.rank, 2.0 * t) * (1.0 - step.gain);
  });
}

}  // namespace foley::retrieval
