#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "foley/stats/interval.hpp"

namespace foley::stats {

/// How topics are resampled.
struct BootstrapOptions {
  std::size_t replicates = 10'000;  ///< At least 2.
  double confidence = 0.95;         ///< In (0, 1).
  std::uint64_t seed = 0;           ///< Replicate r draws from stream r of this seed.
  unsigned threads = 1;             ///< The result has the same bits for any number.
  /// The family of each topic (any labels). Topics of a family are kept or left together, as fits
  /// topics that were made from one another. Empty: each topic by itself.
  std::span<const std::uint32_t> families = {};
};

/// Outcome of a bootstrap. Degenerate data give intervals of one point, the value, with the reason.
struct Bootstrap {
  double value = 0.0;            ///< The statistic of the data; 0 without topics.
  double bias = 0.0;             ///< Mean of the replicates minus the value.
  double standard_error = 0.0;   ///< Standard deviation of the replicates.
  double bias_correction = 0.0;  ///< z0 of BCa.
  double acceleration = 0.0;     ///< a of BCa.
  std::size_t families = 0;      ///< Units that were drawn.
  std::size_t undefined = 0;     ///< Replicates left out because they were not finite.
  Interval percentile;           ///< Quantiles of the replicates.
  Interval bca;                  ///< Bias-corrected and accelerated; see bca_interval.
};

/// Bootstrap over topics of the mean of `values`: each replicate draws as many families as there
/// are, with repetition, and takes the mean over all their topics. Throws std::invalid_argument for
/// values that are not finite, families of another length, under two replicates, a confidence out
/// of range.
///
/// Source: Efron, *Better bootstrap confidence intervals*, JASA 1987; for families, Davison &
/// Hinkley, *Bootstrap Methods and their Application*, 1997, 3.8.
[[nodiscard]] Bootstrap bootstrap_mean(std::span<const double> values,
                                       const BootstrapOptions& options = {});

/// The same for the mean of first - second, topic by topic; throws also for different lengths.
[[nodiscard]] Bootstrap bootstrap_mean_difference(std::span<const double> first,
                                                  std::span<const double> second,
                                                  const BootstrapOptions& options = {});

/// A number made from a sample of topics, given by index and with repetition. Must be safe to call
/// from several threads at once, and must give the same for the same topics.
using TopicStatistic = std::function<double(std::span<const std::size_t> topics)>;

/// The same for any statistic of `topics` topics. Where it is not finite on some replicates (say a
/// correlation of constants), these are left out and counted, and both intervals carry the reason
/// undefined_replicates. Throws std::invalid_argument if it is not finite on the data themselves.
[[nodiscard]] Bootstrap bootstrap_statistic(std::size_t topics, const TopicStatistic& statistic,
                                            const BootstrapOptions& options = {});

/// Percentile interval: the (1-c)/2 and (1+c)/2 quantiles of replicates in ascending order, linear
/// between neighbours (rank (B-1)q from 0). Throws std::invalid_argument for no replicates.
[[nodiscard]] Interval percentile_interval(double value, std::span<const double> ascending,
                                           double confidence);

/// The two corrections of the BCa interval.
struct BcaCorrections {
  double bias = 0.0;          ///< z0: normal quantile of the share of replicates below the value.
  double acceleration = 0.0;  ///< a: a sixth of the skewness of the jackknife values.
  Reason reason = Reason::none;  ///< one_sided_replicates: z0 is infinite; it is given as 0.
};

/// z0 and a from replicates in ascending order and the values of the statistic with one family left
/// out at a time: `z0 = Φ⁻¹((#{r < v} + #{r <= v}) / 2B)`, replicates within rounding of v as equal
/// to it, and `a = Σ(m - j)³ / (6 (Σ(m - j)²)^{3/2})` with the mean m of the j; a = 0 without
/// spread. `repeats` says how often each j counts (families whose absence has the same effect);
/// empty: once. Throws std::invalid_argument for no replicates and for repeats of another length.
[[nodiscard]] BcaCorrections bca_corrections(double value, std::span<const double> ascending,
                                             std::span<const double> jackknife,
                                             std::span<const double> repeats = {});

/// BCa interval: quantiles as of percentile_interval at `Φ(z0 + (z0 + z) / (1 - a (z0 + z)))` for
/// the z of (1-c)/2 and (1+c)/2. The percentile interval, with the reason, where z0 is infinite or
/// the denominator not positive.
[[nodiscard]] Interval bca_interval(double value, std::span<const double> ascending,
                                    const BcaCorrections& corrections, double confidence);

}  // namespace foley::stats
