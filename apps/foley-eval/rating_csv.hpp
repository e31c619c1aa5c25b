#pragma once

#include <string>

#include "foley/reliability/rating_table.hpp"

namespace foley::app {

/// The ratings as a long table (RFC 4180): `unit,rater,value`, with `order` and, where there are
/// strata, `stratum`. Labels are written as they are; units without ratings are not in it.
[[nodiscard]] std::string rating_csv(const reliability::RatingTable& table);

}  // namespace foley::app
