#pragma once

#include <optional>
#include <string>
#include <vector>

#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"
#include "foley/report/agreement_parts.hpp"

namespace foley::app {

/// Coefficients beside alpha that fit the level and the number of raters: a few, or every one.
/// Kappas have the weights of the level. Without a confidence there are no intervals. Ratings must
/// fit the scale; `counts` are theirs.
[[nodiscard]] std::vector<report::NamedCoefficient> coefficients_of(
    const reliability::Ratings& ratings, const reliability::AgreementCounts& counts,
    const reliability::Scale& scale, bool every, std::optional<double> confidence);

/// The distinct values of ratings, ascending.
[[nodiscard]] std::vector<double> distinct_values(const reliability::Ratings& ratings);

}  // namespace foley::app
