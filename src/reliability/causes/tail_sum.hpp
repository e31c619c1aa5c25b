#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace foley::reliability {

/// The upper tail of a sum of independent numbers, each equally likely to be any of a few.
class TailSum {
 public:
  /// Adds a number that may be any of `possible` and was `observed`, which is among them or not.
  void add(std::span<const double> possible, double observed);

  /// How far up the observed sum is.
  struct Tail {
    double deviate = 0.0;  ///< Signed root of twice the log likelihood ratio; 0 below the mean.
    double log_p = 0.0;    ///< Natural logarithm of P(sum >= observed).
  };
  [[nodiscard]] Tail tail() const;

  /// Sum of what was observed.
  [[nodiscard]] double observed() const { return observed_; }
  /// Sum of the means.
  [[nodiscard]] double mean() const { return mean_; }

 private:
  struct Cumulants {
    double value = 0.0;
    double slope = 0.0;
    double curvature = 0.0;
  };
  [[nodiscard]] Cumulants at(double tilt) const;

  std::vector<std::size_t> begins_{0};
  std::vector<double> above_;  // possible minus observed
  double observed_ = 0.0;
  double mean_ = 0.0;
  double size_ = 0.0;
};

}  // namespace foley::reliability
