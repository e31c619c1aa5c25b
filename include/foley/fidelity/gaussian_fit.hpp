#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/fidelity/moments.hpp"

namespace foley::fidelity {

/// A set as the Fréchet distance sees it: a mean and a covariance, the latter by a factor F with
/// F^T F = covariance (divisor n - 1), so that nothing has to be squared and rooted again.
struct GaussianFit {
  std::uint64_t count = 0;           ///< Rows behind it.
  std::size_t dimension = 0;         ///< Numbers a row.
  std::vector<double> mean;          ///< dimension.
  double trace = 0.0;                ///< Of the covariance.
  std::vector<double> factor;        ///< factor_rows x dimension.
  std::size_t factor_rows = 0;       ///< At most min(count, dimension).
  std::vector<double> eigenvalues;   ///< Of the covariance, descending, min(count, dimension).
  std::size_t rank = 0;              ///< Eigenvalues beyond rounding.
  std::size_t constant_columns = 0;  ///< Numbers that are the same in every row.

  /// Largest eigenvalue by the smallest one beyond rounding; none without spread.
  [[nodiscard]] std::optional<double> condition() const;
  /// Rows a dimension.
  [[nodiscard]] double samples_per_dimension() const {
    return dimension == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(dimension);
  }
};

/// The fit of rows. Where there are no more rows than dimensions, the factor is the centred rows
/// themselves; otherwise it comes from their moments. Throws std::invalid_argument for fewer than
/// two rows or an unusable number, in a sentence that calls the rows `what`.
[[nodiscard]] GaussianFit fit_gaussian(const EmbeddingView& rows, unsigned threads = 1,
                                       std::string_view what = "embeddings");

/// The fit of moments. Throws std::invalid_argument for fewer than two rows.
[[nodiscard]] GaussianFit fit_gaussian(const Moments& moments);

/// The fit of a published mean (d) and covariance (d x d) of `count` rows (0: nobody
/// knows of how many). Throws
/// std::invalid_argument for shapes that do not match, numbers that are not finite, and a matrix
/// that is no covariance: not symmetric, or negative in some direction, beyond 1e-6 of its largest
/// eigenvalue.
[[nodiscard]] GaussianFit fit_gaussian(std::span<const double> mean,
                                       std::span<const double> covariance, std::uint64_t count);

}  // namespace foley::fidelity
