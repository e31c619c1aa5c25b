#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"
#include "foley/stats/interval.hpp"

namespace foley::reliability {

/// A ratio or coefficient of a profile: 0 by decree where there is a reason.
struct ProfileNumber {
  double value = 0.0;
  Reason reason = Reason::none;
};

/// How a rater's difference from the others moves while rating.
struct Drift {
  /// Change of (rating - mean of the others) from the first rating to the last, by least squares
  /// over the rank of the rater's own order, with its t-interval.
  stats::Interval slope;
  double p = 1.0;                ///< Two-sided, of no drift; 1 where there is a reason.
  Reason reason = Reason::none;  ///< too_few_units: under three units, or all at the same time.
};

/// What is known of a rater whose ratings are numbers that rise, on units others rated too.
struct NumericProfile {
  /// Mean of (rating - mean of the others' ratings of that unit), with its t-interval.
  stats::Interval bias;
  /// Standard deviation of the rater's ratings over that of all the others' ratings of the same
  /// units: below 1, the rater uses less of the scale. too_few_units under two units; one_value
  /// where the others gave one value.
  ProfileNumber spread;
  Drift drift;
  /// Pearson's correlation with the mean of the others. too_few_units under two units;
  /// constant_rater where either side is constant.
  ProfileNumber pearson;
  /// Spearman's, with mean ranks for ties; the same reasons.
  ProfileNumber spearman;
  /// Least-squares slope of the ratings on the mean of the others: 1 tells units apart as the
  /// others do, 0 not at all, below 0 the wrong way round. 0 for a constant rater, with the reason.
  ProfileNumber discrimination;
};

/// One rater beside the others.
struct RaterProfile {
  std::uint32_t rater = 0;
  std::size_t ratings = 0;       ///< Ratings given.
  std::size_t compared = 0;      ///< Those on units that others rated too.
  double most_used = 0.0;        ///< The value given most often, the least of several.
  double most_used_share = 0.0;  ///< Its share of the ratings given: 1 for a constant clicker.
  /// Chance-corrected agreement with the others, `1 - D_o / D_e`: D_o the mean squared distance of
  /// the rating from the others' ratings of the unit, D_e that of the rater's ratings from the
  /// others' ratings of all these units. Units weigh the same. 0 for ratings that have nothing to
  /// do with the unit; 0 by decree for a constant rater and where nobody shares a unit, 1 by decree
  /// where all these ratings are one value.
  Coefficient with_others;
  /// Mean of Krippendorff's alpha with each other rater who shares a unit, as far as it is not one
  /// by decree. 0 with the reason where there is none.
  ProfileNumber pairwise_alpha;
  std::size_t partners = 0;  ///< Raters in that mean.
  /// Only at levels whose values rise: ordinal, interval, ratio, bipolar.
  std::optional<NumericProfile> numbers;
};

/// The profiles of all raters, by number. Time grows with the ratings, and for pairwise_alpha with
/// the pairs of ratings of the same unit. Throws what krippendorff_alpha throws, and
/// std::invalid_argument for a confidence outside (0, 1).
///
/// Source: agreement of one with a group as in Vanbelle & Albert, *Agreement between an isolated
/// rater and a group of raters*, Statistica Neerlandica 2009.
[[nodiscard]] std::vector<RaterProfile> rater_profiles(const Ratings& ratings,
                                                       const Scale& scale = {},
                                                       double confidence = 0.95,
                                                       unsigned threads = 1);

}  // namespace foley::reliability
