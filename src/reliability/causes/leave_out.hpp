#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "coded_units.hpp"
#include "disagreement.hpp"
#include "foley/reliability/coefficient.hpp"

namespace foley::reliability {

/// Alpha of units, of the same without one rater, and of the same without one unit, for any number
/// of units of each kind. Both arguments must outlive it. Safe to ask from several threads.
class LeaveOut {
 public:
  LeaveOut(const CodedUnits& units, const Disagreement& distances, std::size_t raters);

  /// What is worked out once for given numbers of units.
  struct Base {
    std::vector<std::uint64_t> units_of;  ///< By kind.
    std::vector<double> counts;           ///< Ratings by code.
    double units = 0.0;
    double within = 0.0;  ///< Sum over units of squared distances over (size - 1).
    /// The part of each pair of codes in that sum, where distances move with the counts and codes
    /// are few; else empty.
    std::vector<double> pairs;
  };
  /// Prepares numbers of units by kind.
  [[nodiscard]] Base base(std::vector<std::uint64_t> units_of) const;

  /// Alpha of all.
  [[nodiscard]] Coefficient whole(const Base& base) const;
  /// Alpha without a rater.
  [[nodiscard]] Coefficient without_rater(const Base& base, std::size_t rater) const;
  /// Alpha without one of the units of a kind.
  [[nodiscard]] Coefficient without_unit(const Base& base, std::size_t kind) const;
  /// Number of compared ratings of a rater, units of each kind counted once.
  [[nodiscard]] std::span<const std::size_t> ratings_of(std::size_t rater) const {
    return std::span(by_rater_).subspan(rater_begins_[rater],
                                        rater_begins_[rater + 1] - rater_begins_[rater]);
  }

 private:
  struct Left;
  [[nodiscard]] double share(std::size_t kind, const Disagreement::Positions& positions) const;
  [[nodiscard]] double share_without(std::size_t rating, std::size_t kind,
                                     const Disagreement::Positions& positions) const;
  [[nodiscard]] double total_within(const Base& base,
                                    const Disagreement::Positions& positions) const;
  [[nodiscard]] Coefficient finish(const Left& left, double within,
                                   const Disagreement::Positions& positions) const;
  void remember_fixed();

  const CodedUnits& units_;
  const Disagreement& distances_;
  std::size_t codes_ = 0;
  std::vector<std::uint32_t> kind_of_rating_;
  std::vector<std::size_t> rater_begins_;
  std::vector<std::size_t> by_rater_;
  std::vector<double> shares_;          // by kind, of fixed distances
  std::vector<double> shares_without_;  // by rating, of fixed distances
};

}  // namespace foley::reliability
