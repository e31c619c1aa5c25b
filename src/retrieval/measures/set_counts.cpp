#include "foley/retrieval/measures/set_counts.hpp"

#include "relevant_hits.hpp"

namespace foley::retrieval {

double hit_count(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  return static_cast<double>(relevant_hits(ranking, cutoff, rel_level));
}

double success(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  return relevant_hits(ranking, cutoff, rel_level) > 0 ? 1.0 : 0.0;
}

double r_precision(const JudgedRanking& ranking, double rel_level) {
  const std::size_t relevant = ranking.relevant(rel_level);
  if (relevant == 0) {
    return 0.0;
  }
  return hit_count(ranking, static_cast<std::int64_t>(relevant), rel_level) /
         static_cast<double>(relevant);
}

double f_measure(const JudgedRanking& ranking, Cutoff cutoff, double beta, double rel_level) {
  const double found = hit_count(ranking, cutoff, rel_level);
  if (found == 0.0) {
    return 0.0;
  }
  const double looked_at = cutoff.value() ? static_cast<double>(*cutoff.value())
                                          : static_cast<double>(ranking.retrieved());
  const double precision = found / looked_at;
  const double recall = found / static_cast<double>(ranking.relevant(rel_level));
  const double weight = beta * beta;
  return (1.0 + weight) * precision * recall / (weight * precision + recall);
}

double judged_share(const JudgedRanking& ranking, Cutoff cutoff) {
  const std::size_t kept = cutoff.kept(ranking.retrieved());
  return kept == 0 ? 0.0 : hit_count(ranking, cutoff, 0.0) / static_cast<double>(kept);
}

double pair_accuracy(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const auto kept = static_cast<double>(cutoff.kept(ranking.retrieved()));
  const double found = hit_count(ranking, cutoff, rel_level);
  if (found == 0.0) {
    return 0.0;
  }
  const double others = kept - found;
  if (others == 0.0) {
    return 1.0;
  }
  double wrong = 0.0;  // pairs in which the other document comes first
  double seen = 0.0;
  for_each_relevant(ranking, cutoff, rel_level, [&](std::int64_t rank) {
    wrong += static_cast<double>(rank) - 1.0 - seen;
    seen += 1.0;
    return true;
  });
  return 1.0 - wrong / (others * found);
}

}  // namespace foley::retrieval
