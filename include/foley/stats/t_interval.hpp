#pragma once

#include <span>

#include "foley/stats/interval.hpp"

namespace foley::stats {

/// The mean with its t-interval, `mean ± t(1 - (1-c)/2; n - 1) · sd / √n`. Without data the value
/// is 0; without data, with one value, and for values all the same, both bounds are the value and
/// the reason is set. Throws std::invalid_argument for values that are not finite and for a
/// confidence outside (0, 1).
[[nodiscard]] Interval t_interval(std::span<const double> values, double confidence = 0.95);

/// The same for the mean of first - second, topic by topic; throws also for different lengths.
[[nodiscard]] Interval t_interval_of_difference(std::span<const double> first,
                                                std::span<const double> second,
                                                double confidence = 0.95);

}  // namespace foley::stats
