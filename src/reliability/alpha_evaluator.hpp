#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"

namespace foley::reliability {

class Disagreement;

/// Alpha of compared ratings from sums: their number by code, and `within`, the sum over units of
/// the distances within the unit, over one less than its ratings. Edge cases as
/// krippendorff_alpha; `positions` are those of the counts.
[[nodiscard]] Coefficient alpha_from_sums(const Disagreement& disagreement,
                                          const std::vector<double>& positions,
                                          std::span<const double> counts, std::uint64_t units,
                                          double within);

/// Alpha of the patterns of counts, for any number of units a pattern: what resampling and leaving
/// out ask for again and again. The counts must outlive it. Safe to ask from several threads.
class AlphaEvaluator {
 public:
  /// Throws what krippendorff_alpha throws.
  AlphaEvaluator(const AgreementCounts& counts, const Scale& scale);
  AlphaEvaluator(const AlphaEvaluator&) = delete;
  AlphaEvaluator& operator=(const AlphaEvaluator&) = delete;
  ~AlphaEvaluator();

  /// Alpha if units_of[i] units had received pattern i; edge cases as krippendorff_alpha.
  [[nodiscard]] Coefficient at(std::span<const std::uint64_t> units_of) const;

 private:
  const AgreementCounts& counts_;
  std::unique_ptr<const Disagreement> disagreement_;
  std::vector<double> within_;  // by pattern, where it does not depend on the counts
};

}  // namespace foley::reliability
