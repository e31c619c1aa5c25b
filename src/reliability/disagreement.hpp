#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "foley/reliability/level.hpp"

namespace foley::reliability {

/// The squared distances of a scale, summed over pairs. Values go by their codes, places in an
/// ascending list; distances may have a common factor.
class Disagreement {
 public:
  /// What distances depend on besides the values: positions by code, where there are any.
  using Positions = std::vector<double>;

  Disagreement() = default;
  Disagreement(const Disagreement&) = delete;
  Disagreement& operator=(const Disagreement&) = delete;
  virtual ~Disagreement() = default;

  /// The positions for ratings with these counts by code.
  [[nodiscard]] virtual Positions positions(std::span<const double> counts) const;
  /// Whether positions are the same for any counts.
  [[nodiscard]] virtual bool fixed() const { return true; }
  /// Sum over all ordered pairs of the codes, ascending, of one unit; exactly 0 for equal ones.
  [[nodiscard]] virtual double within(std::span<const std::uint32_t> codes,
                                      const Positions& positions) const = 0;
  /// Sum over all ordered pairs of all ratings.
  [[nodiscard]] virtual double between(std::span<const double> counts,
                                       const Positions& positions) const = 0;
  /// What a distance is to be multiplied with.
  [[nodiscard]] virtual double factor() const { return 1.0; }
};

/// The distances of a scale between these values, ascending. Throws what krippendorff_alpha throws.
[[nodiscard]] std::unique_ptr<const Disagreement> disagreement_of(std::span<const double> values,
                                                                  const Scale& scale);

}  // namespace foley::reliability
