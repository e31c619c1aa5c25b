#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace foley::reliability {

/// How much two different categories agree. With positions x in [0, 1] from the least to the
/// greatest category, and ranks i of q categories, the disagreement 1 - w before it is scaled:
enum class WeightKind : std::uint8_t {
  identity,   ///< 1: only equal ratings agree.
  linear,     ///< |x - y|
  quadratic,  ///< (x - y)²
  ordinal,    ///< d (d + 1) with d = |i - j|: the pairs of categories in between.
  radical,    ///< √|x - y|
  ratio,      ///< ((a - b) / (a + b))² of the categories themselves, which must not be negative.
  circular,   ///< sin²(π (a - b) / (greatest - least + 1))
  bipolar,    ///< (x - y)² / ((x + y) (2 - x - y))
  custom,     ///< A table of weights.
};

/// `identity`, `linear`, …
[[nodiscard]] std::string_view to_string(WeightKind kind);
/// The kind of that name; nothing for any other text.
[[nodiscard]] std::optional<WeightKind> weight_kind_named(std::string_view name);

/// Weights with what they need to be complete.
struct Weighting {
  WeightKind kind = WeightKind::identity;
  /// The categories, in any order; without it, the values that occur. Categories that nobody used
  /// count for Brennan & Prediger and for Gwet, and as ends of the scale.
  std::optional<std::vector<double>> domain = std::nullopt;
  /// custom: weights in [0, 1], row by row, in the order of the domain as given (without one, of
  /// the values ascending); symmetric, 1 on the diagonal. Taken as they are.
  std::vector<double> table = {};
};

/// The categories of a scale, ascending, with their weights. Except for custom tables, weights are
/// scaled so that the least of them is 0, as it is where categories are equally far apart in
/// Gwet's tables.
///
/// Source: Gwet, *Handbook of Inter-Rater Reliability*, 4th ed. 2014, chapter 3 and appendix.
class CategoryWeights {
 public:
  /// Most categories for kinds that need a table: radical, ratio, circular, bipolar, custom.
  static constexpr std::size_t kMaxTable = 4096;

  /// Weights for ratings whose distinct values are `observed`, ascending. Throws
  /// std::invalid_argument for a value outside the domain, a domain that is empty, repeats or is
  /// not finite, a table that is none (see Weighting), negative categories at ratio, and for more
  /// than kMaxTable categories where a table is needed.
  CategoryWeights(std::vector<double> observed, const Weighting& weighting);

  /// The categories, ascending; codes are places in it.
  [[nodiscard]] std::span<const double> categories() const { return categories_; }
  /// Number of categories, q.
  [[nodiscard]] std::size_t size() const { return categories_.size(); }
  /// The place of a category; size() for any other number.
  [[nodiscard]] std::size_t code_of(double category) const;
  /// 1 - w of two codes.
  [[nodiscard]] double disagreement(std::size_t first, std::size_t second) const;

  /// Disagreement of each of some codes with all of them: `out[i] = Σ_j masses[j] (1 - w(codes[i],
  /// codes[j]))`. Codes ascend, masses are not negative, all three lengths are equal. Takes one
  /// pass for identity, linear, quadratic and ordinal, and a pass a code for the others.
  void disagreements(std::span<const std::uint32_t> codes, std::span<const double> masses,
                     std::span<double> out) const;

  /// Σ over all pairs of categories of 1 - w.
  [[nodiscard]] double total_disagreement() const { return total_; }

 private:
  void fill_table(const Weighting& weighting);
  void take_table(const Weighting& weighting, const std::vector<double>& order);
  void add_up();

  WeightKind kind_;
  std::vector<double> categories_;
  std::vector<double> positions_;  // in [0, 1]
  std::vector<double> table_;      // 1 - w
  double total_ = 0.0;
};

/// All weights of a set of categories, row by row.
[[nodiscard]] std::vector<double> weight_table(const CategoryWeights& weights);

}  // namespace foley::reliability
