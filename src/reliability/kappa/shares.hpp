#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/reliability/kappa/unit_table.hpp"
#include "kappa/chance.hpp"

namespace foley::reliability {

/// Shares of categories over all: the mean, over `units` units that take part, of a unit's shares.
[[nodiscard]] std::vector<double> pooled_shares(const UnitTable& table, CoefficientKind kind,
                                                std::span<const std::uint64_t> units_of,
                                                double units);

/// A rater's shares of the categories that the rater used, in ascending order.
struct RaterShares {
  std::vector<std::uint32_t> codes;
  std::vector<double> shares;
  std::vector<double> disagreements;  // of each code with all of them
  double ratings = 0.0;
};

/// Makes the shares of one rater after the other in memory that is used again.
class RaterSharesMaker {
 public:
  RaterSharesMaker(const UnitTable& table, CoefficientKind kind)
      : table_(table), kind_(kind), masses_(table.weights().size(), 0.0) {}

  /// The shares if units_of[i] units had pattern i; valid until the next call.
  const RaterShares& of(std::size_t rater, std::span<const std::uint64_t> units_of);

 private:
  const UnitTable& table_;
  CoefficientKind kind_;
  std::vector<double> masses_;
  RaterShares result_;
};

/// Disagreement of each category with shares over all categories.
[[nodiscard]] std::vector<double> disagreement_with(const CategoryWeights& weights,
                                                    std::span<const double> shares);

/// Σ a_i b_i.
[[nodiscard]] double dot(std::span<const double> a, std::span<const double> b);

}  // namespace foley::reliability
