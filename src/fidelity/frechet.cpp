#include "foley/fidelity/frechet.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "checks.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/parallel.hpp"

namespace foley::fidelity {

namespace {

constexpr double samples_wanted = 10.0;  // a dimension
constexpr double worst_condition = 1e10;

}  // namespace

std::string to_sentence(FrechetWarning warning, const GaussianFit& fit) {
  const std::string n = std::to_string(fit.count);
  const std::string d = std::to_string(fit.dimension);
  switch (warning) {
    case FrechetWarning::identical_rows:
      return "all " + n + " embeddings are identical: silence, or an embedder that is broken";
    case FrechetWarning::fewer_than_dimensions:
      return n + " embeddings of " + d +
             " dimensions: most of the covariance is unknown, the distance is biased by far";
    case FrechetWarning::few_samples:
      return n + " embeddings of " + d +
             " dimensions: the distance is biased upwards; compare at equal n, or extrapolate";
    case FrechetWarning::rank_deficient:
      return "the embeddings spread in " + std::to_string(fit.rank) + " of " + d +
             " directions only";
    case FrechetWarning::ill_conditioned:
      return "the spread differs by more than 1e10 between directions: the small ones are rounding";
    case FrechetWarning::constant_columns:
      return std::to_string(fit.constant_columns) + " of " + d + " dimensions never change";
  }
  return {};
}

SetHealth health_of(const GaussianFit& fit) {
  SetHealth health{.count = fit.count,
                   .dimension = fit.dimension,
                   .samples_per_dimension = fit.samples_per_dimension(),
                   .rank = fit.rank,
                   .condition = fit.condition(),
                   .constant_columns = fit.constant_columns,
                   .warnings = {}};
  if (fit.dimension == 0) {
    return health;
  }
  if (fit.rank == 0) {
    health.warnings.push_back(FrechetWarning::identical_rows);
    return health;
  }
  const bool known = fit.count > 0;
  if (known && fit.count <= fit.dimension) {
    health.warnings.push_back(FrechetWarning::fewer_than_dimensions);
  } else if (known && health.samples_per_dimension < samples_wanted) {
    health.warnings.push_back(FrechetWarning::few_samples);
  }
  const std::size_t possible =
      known ? std::min<std::size_t>(fit.dimension, static_cast<std::size_t>(fit.count - 1))
            : fit.dimension;
  if (fit.rank < possible) {
    health.warnings.push_back(FrechetWarning::rank_deficient);
  }
  if (health.condition && *health.condition > worst_condition) {
    health.warnings.push_back(FrechetWarning::ill_conditioned);
  }
  if (fit.constant_columns > 0) {
    health.warnings.push_back(FrechetWarning::constant_columns);
  }
  return health;
}

FrechetDistance frechet_distance(const GaussianFit& reference, const GaussianFit& generated) {
  check_dimensions(reference.dimension, generated.dimension);
  const std::size_t d = reference.dimension;
  FrechetDistance result;
  result.reference = health_of(reference);
  result.generated = health_of(generated);
  for (std::size_t j = 0; j < d; ++j) {
    const double gap = reference.mean[j] - generated.mean[j];
    result.mean_term += gap * gap;
  }
  result.trace_reference = reference.trace;
  result.trace_generated = generated.trace;
  std::vector<double> cross(reference.factor_rows * generated.factor_rows);
  multiply_by_transpose(reference.factor.data(), reference.factor_rows, generated.factor.data(),
                        generated.factor_rows, d, cross.data());
  const std::vector<double> values =
      singular_values(std::move(cross), reference.factor_rows, generated.factor_rows);
  result.overlap = std::accumulate(values.begin(), values.end(), 0.0);
  const double spread = result.trace_reference + result.trace_generated - 2.0 * result.overlap;
  result.value = std::max(0.0, result.mean_term + spread);
  return result;
}

FrechetDistance frechet_distance(const EmbeddingView& reference, const EmbeddingView& generated,
                                 unsigned threads) {
  check_rows(reference, 2, "reference");
  check_rows(generated, 2, "generated");
  check_dimensions(reference.cols(), generated.cols());
  return frechet_distance(fit_gaussian(reference, threads, "reference"),
                          fit_gaussian(generated, threads, "generated"));
}

}  // namespace foley::fidelity
