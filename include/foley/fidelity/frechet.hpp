#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/fidelity/gaussian_fit.hpp"

namespace foley::fidelity {

/// What makes a Fréchet distance of a set mean little.
enum class FrechetWarning : std::uint8_t {
  identical_rows,         ///< All rows are the same: silence, or a broken embedder.
  fewer_than_dimensions,  ///< n < d: most of the covariance is unknown; biased by far.
  few_samples,            ///< n < 10 d: biased upwards; compare at equal n or extrapolate.
  rank_deficient,         ///< Some directions have no spread although n > d.
  ill_conditioned,        ///< Largest by smallest eigenvalue beyond 1e10.
  constant_columns,       ///< Numbers that never change.
};

/// The warning as a sentence about a set of n rows and d dimensions.
[[nodiscard]] std::string to_sentence(FrechetWarning warning, const GaussianFit& fit);

/// How far a set can carry a Fréchet distance.
struct SetHealth {
  std::uint64_t count = 0;               ///< Rows.
  std::size_t dimension = 0;             ///< Numbers a row.
  double samples_per_dimension = 0.0;    ///< n / d.
  std::size_t rank = 0;                  ///< Of the covariance.
  std::optional<double> condition;       ///< Largest by smallest eigenvalue beyond rounding.
  std::size_t constant_columns = 0;      ///< Numbers that never change.
  std::vector<FrechetWarning> warnings;  ///< Most serious first.
};

/// The health of a fit.
[[nodiscard]] SetHealth health_of(const GaussianFit& fit);

/// A Fréchet distance and its terms.
struct FrechetDistance {
  double value = 0.0;            ///< |mean difference|^2 + traces - 2 overlap; never negative.
  double mean_term = 0.0;        ///< |mean difference|^2.
  double trace_reference = 0.0;  ///< Trace of the reference's covariance.
  double trace_generated = 0.0;  ///< Trace of the generated set's covariance.
  double overlap = 0.0;          ///< Trace of (Sr^1/2 Sg Sr^1/2)^1/2.
  SetHealth reference;           ///< What the reference can carry.
  SetHealth generated;           ///< What the generated set can carry.
};

/// The (squared) Fréchet distance of two Gaussians, |mr - mg|^2 + tr(Sr + Sg - 2 (Sr Sg)^1/2),
/// known as FAD over audio embeddings. The trace of the root is the sum of the singular values of
/// Fr Fg^T (F: factor of a covariance): float64, never complex, and exact to rounding also where
/// samples are fewer than dimensions. A value below 0 can only be rounding and is given as 0. The
/// two fits may come from any number of rows. Zero dimensions give 0. Throws std::invalid_argument
/// for different dimensions.
///
/// Source: Dowson & Landau, *The Fréchet distance between multivariate normal distributions*, 1982;
/// Kilgour et al., *Fréchet Audio Distance*, Interspeech 2019.
[[nodiscard]] FrechetDistance frechet_distance(const GaussianFit& reference,
                                               const GaussianFit& generated);

/// The same of two sets of rows. Throws std::invalid_argument also for fewer than two rows in
/// either and for unusable numbers, whose row and column it names.
[[nodiscard]] FrechetDistance frechet_distance(const EmbeddingView& reference,
                                               const EmbeddingView& generated,
                                               unsigned threads = 1);

}  // namespace foley::fidelity
