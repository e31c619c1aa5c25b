#pragma once

#include <cstddef>

namespace foley::stats {

// Distribution functions for the tests and intervals of this project. All throw
// std::invalid_argument for NaN and for parameters outside their range, and return a number for
// everything else: probabilities are clamped to [0, 1]; quantiles of 0 and 1 are the ends of the
// support, which may be infinite. `sf` is the upper tail, 1 - cdf without its rounding.

/// P(Z <= x) of the standard normal distribution.
[[nodiscard]] double normal_cdf(double x);
/// P(Z > x) of the standard normal distribution.
[[nodiscard]] double normal_sf(double x);
/// The x with P(Z <= x) = p, for p in [0, 1].
[[nodiscard]] double normal_quantile(double p);

/// P(T <= t) of Student's t with `df` > 0 degrees of freedom.
[[nodiscard]] double student_t_cdf(double t, double df);
/// P(T > t) of Student's t with `df` > 0 degrees of freedom.
[[nodiscard]] double student_t_sf(double t, double df);
/// The t with P(T <= t) = p, for p in [0, 1].
[[nodiscard]] double student_t_quantile(double p, double df);

/// P(T <= t) of the noncentral t with `df` > 0 degrees of freedom and noncentrality `delta`;
/// good to 1e-9 in absolute terms, and to 1e-8 where |delta| > 10^4.
[[nodiscard]] double noncentral_t_cdf(double t, double df, double delta);
/// P(T > t) of the noncentral t.
[[nodiscard]] double noncentral_t_sf(double t, double df, double delta);

/// P(F > x) of Fisher's F with `df1`, `df2` > 0 degrees of freedom.
[[nodiscard]] double fisher_f_sf(double x, double df1, double df2);
/// The x with P(F <= x) = p, for p in [0, 1].
[[nodiscard]] double fisher_f_quantile(double p, double df1, double df2);

/// P(X > x) of chi-squared with `df` > 0 degrees of freedom.
[[nodiscard]] double chi_squared_sf(double x, double df);
/// The x with P(X <= x) = p, for p in [0, 1].
[[nodiscard]] double chi_squared_quantile(double p, double df);

/// The x in [0, 1] with P(X <= x) = p of the beta distribution with shapes `a`, `b` > 0.
[[nodiscard]] double beta_quantile(double p, double a, double b);

/// P(X <= successes) of `trials` draws with chance `p` each; 1 for successes >= trials.
[[nodiscard]] double binomial_cdf(std::size_t successes, std::size_t trials, double p);

/// Γ(x) / Γ(x + delta), for x > 0 and x + delta > 0, without overflow on the way.
[[nodiscard]] double gamma_ratio(double x, double delta);

}  // namespace foley::stats
