#pragma once

#include <cstddef>
#include <vector>

#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/planning.hpp"

namespace foley::reliability {

/// The law of a unit's ratings where they are assumed.
class AssumedUnits {
 public:
  /// Throws as plan_from_shares.
  AssumedUnits(const AssumedRatings& assumed, const Scale& scale);

  /// The expected disagreement, in units of the scale's own.
  [[nodiscard]] double expected() const { return expected_; }
  /// The chance that two independent ratings differ.
  [[nodiscard]] double chance_to_differ() const;
  /// The variance of alpha over n units, times n, as n grows.
  [[nodiscard]] double variance() const;

  /// Whether there are few enough different units to list them.
  [[nodiscard]] bool can_be_listed() const;
  /// All different units, once each, and their chances.
  struct Patterns {
    AgreementCounts counts;
    std::vector<double> chances;
  };
  [[nodiscard]] Patterns patterns() const;

 private:
  std::vector<double> values_;  // those with a share
  std::vector<double> shares_;  // of sum 1
  double alpha_;
  std::size_t raters_;
  double expected_ = 0.0;
  double variance_of_distance_ = 0.0;  // Var(d)
  double variance_of_mean_ = 0.0;      // Var(g)
};

}  // namespace foley::reliability
