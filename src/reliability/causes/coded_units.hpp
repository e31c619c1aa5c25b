#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// What makes two units the same kind.
enum class SameKind : std::uint8_t {
  values,             ///< The same values, whoever gave them.
  values_and_raters,  ///< The same values by the same raters.
};

/// Units with two or more ratings, values as codes (places among the values), those of the same
/// kind held once.
class CodedUnits {
 public:
  /// `values` are those that the compared ratings have, ascending.
  CodedUnits(const Ratings& ratings, std::span<const double> values, SameKind same);

  /// Numbers of the units in the table, ascending.
  [[nodiscard]] std::span<const std::size_t> units() const { return units_; }
  /// The kind of each of them.
  [[nodiscard]] std::span<const std::uint32_t> kind_of() const { return kind_of_; }
  /// Number of kinds.
  [[nodiscard]] std::size_t kinds() const { return begins_.size() - 1; }
  /// Where the ratings of a kind begin among those of all kinds.
  [[nodiscard]] std::size_t begin(std::size_t kind) const { return begins_[kind]; }
  /// Number of ratings of a unit of this kind.
  [[nodiscard]] std::size_t size(std::size_t kind) const {
    return begins_[kind + 1] - begins_[kind];
  }
  /// Codes in the order of raters.
  [[nodiscard]] std::span<const std::uint32_t> codes(std::size_t kind) const {
    return std::span(codes_).subspan(begins_[kind], size(kind));
  }
  /// The same ascending.
  [[nodiscard]] std::span<const std::uint32_t> ascending(std::size_t kind) const {
    return std::span(ascending_).subspan(begins_[kind], size(kind));
  }
  /// Raters, ascending; of one unit of the kind where kinds go by values.
  [[nodiscard]] std::span<const std::uint32_t> raters(std::size_t kind) const {
    return std::span(raters_).subspan(begins_[kind], size(kind));
  }
  /// How many units are of each kind.
  [[nodiscard]] std::vector<std::uint64_t> units_of_kinds() const;

 private:
  std::vector<std::size_t> units_;
  std::vector<std::uint32_t> kind_of_;
  std::vector<std::size_t> begins_{0};
  std::vector<std::uint32_t> codes_;
  std::vector<std::uint32_t> ascending_;
  std::vector<std::uint32_t> raters_;
};

}  // namespace foley::reliability
