#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/reliability/agreement_counts.hpp"
#include "hash_index.hpp"

namespace foley::reliability {

/// Patterns as they were found: values in any order, codes and patterns too, patterns of one rating
/// and of none among them.
struct FoundPatterns {
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  std::vector<std::size_t> begins{0};
  std::vector<std::uint64_t> units_of;

  [[nodiscard]] std::size_t size() const { return units_of.size(); }
  [[nodiscard]] std::span<std::uint32_t> pattern(std::size_t i) {
    return std::span<std::uint32_t>(codes).subspan(begins[i], begins[i + 1] - begins[i]);
  }
};

/// Makes counts from units one by one, or from patterns found elsewhere.
class CountsBuilder {
 public:
  /// Adds a unit with these ratings; none may be NaN. Throws std::invalid_argument for an infinite
  /// one.
  void add(std::span<const double> ratings);

  /// The counts of all units added; the builder is spent.
  [[nodiscard]] AgreementCounts finish() { return assemble(std::move(found_)); }

  /// Counts from different patterns: sorted, without what cannot be compared.
  [[nodiscard]] static AgreementCounts assemble(FoundPatterns found);

  /// Patterns of counts under codes for a larger list of values.
  [[nodiscard]] static AgreementCounts merged(const AgreementCounts& first,
                                              const AgreementCounts& second);

  /// Counts read back: checks all that the class promises; false if it does not hold.
  [[nodiscard]] static bool restore(FoundPatterns found, std::uint64_t lone_ratings,
                                    AgreementCounts& counts);

 private:
  [[nodiscard]] std::uint32_t code_of(double value);

  FoundPatterns found_;
  HashIndex values_;
  HashIndex patterns_;
  std::vector<std::uint32_t> scratch_;
};

}  // namespace foley::reliability
