#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"
#include "foley/stats/interval.hpp"

namespace foley::reliability {

/// How the intervals of rater influence are made.
struct InfluenceOptions {
  std::size_t replicates = 1000;  ///< Bootstrap replicates; 0 makes no intervals.
  double confidence = 0.95;       ///< In (0, 1).
  std::uint64_t seed = 0;         ///< Replicate i draws from stream i of this seed.
  unsigned threads = 1;           ///< The result has the same bits for any number.
};

/// What a rater does to alpha.
struct RaterInfluence {
  std::uint32_t rater = 0;
  std::size_t ratings = 0;   ///< Ratings the rater gave.
  std::size_t compared = 0;  ///< Those on units that others rated too.
  Coefficient without;       ///< Alpha of all the other raters.
  /// Alpha without the rater minus alpha with: above 0, the rater lowers agreement. 0 with the
  /// reason where either alpha is one by decree.
  double delta = 0.0;
  /// Percentile interval of delta. One point, with the reason, where there are no replicates or
  /// under two units; undefined_replicates where an alpha was one by decree on some replicates,
  /// which are left out.
  stats::Interval interval;
  Reason reason = Reason::none;  ///< Why delta is 0 by decree.
};

/// Alpha with all raters, and what each does to it.
struct LeaveOneRaterOut {
  Coefficient with;
  std::vector<RaterInfluence> raters;  ///< By number of the rater.
};

/// Krippendorff's alpha without each rater in turn. What the scale takes from the data (domain,
/// circumference, poles) is taken from all ratings once; the ranks of ordinal distances are those
/// of the ratings that are left. Only the units that a rater touched are looked at again, so that
/// all raters together take about as long as one alpha per distinct value of the scale.
///
/// The intervals resample units that have two ratings or more; both alphas of a replicate are of
/// the same draw. Throws what krippendorff_alpha throws, and std::invalid_argument for a confidence
/// outside (0, 1).
///
/// Source: influence as in Hughes, *krippendorffsalpha: an R package for measuring agreement using
/// Krippendorff's alpha coefficient*, R Journal 2021; Cook, *Detection of influential observation
/// in linear regression*, Technometrics 1977.
[[nodiscard]] LeaveOneRaterOut leave_one_rater_out(const Ratings& ratings, const Scale& scale = {},
                                                   const InfluenceOptions& options = {});

}  // namespace foley::reliability
