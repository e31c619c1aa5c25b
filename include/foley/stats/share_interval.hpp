#pragma once

#include <cstddef>

#include "foley/stats/interval.hpp"

namespace foley::stats {

/// Interval of a share, `successes` of `trials`, by Wilson's score: the shares that a normal test
/// of the counts would not reject. Near its nominal coverage on average also for few trials. For no
/// trials the value is 0, the bounds are 0 and 1, and the reason is set. Throws
/// std::invalid_argument for successes > trials and a confidence outside (0, 1).
///
/// Source: Wilson, *Probable inference, the law of succession, and statistical inference*, JASA
/// 1927.
[[nodiscard]] Interval wilson_interval(std::size_t successes, std::size_t trials,
                                       double confidence = 0.95);

/// Interval of a share by Clopper and Pearson: the shares that the exact binomial test would not
/// reject on either side. Covers at least as often as stated. Edge cases and errors as above.
///
/// Source: Clopper & Pearson, *The use of confidence or fiducial limits*, Biometrika 1934.
[[nodiscard]] Interval clopper_pearson_interval(std::size_t successes, std::size_t trials,
                                                double confidence = 0.95);

}  // namespace foley::stats
