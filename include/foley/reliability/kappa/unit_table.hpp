#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/kappa/weights.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// Who gave which category.
struct CodedRating {
  std::uint32_t rater = 0;  ///< As in Ratings.
  std::uint32_t code = 0;   ///< Place of the category.
  /// True for the same rating.
  friend bool operator==(const CodedRating&, const CodedRating&) = default;
};

/// Ratings made ready for coefficients of many samples of the units: what bootstraps, jackknives
/// and leaving out ask for. Units that the same raters rated the same way are one pattern; an
/// evaluation costs a pass over the patterns. Safe to ask from several threads.
class UnitTable {
 public:
  /// One pass over the ratings. Throws what CategoryWeights throws.
  explicit UnitTable(const Ratings& ratings, const Weighting& weighting = {});

  /// The coefficient of all units.
  [[nodiscard]] Coefficient all(CoefficientKind kind) const;
  /// The coefficient of some units, given by place, repetition allowed. The categories are those of
  /// all. Throws std::invalid_argument for a kind that needs two raters where there are more, and
  /// std::out_of_range for a unit that does not exist.
  [[nodiscard]] Coefficient at(CoefficientKind kind, std::span<const std::size_t> units) const;
  /// The coefficient if units_of[i] units had pattern i.
  [[nodiscard]] Coefficient of_patterns(CoefficientKind kind,
                                        std::span<const std::uint64_t> units_of) const;

  /// Number of raters.
  [[nodiscard]] std::size_t raters() const { return by_rater_begins_.size() - 1; }
  /// The categories and their weights.
  [[nodiscard]] const CategoryWeights& weights() const { return weights_; }
  /// The pattern of each unit; patterns are numbered as they first occur.
  [[nodiscard]] std::span<const std::uint32_t> pattern_of() const { return pattern_of_; }
  /// How many units have each pattern.
  [[nodiscard]] std::span<const std::uint64_t> units_of() const { return units_of_; }
  /// The ratings of a pattern, raters ascending; empty for units that nobody rated.
  [[nodiscard]] std::span<const CodedRating> pattern(std::size_t i) const {
    return std::span<const CodedRating>(coded_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }
  /// Mean disagreement 1 - w of two ratings of a pattern; 0 for fewer.
  [[nodiscard]] double within(std::size_t pattern) const { return within_[pattern]; }

  /// A rating of a rater: in which pattern, which category.
  struct Place {
    std::uint32_t pattern = 0;
    std::uint32_t code = 0;
  };
  /// The ratings of a rater, pattern by pattern.
  [[nodiscard]] std::span<const Place> of_rater(std::size_t rater) const {
    return std::span<const Place>(by_rater_).subspan(
        by_rater_begins_[rater], by_rater_begins_[rater + 1] - by_rater_begins_[rater]);
  }

 private:
  // What is found in the pass over the ratings, with codes in the order of their first use.
  struct Found {
    explicit Found(const Ratings& ratings);

    std::vector<double> values;
    std::vector<CodedRating> coded;
    std::vector<std::size_t> begins{0};
    std::vector<std::uint32_t> pattern_of;
    std::vector<std::uint64_t> units_of;
    std::size_t raters = 0;
  };

  UnitTable(Found found, const Weighting& weighting);
  void fill_within();
  void fill_by_rater(std::size_t raters);

  CategoryWeights weights_;
  std::vector<CodedRating> coded_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> pattern_of_;
  std::vector<std::uint64_t> units_of_;
  std::vector<double> within_;
  std::vector<Place> by_rater_;
  std::vector<std::size_t> by_rater_begins_;
};

}  // namespace foley::reliability
