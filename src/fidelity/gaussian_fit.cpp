#include "foley/fidelity/gaussian_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "checks.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/parallel.hpp"

namespace foley::fidelity {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double foreign_rounding = 1e-6;  // of others' float32 statistics; ours are exact

// Eigenvalues ascending, as LAPACK gives them, into the fit.
void set_spectrum(GaussianFit& fit, std::vector<double> ascending) {
  std::reverse(ascending.begin(), ascending.end());
  fit.eigenvalues = std::move(ascending);
  const double largest = fit.eigenvalues.empty() ? 0.0 : std::max(fit.eigenvalues.front(), 0.0);
  const double noise =
      largest * epsilon *
      static_cast<double>(std::max<std::size_t>(fit.dimension, fit.eigenvalues.size()));
  for (double& value : fit.eigenvalues) {
    value = std::max(value, 0.0);
    fit.rank += value > noise ? 1 : 0;
  }
}

std::size_t zero_diagonals(const std::vector<double>& matrix, std::size_t d) {
  std::size_t zeros = 0;
  for (std::size_t j = 0; j < d; ++j) {
    zeros += matrix[j * d + j] == 0.0 ? 1 : 0;
  }
  return zeros;
}

GaussianFit fit_covariance(std::span<const double> mean, std::vector<double> covariance,
                           std::uint64_t count) {
  GaussianFit fit;
  const std::size_t d = mean.size();
  fit.count = count;
  fit.dimension = d;
  fit.mean.assign(mean.begin(), mean.end());
  for (std::size_t j = 0; j < d; ++j) {
    fit.trace += covariance[j * d + j];
  }
  fit.constant_columns = zero_diagonals(covariance, d);
  SemidefiniteFactor factor = semidefinite_factor(covariance, d);
  fit.factor = std::move(factor.factor);
  fit.factor_rows = factor.rank;
  std::vector<double> ascending = symmetric_eigenvalues(std::move(covariance), d);
  if (!ascending.empty() && ascending.front() < -foreign_rounding * std::abs(ascending.back())) {
    throw std::invalid_argument("the covariance is negative in some direction: no covariance");
  }
  set_spectrum(fit, std::move(ascending));
  return fit;
}

}  // namespace

std::optional<double> GaussianFit::condition() const {
  return rank == 0 ? std::nullopt : std::optional(eigenvalues.front() / eigenvalues[rank - 1]);
}

GaussianFit fit_gaussian(const EmbeddingView& rows, unsigned threads, std::string_view what) {
  check_rows(rows, 2, what);
  const std::size_t n = rows.rows();
  const std::size_t d = rows.cols();
  if (n > d) {
    Moments moments(d);
    moments.add(rows, threads, what);
    return fit_gaussian(moments);
  }
  check_usable(rows, what, threads);
  GaussianFit fit;
  fit.count = n;
  fit.dimension = d;
  fit.factor_rows = n;
  // Centred twice: differences from a pilot row lose nothing of small spreads around large means.
  std::vector<double> pilot(d);
  rows.copy(0, 1, nullptr, pilot.data());
  fit.factor.resize(n * d);
  rows.copy(0, n, pilot.data(), fit.factor.data());
  fit.mean.assign(d, 0.0);
  std::vector<char> varies(d, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      const double x = fit.factor[i * d + j];
      fit.mean[j] += x;
      varies[j] = static_cast<char>(varies[j] | (x != 0.0));
    }
  }
  for (double& x : fit.mean) {
    x /= static_cast<double>(n);
  }
  const double divisor = std::sqrt(static_cast<double>(n - 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      double& x = fit.factor[i * d + j];
      x = (x - fit.mean[j]) / divisor;
      fit.trace += x * x;
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    fit.mean[j] += pilot[j];
  }
  fit.constant_columns = static_cast<std::size_t>(std::count(varies.begin(), varies.end(), 0));
  std::vector<double> gram(n * n);
  multiply_by_transpose(fit.factor.data(), n, fit.factor.data(), n, d, gram.data());
  set_spectrum(fit, symmetric_eigenvalues(std::move(gram), n));
  return fit;
}

GaussianFit fit_gaussian(const Moments& moments) {
  return fit_covariance(moments.mean(), moments.covariance(), moments.count());
}

GaussianFit fit_gaussian(std::span<const double> mean, std::span<const double> covariance,
                         std::uint64_t count) {
  const std::size_t d = mean.size();
  if (covariance.size() != d * d) {
    throw std::invalid_argument("a mean of " + std::to_string(d) +
                                " numbers needs a covariance of " + std::to_string(d) + " x " +
                                std::to_string(d));
  }
  if (count == 1) {
    throw std::invalid_argument("a covariance needs at least two rows behind it");
  }
  check_usable(EmbeddingView(mean.data(), 1, d), "mean", 1);
  check_usable(EmbeddingView(covariance.data(), d, d), "covariance", 1);
  double largest = 0.0;
  for (std::size_t j = 0; j < d; ++j) {
    largest = std::max(largest, std::abs(covariance[j * d + j]));
  }
  const double tolerance = foreign_rounding * largest;
  std::vector<double> matrix(covariance.begin(), covariance.end());
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::abs(matrix[i * d + j] - matrix[j * d + i]) > tolerance) {
        throw std::invalid_argument("the covariance is not symmetric: row " + std::to_string(i) +
                                    ", column " + std::to_string(j) + " (from 0)");
      }
      matrix[i * d + j] = 0.5 * (matrix[i * d + j] + matrix[j * d + i]);
    }
  }
  return fit_covariance(mean, std::move(matrix), count);
}

}  // namespace foley::fidelity
