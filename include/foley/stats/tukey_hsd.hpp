#pragma once

#include <cstddef>
#include <vector>

#include "foley/stats/interval.hpp"
#include "foley/stats/topic_matrix.hpp"
#include "foley/stats/two_way_anova.hpp"

namespace foley::stats {

/// Two systems among many.
struct TukeyPair {
  std::size_t first = 0;   ///< Row of one system.
  std::size_t second = 0;  ///< Row of the other, higher than `first`.
  Interval difference;     ///< Mean of the first minus mean of the second, simultaneous interval.
  double q = 0.0;          ///< |difference| / √(V / n)
  double p = 1.0;          ///< Chance that the range of k equal systems is that wide.
};

/// All pairs of systems, corrected for the choice among them.
struct TukeyHsd {
  TwoWayAnova anova;                 ///< Where the residual variance V comes from.
  double critical_difference = 0.0;  ///< Half the width of every interval.
  std::vector<TukeyPair> pairs;      ///< (0, 1), (0, 2), …, (1, 2), …
};

/// Tukey's honestly significant differences with the residual variance of the two-way analysis:
/// `p = P(Q > |difference| / √(V / n))`, Q the studentized range of k systems with (k-1)(n-1)
/// degrees of freedom; intervals `difference ± q √(V / n)` that hold all at once with the
/// confidence. Where the analysis has a reason, p = 1 and each interval is one point with that
/// reason. Throws std::invalid_argument for a confidence outside (0, 1).
///
/// Source: Tukey, *The problem of multiple comparisons*, 1953; Hsu, *Multiple Comparisons*, 1996.
[[nodiscard]] TukeyHsd tukey_hsd(const TopicMatrix& matrix, double confidence = 0.95);

}  // namespace foley::stats
