#pragma once

#include <cstddef>
#include <vector>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// What a unit does to alpha.
struct UnitInfluence {
  std::size_t unit = 0;
  std::size_t ratings = 0;
  Coefficient without;  ///< Alpha of all the other units.
  /// Alpha without the unit minus alpha with: above 0, the unit lowers agreement. 0 with the reason
  /// where either alpha is one by decree.
  double delta = 0.0;
  Reason reason = Reason::none;  ///< Why delta is 0 by decree.
};

/// Alpha with all units, and what each does to it.
struct LeaveOneUnitOut {
  Coefficient with;
  std::vector<UnitInfluence> units;  ///< Greatest size of delta first, then by number.
};

/// Krippendorff's alpha without each unit of two ratings or more in turn; units with the same
/// values are worked out once. The scale is taken from all ratings, as for raters. Throws what
/// krippendorff_alpha throws.
///
/// Source: as leave_one_rater_out.
[[nodiscard]] LeaveOneUnitOut leave_one_unit_out(const Ratings& ratings, const Scale& scale = {},
                                                 unsigned threads = 1);

/// A unit on which raters differ.
struct DisputedUnit {
  std::size_t unit = 0;
  double distance = 0.0;  ///< Mean squared distance of two of its ratings.
  /// The same divided by the disagreement expected by chance: 1 is a unit rated at random. 0 where
  /// all ratings are the same value.
  double relative = 0.0;
  std::vector<Rating> ratings;  ///< Raters ascending.
};

/// The `most` units with the greatest mean squared distance of two ratings, greatest first, then by
/// number; units on which all agree are not among them. Throws what krippendorff_alpha throws.
[[nodiscard]] std::vector<DisputedUnit> most_disputed_units(const Ratings& ratings,
                                                            std::size_t most,
                                                            const Scale& scale = {});

}  // namespace foley::reliability
