#pragma once

#include <cstddef>
#include <cstdint>

#include "foley/stats/reason.hpp"

namespace foley::stats {

/// What the null hypothesis (no difference) is held against, for the difference first minus second.
enum class Alternative : std::uint8_t {
  two_sided,  ///< The systems differ.
  greater,    ///< The first is better.
  less,       ///< The first is worse.
};

/// How a p-value was found.
enum class Method : std::uint8_t {
  exact,        ///< From the distribution under the null hypothesis itself.
  asymptotic,   ///< From a normal distribution that it approaches.
  monte_carlo,  ///< From seeded random draws: (count + 1) / (draws + 1).
};

/// Outcome of a test of two systems over the same topics.
struct TestResult {
  double statistic = 0.0;         ///< What it is, each test says.
  double p = 1.0;                 ///< In (0, 1]; 1 where the data allow no test.
  std::size_t used = 0;           ///< Topics that took part.
  Method method = Method::exact;  ///< How p was found.
  Reason reason = Reason::none;   ///< Why p is 1 by decree.
};

}  // namespace foley::stats
