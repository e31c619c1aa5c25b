#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace foley::reliability {

/// A table of ratings, raters x units, where NaN is a rating that is missing. A view: the numbers
/// must outlive it. Steps between neighbours are free, so that a transposed or sliced table needs
/// no copy.
class RatingMatrix {
 public:
  /// `values` holds the rows of the raters one after the other. Throws std::invalid_argument unless
  /// its length is raters * units.
  RatingMatrix(std::span<const double> values, std::size_t raters, std::size_t units);

  /// The rating of unit u by rater r stands at `first[r * rater_step + u * unit_step]`.
  RatingMatrix(const double* first, std::size_t raters, std::size_t units,
               std::ptrdiff_t rater_step, std::ptrdiff_t unit_step)
      : first_(first),
        raters_(raters),
        units_(units),
        rater_step_(rater_step),
        unit_step_(unit_step) {}

  /// Number of rows.
  [[nodiscard]] std::size_t raters() const { return raters_; }
  /// Number of columns.
  [[nodiscard]] std::size_t units() const { return units_; }
  /// One rating; NaN where there is none.
  [[nodiscard]] double at(std::size_t rater, std::size_t unit) const {
    return row(rater)[static_cast<std::ptrdiff_t>(unit) * unit_step_];
  }
  /// The first rating of a rater; the next one is unit_step() further.
  [[nodiscard]] const double* row(std::size_t rater) const {
    return first_ + static_cast<std::ptrdiff_t>(rater) * rater_step_;
  }
  /// Distance between a rater's ratings of neighbouring units, in numbers.
  [[nodiscard]] std::ptrdiff_t unit_step() const { return unit_step_; }

 private:
  const double* first_;
  std::size_t raters_;
  std::size_t units_;
  std::ptrdiff_t rater_step_;
  std::ptrdiff_t unit_step_;
};

/// A rating that was given.
struct Rating {
  double value = 0.0;       ///< Finite.
  std::uint32_t rater = 0;  ///< Who gave it.
  std::uint32_t order = 0;  ///< When: place among all ratings, or any rising number.
};

/// Ratings by unit, without the missing ones: small also where many raters saw a few units each.
class Ratings {
 public:
  /// No unit, and as many raters.
  explicit Ratings(std::size_t raters) : raters_(raters) {}

  /// The ratings of a table; the order of a rater's ratings is that of the units. Throws
  /// std::invalid_argument for an infinite rating.
  [[nodiscard]] static Ratings of(const RatingMatrix& matrix);

  /// Adds the next unit. Throws std::invalid_argument for a value that is not finite, a rater that
  /// is not below raters(), and two ratings by one rater.
  void add_unit(std::span<const Rating> ratings);

  /// Number of raters, those without any rating among them.
  [[nodiscard]] std::size_t raters() const { return raters_; }
  /// Number of units.
  [[nodiscard]] std::size_t units() const { return begins_.size() - 1; }
  /// Number of ratings.
  [[nodiscard]] std::size_t size() const { return ratings_.size(); }
  /// The ratings of a unit, raters ascending; empty for one that nobody rated.
  [[nodiscard]] std::span<const Rating> of(std::size_t unit) const {
    return std::span<const Rating>(ratings_).subspan(begins_[unit],
                                                     begins_[unit + 1] - begins_[unit]);
  }

 private:
  std::size_t raters_;
  std::vector<std::size_t> begins_{0};
  std::vector<Rating> ratings_;
};

}  // namespace foley::reliability
