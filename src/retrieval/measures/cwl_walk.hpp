#pragma once

#include <cstdint>

#include "foley/retrieval/measures/cwl.hpp"

namespace foley::retrieval {

/// What a user saw at one rank.
struct CwlStep {
  std::int64_t rank = 0;
  double gain = 0.0;
  double found = 0.0;   ///< Gain of this and all earlier ranks.
  double weight = 1.0;  ///< Product of the probabilities of having come here.
};

/// Expected gain of a user who goes on behind a step with the probability `go_on(step)`. `visit`
/// sees every step. Stops where nobody reads on.
template <class GoOn, class Visit>
double cwl_walk(const JudgedRanking& ranking, const GainScale& scale, std::int64_t depth,
                GoOn go_on, Visit visit) {
  double total = 0.0;
  double weighed = 0.0;
  CwlStep step;
  std::size_t next = 0;
  const auto hits = ranking.hits();
  for (step.rank = 1; step.rank <= depth && step.weight > 0.0; ++step.rank) {
    step.gain = 0.0;
    if (next < hits.size() && hits[next].rank == step.rank) {
      step.gain = scale.gain(hits[next].grade);
      next += 1;
    }
    step.found += step.gain;
    total += step.weight;
    weighed += step.weight * step.gain;
    visit(step);
    step.weight *= go_on(step);
  }
  return weighed / total;
}

/// The same without an onlooker.
template <class GoOn>
double cwl_walk(const JudgedRanking& ranking, const GainScale& scale, std::int64_t depth,
                GoOn go_on) {
  return cwl_walk(ranking, scale, depth, go_on, [](const CwlStep&) {});
}

/// INSQ's and INST's probability of going on, `((rank + wanted - 1) / (rank + wanted))^2`.
inline double inst_patience(std::int64_t rank, double wanted) {
  const double at = static_cast<double>(rank) + wanted;
  const double share = (at - 1.0) / at;
  return share * share;
}

/// INST's, for a user who wanted `t`.
inline double inst_goes_on(const CwlStep& step, double t) {
  return inst_patience(step.rank, t + (t - step.found));
}

}  // namespace foley::retrieval
