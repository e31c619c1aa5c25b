#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// All that coefficients of interchangeable raters need to know of ratings: which multisets of
/// values units received (patterns), and how many units received each. Units with one rating are
/// counted and left out: nothing can be compared with them.
///
/// Counts of separate units add up (merge), in any order and grouping, to the counts of all of
/// them, and a coefficient made from them has the same bits.
class AgreementCounts {
 public:
  /// Counts nothing.
  AgreementCounts() = default;

  /// The counts of a table. Throws std::invalid_argument for an infinite rating.
  [[nodiscard]] static AgreementCounts of(const RatingMatrix& matrix);
  /// The counts of ratings by unit.
  [[nodiscard]] static AgreementCounts of(const Ratings& ratings);

  /// Adds the counts of other units.
  void merge(const AgreementCounts& other);

  /// Distinct values of the compared ratings, ascending. Patterns name them by place (code).
  [[nodiscard]] std::span<const double> values() const { return values_; }
  /// Number of different patterns.
  [[nodiscard]] std::size_t patterns() const { return units_of_.size(); }
  /// The codes of a pattern, ascending, two or more; patterns are in lexicographic order.
  [[nodiscard]] std::span<const std::uint32_t> pattern(std::size_t i) const {
    return std::span<const std::uint32_t>(codes_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }
  /// How many units received each pattern.
  [[nodiscard]] std::span<const std::uint64_t> units_of() const { return units_of_; }

  /// Units with two or more ratings.
  [[nodiscard]] std::uint64_t units() const { return units_; }
  /// Their ratings.
  [[nodiscard]] std::uint64_t ratings() const { return ratings_; }
  /// Units with one rating.
  [[nodiscard]] std::uint64_t lone_ratings() const { return lone_ratings_; }

  /// The counts as bytes, the same on any machine, with a checksum.
  [[nodiscard]] std::string to_bytes() const;
  /// The counts in such bytes; bytes that are anything else are an error.
  [[nodiscard]] static Result<AgreementCounts> from_bytes(std::string_view bytes,
                                                          const std::string& source);

  /// True for the same counts.
  friend bool operator==(const AgreementCounts&, const AgreementCounts&) = default;

 private:
  friend class CountsBuilder;

  std::vector<double> values_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::size_t> begins_{0};
  std::vector<std::uint64_t> units_of_;
  std::uint64_t units_ = 0;
  std::uint64_t ratings_ = 0;
  std::uint64_t lone_ratings_ = 0;
};

}  // namespace foley::reliability
