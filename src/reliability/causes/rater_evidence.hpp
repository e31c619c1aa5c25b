#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/reliability/ratings.hpp"
#include "numeric_profile.hpp"
#include "tail_sum.hpp"
#include "value_distance.hpp"

namespace foley::reliability {

/// The ratings of the raters who are still trusted, and what they say about one of them. Raters
/// that are left out no longer count as others.
class TrustedRatings {
 public:
  TrustedRatings(const Ratings& ratings, const ValueDistance& distance);

  /// Takes the ratings of a rater out. The raters who shared units with him, ascending.
  std::vector<std::uint32_t> leave_out(std::uint32_t rater);

  /// Number of units shared with others.
  [[nodiscard]] std::size_t shared(std::uint32_t rater) const;
  /// Whether all ratings of shared units are one value, and others' are not.
  [[nodiscard]] bool constant(std::uint32_t rater) const;
  /// Logarithm of the chance that ratings of these units taken at random are all that value.
  [[nodiscard]] double log_chance_constant(std::uint32_t rater) const;

  /// What the rater's values are before they are compared.
  struct Change {
    bool mirror = false;
    double minus = 0.0;
  };
  /// Distances from the others beside those of anyone of the unit; `observed` and `mean` are sums.
  [[nodiscard]] TailSum exchange(std::uint32_t rater, Change change) const;

  /// Relation with the others: a correlation, and the same as a normal deviate.
  struct Relation {
    double size = 0.0;
    double deviate = 0.0;
  };
  [[nodiscard]] Relation relation(std::uint32_t rater) const;

  /// Ratings beside the means of the others, as numbers.
  [[nodiscard]] std::vector<Beside> beside(std::uint32_t rater) const;

 private:
  struct Entry {
    Rating rating;
    double place = 0.0;
    double away = 0.0;  // sum of the distances from the others of the unit
  };
  struct Unit {
    std::vector<Entry> entries;
  };
  [[nodiscard]] const Entry& entry_of(const Unit& unit, std::uint32_t rater) const;
  template <typename Visit>
  void each_shared(std::uint32_t rater, const Visit& visit) const;
  void measure(Unit& unit) const;
  void count_pairs(const Unit& unit);
  void take_pairs(std::uint32_t rater, std::vector<std::int64_t>& pairs) const;
  [[nodiscard]] std::size_t step_of(double distance) const;
  [[nodiscard]] std::vector<double> usual_pairs(std::uint32_t rater, Change change) const;
  [[nodiscard]] double place_of(const Entry& own, Change change) const;
  [[nodiscard]] Relation rising_relation(std::uint32_t rater) const;
  [[nodiscard]] Relation unordered_relation(std::uint32_t rater) const;

  const ValueDistance& distance_;
  std::vector<Unit> units_;
  std::vector<std::vector<std::size_t>> units_of_;
  std::vector<std::int64_t> pairs_;  // of trusted raters, by distance in steps
};

}  // namespace foley::reliability
