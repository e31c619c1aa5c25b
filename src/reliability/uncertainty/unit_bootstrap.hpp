#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "alpha_evaluator.hpp"
#include "foley/stats/multinomial.hpp"

namespace foley::reliability {

/// Mean and standard deviation of replicates; the latter exactly 0 where all are the same.
struct Spread {
  double mean = 0.0;
  double sd = 0.0;
};
/// Of one replicate or more in ascending order.
[[nodiscard]] Spread spread_of(std::span<const double> ascending);

/// Alpha of drawn units: the replicates in ascending order, and how many drew one value only.
struct UnitBootstrap {
  std::vector<double> ascending;
  std::size_t without_meaning = 0;
};

/// Draws `units` units a replicate, each with the pattern that the law gives it.
[[nodiscard]] UnitBootstrap unit_bootstrap(const stats::Multinomial& law,
                                           const AlphaEvaluator& evaluator, std::uint64_t units,
                                           std::size_t replicates, std::uint64_t seed,
                                           unsigned threads);

}  // namespace foley::reliability
