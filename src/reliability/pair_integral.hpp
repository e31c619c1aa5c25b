#pragma once

#include <span>
#include <vector>

namespace foley::reliability {

/// `Σ n_i n_j (x_i - x_j)² / (x_i + x_j)^power` over all ordered pairs of values x >= 0 with counts
/// n, for power 1 or 2, where 0 / 0 is 0; to 1e-13 of its size. Time grows with the number of
/// values, not with its square.
///
/// A pair is an integral, `1 / s^p = ∫ t^(p-1) e^(-t s) dt` over t > 0, and for each t the sum over
/// all pairs is twice the variance of x under the weights n e^(-t x), times their sum squared: one
/// pass. In log t the integrand is analytic in a strip and falls off exponentially on the left and
/// faster on the right, so that the trapezoid rule converges exponentially.
///
/// Source: Trefethen & Weideman, *The exponentially convergent trapezoidal rule*, SIAM Review 2014.
class PairIntegral {
 public:
  /// The values of all sums to come.
  PairIntegral(std::vector<double> values, int power);

  /// The sum for these counts, one a value. Safe to ask from several threads.
  [[nodiscard]] double sum(std::span<const double> counts) const;

 private:
  [[nodiscard]] double decay(std::size_t node, std::size_t value) const;

  std::vector<double> values_;
  int power_;
  std::vector<double> nodes_;   // t
  std::vector<double> decays_;  // e^(-t x), node by node; empty where that is too much to keep
};

}  // namespace foley::reliability
