#include "foley/fidelity/frechet_influence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "checks.hpp"
#include "clips.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/parallel.hpp"
#include "foley/fidelity/frechet.hpp"
#include "foley/stats/distributions.hpp"

namespace foley::fidelity {

namespace {

// S^-1/2 U^T Fo, k x d: its product with x - m has the squared length of the last term.
struct Transport {
  std::vector<double> rows;
  std::size_t count = 0;
};

Transport transport(const GaussianFit& other, const GaussianFit& fit) {
  const std::size_t d = fit.dimension;
  std::vector<double> cross(other.factor_rows * fit.factor_rows);
  multiply_by_transpose(other.factor.data(), other.factor_rows, fit.factor.data(), fit.factor_rows,
                        d, cross.data());
  LeftSingular svd = left_singular(std::move(cross), other.factor_rows, fit.factor_rows);
  const double noise = (svd.values.empty() ? 0.0 : svd.values.front()) *
                       std::numeric_limits<double>::epsilon() *
                       static_cast<double>(std::max(other.factor_rows, fit.factor_rows));
  Transport result;
  while (result.count < svd.values.size() && svd.values[result.count] > noise) {
    const double root = std::sqrt(svd.values[result.count]);
    for (std::size_t j = 0; j < other.factor_rows; ++j) {
      svd.vectors[result.count * other.factor_rows + j] /= root;
    }
    ++result.count;
  }
  result.rows.resize(result.count * d);
  multiply(svd.vectors.data(), result.count, other.factor.data(), d, other.factor_rows,
           result.rows.data());
  return result;
}

}  // namespace

std::vector<double> frechet_influence(const GaussianFit& other, const GaussianFit& fit,
                                      const EmbeddingView& rows, unsigned threads) {
  check_dimensions(other.dimension, fit.dimension);
  if (rows.rows() != fit.count || rows.cols() != fit.dimension) {
    throw std::invalid_argument("frechet_influence: the fit is not that of these rows");
  }
  check_usable(rows, "embeddings", threads);
  const std::size_t n = rows.rows();
  const std::size_t d = rows.cols();
  const Transport map = transport(other, fit);
  std::vector<double> gap(d);
  for (std::size_t j = 0; j < d; ++j) {
    gap[j] = 2.0 * (fit.mean[j] - other.mean[j]);
  }
  std::vector<double> influence(n);
  constexpr std::size_t block = 512;
  parallel_for((n + block - 1) / block, threads, [&](std::size_t b) {
    const std::size_t first = b * block;
    const std::size_t count = std::min(block, n - first);
    std::vector<double> centred(count * d);
    std::vector<double> moved(count * map.count);
    rows.copy(first, count, fit.mean.data(), centred.data());
    multiply_by_transpose(centred.data(), count, map.rows.data(), map.count, d, moved.data());
    for (std::size_t i = 0; i < count; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < d; ++j) {
        const double x = centred[i * d + j];
        sum += x * (gap[j] + x);
      }
      for (std::size_t j = 0; j < map.count; ++j) {
        const double x = moved[i * map.count + j];
        sum -= x * x;
      }
      influence[first + i] = sum;
    }
  });
  const double mean =
      std::accumulate(influence.begin(), influence.end(), 0.0) / static_cast<double>(n);
  for (double& x : influence) {
    x -= mean;
  }
  return influence;
}

double frechet_without(const GaussianFit& other, const EmbeddingView& rows, std::size_t left_out,
                       unsigned threads) {
  check_rows(rows, 3, "embeddings");
  if (left_out >= rows.rows()) {
    throw std::invalid_argument("frechet_without: there is no row " + std::to_string(left_out));
  }
  const std::size_t d = rows.cols();
  std::vector<double> kept((rows.rows() - 1) * d);
  rows.copy(0, left_out, nullptr, kept.data());
  rows.copy(left_out + 1, rows.rows() - left_out - 1, nullptr, kept.data() + left_out * d);
  const EmbeddingView view(kept.data(), rows.rows() - 1, d);
  return frechet_distance(other, fit_gaussian(view, threads)).value;
}

double influence_error(std::span<const double> influence, std::span<const std::uint32_t> clips) {
  const Clips together(influence.size(), clips);
  if (together.size() < 2) {
    return 0.0;
  }
  double squares = 0.0;
  for (std::size_t i = 0; i < together.size(); ++i) {
    double sum = 0.0;
    for (const std::uint32_t row : together.rows_of(i)) {
      sum += influence[row];
    }
    squares += sum * sum;
  }
  const double m = static_cast<double>(together.size());
  return std::sqrt(squares * m / (m - 1.0)) / static_cast<double>(influence.size());
}

stats::Interval distance_interval(double value, double error_generated, double error_reference,
                                  double confidence) {
  if (!(confidence > 0.0 && confidence < 1.0)) {
    throw std::invalid_argument("distance_interval: the confidence must lie between 0 and 1");
  }
  const double reach =
      stats::normal_quantile(0.5 + confidence / 2.0) * std::hypot(error_generated, error_reference);
  return {.value = value,
          .low = std::max(0.0, value - reach),
          .high = value + reach,
          .confidence = confidence};
}

}  // namespace foley::fidelity
