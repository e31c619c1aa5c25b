#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// A ranking seen through judgments that come in groups: one a judge (trec_eval's qrels_jg), or one
/// a subtopic (diversity qrels).
struct GroupedRanking {
  /// A document that any group judged.
  struct Doc {
    std::int64_t rank = 0;       ///< 1-based; 0 when it was not retrieved.
    std::vector<double> grades;  ///< One a group; NaN where the group did not judge it.
  };

  std::size_t groups = 0;
  std::size_t retrieved = 0;
  std::vector<Doc> docs;  ///< In the order of the qrels.
};

/// A ranking seen through judgments of a sample of the pool.
struct SampledRanking {
  /// A document of the pool.
  struct Doc {
    std::int64_t rank = 0;     ///< 1-based; 0 when it was not retrieved.
    double grade = -1.0;       ///< Negative: in the pool, but not in the sample.
    std::int64_t stratum = 0;  ///< Stratum of the pool (xinfAP, infNDCG).
    double inclusion = 1.0;    ///< Probability that the sample holds it, in (0, 1] (statAP).
  };

  std::size_t retrieved = 0;
  std::vector<Doc> docs;  ///< In the order of the qrels.
};

struct PreferenceRanking;

/// All that is known of one topic when a measure is computed. `graded` is always there; the others
/// only when the judgments are of their kind.
struct Topic {
  JudgedRanking graded;
  const GroupedRanking* grouped = nullptr;
  const SampledRanking* sampled = nullptr;
  const PreferenceRanking* preferences = nullptr;
};

}  // namespace foley::retrieval
