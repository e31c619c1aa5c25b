#pragma once

#include <memory>
#include <span>
#include <utility>

#include "disagreement.hpp"

namespace foley::reliability {

// Distances that no positions of the values explain, pair by pair. Throw std::invalid_argument as
// krippendorff_alpha says.

/// ((c - k) / (c + k))², and 0 for two zeros.
[[nodiscard]] std::unique_ptr<const Disagreement> ratio_distances(std::span<const double> values);

/// (c - k)² / ((c + k - 2 low) (2 high - c - k)), and 0 for equal values.
[[nodiscard]] std::unique_ptr<const Disagreement> bipolar_distances(
    std::span<const double> values, std::pair<double, double> poles);

/// Those of a table.
[[nodiscard]] std::unique_ptr<const Disagreement> custom_distances(std::span<const double> values,
                                                                   const Scale& scale);

}  // namespace foley::reliability
