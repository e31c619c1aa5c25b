#pragma once

#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// Krippendorff's alpha, `1 - D_o / D_e`: 1 is perfect agreement, 0 what chance gives, below 0
/// disagreement by system. For any number of raters, with ratings missing: units with fewer than
/// two ratings are left out.
///
/// `observed` and `expected` are the disagreements, mean squared distances of the scale within
/// units and between all ratings. The value is 1 by decree, with the reason, where no unit has two
/// ratings and where all compared ratings are the same (D_e = 0).
///
/// Throws std::invalid_argument for a value of a compared rating outside scale.domain, an infinite
/// rating, a negative value at ratio level, a value beyond the poles, a circumference that is not
/// positive, a table of distances that is none (see Scale), sums beyond the range of double.
///
/// Source: Krippendorff, *Computing Krippendorff's alpha-reliability*, 2011; Hayes & Krippendorff,
/// *Answering the call for a standard reliability measure for coding data*, 2007.
[[nodiscard]] Coefficient krippendorff_alpha(const AgreementCounts& counts,
                                             const Scale& scale = {});
/// The same from a table.
[[nodiscard]] Coefficient krippendorff_alpha(const RatingMatrix& matrix, const Scale& scale = {});

/// The share of pairs of ratings of the same unit that are equal: `value` and `observed`. Not
/// corrected for chance. 0 by decree, with the reason, where no unit has two ratings.
[[nodiscard]] Coefficient percent_agreement(const AgreementCounts& counts);
/// The same from a table.
[[nodiscard]] Coefficient percent_agreement(const RatingMatrix& matrix);

}  // namespace foley::reliability
