#pragma once

#include <cstddef>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/ratings.hpp"
#include "foley/stats/interval.hpp"

namespace foley::reliability {

/// How close ratings lie to the line of equality.
struct Concordance {
  double value = 0.0;            ///< `precision * accuracy`, in [-1, 1].
  double precision = 0.0;        ///< Pearson's correlation: how close to any line.
  double accuracy = 0.0;         ///< C_b in [0, 1]: how close that line is to equality.
  stats::Interval interval;      ///< By Fisher's z; one point with a reason where there is none.
  std::size_t units = 0;         ///< Units that all raters rated.
  std::size_t left_out = 0;      ///< Units with some but not all ratings.
  Reason reason = Reason::none;  ///< Why the value is one by decree.
};

/// Lin's concordance correlation of two raters over the units that both rated:
/// `2 s_xy / (s_x² + s_y² + (m_x - m_y)²)` with moments over n. The interval is that of
/// z = artanh of it with the variance of Lin's correction of 2000 over n - 2; it is one point for
/// fewer than three units (too_few) and for a value of 1 or -1, or by decree (constant).
///
/// By decree: 0 for one rater (too_few_raters), no unit that both rated (no_pairs), and a rater
/// with one value throughout (constant_rater); 1 where all ratings are the same (one_value). Throws
/// std::invalid_argument for more than two raters and a confidence outside (0, 1).
///
/// Source: Lin, *A concordance correlation coefficient to evaluate reproducibility*, Biometrics
/// 1989; *A note on the concordance correlation coefficient*, Biometrics 2000.
[[nodiscard]] Concordance lin_concordance(const Ratings& ratings, double confidence = 0.95);

/// The overall concordance correlation of any number of raters over the units that all rated:
/// twice the covariances of all pairs, over the sum over all pairs of what stands below the line
/// for two. `observed` and `expected` are the sums over pairs of mean squared differences, as found
/// and if ratings were independent: `1 - observed / expected`. By decree: 0 for one rater
/// (too_few_raters), no unit that all rated (no_pairs), and for raters who each gave one value
/// throughout (constant_rater); 1 where all ratings are the same (one_value).
///
/// Source: Barnhart, Haber & Song, *Overall concordance correlation coefficient for evaluating
/// agreement among multiple observers*, Biometrics 2002.
[[nodiscard]] Coefficient overall_concordance(const Ratings& ratings);

}  // namespace foley::reliability
