#pragma once

#include "foley/stats/reason.hpp"

namespace foley::stats {

/// An estimate and the range that holds the true value with the stated confidence.
struct Interval {
  double value = 0.0;            ///< The estimate.
  double low = 0.0;              ///< Lower bound.
  double high = 0.0;             ///< Upper bound.
  double confidence = 0.95;      ///< Nominal coverage, in (0, 1).
  Reason reason = Reason::none;  ///< If set, what is wrong with the bounds; see each function.
};

}  // namespace foley::stats
