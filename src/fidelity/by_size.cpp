#include "foley/fidelity/by_size.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "checks.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "foley/fidelity/frechet.hpp"
#include "foley/fidelity/frechet_influence.hpp"
#include "foley/fidelity/kernel_influence.hpp"
#include "foley/stats/distributions.hpp"

namespace foley::fidelity {

namespace {

constexpr std::size_t fewest_rows = 8;

std::vector<std::size_t> sizes_of(std::size_t rows, const SizeOptions& options) {
  std::vector<std::size_t> sizes = options.sizes;
  if (sizes.empty()) {
    const double least = std::max(4.0, static_cast<double>(rows) / 4.0);
    const std::size_t steps = std::max<std::size_t>(options.steps, 2);
    for (std::size_t i = 0; i < steps; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(steps - 1);
      const double inverse = (1.0 - share) / least + share / static_cast<double>(rows);
      sizes.push_back(std::min(rows, static_cast<std::size_t>(std::llround(1.0 / inverse))));
    }
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  if (sizes.size() < 2 || sizes.front() < 2 || sizes.back() > rows) {
    throw std::invalid_argument("by size: at least two sizes from 2 to the " +
                                std::to_string(rows) + " rows there are");
  }
  return sizes;
}

// `n` different rows, in their own order, as a set of float64.
std::vector<double> subsample(const EmbeddingView& rows, std::size_t n, RandomStream random) {
  std::vector<std::uint32_t> order(rows.rows());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(order.size() - i))]);
  }
  std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n));
  std::vector<double> result(n * rows.cols());
  for (std::size_t i = 0; i < n; ++i) {
    rows.copy(order[i], 1, nullptr, result.data() + i * rows.cols());
  }
  return result;
}

using Distance = std::function<double(const EmbeddingView&)>;

std::vector<SizePoint> points_of(const EmbeddingView& rows, const Distance& distance,
                                 const SizeOptions& options) {
  const std::vector<std::size_t> sizes = sizes_of(rows.rows(), options);
  std::vector<SizePoint> points;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    const std::size_t n = sizes[s];
    const std::size_t replicates =
        n == rows.rows() ? 1 : std::max<std::size_t>(options.replicates, 2);
    std::vector<double> values(replicates);
    parallel_for(replicates, options.threads, [&](std::size_t r) {
      const std::vector<double> part =
          subsample(rows, n, RandomStream(options.seed, s * options.replicates + r));
      values[r] = distance(EmbeddingView(part.data(), n, rows.cols()));
    });
    SizePoint point{.n = n, .replicates = replicates};
    for (const double value : values) {
      point.mean += value / static_cast<double>(replicates);
    }
    if (replicates > 1) {
      double squares = 0.0;
      for (const double value : values) {
        squares += (value - point.mean) * (value - point.mean);
      }
      point.spread = std::sqrt(squares / static_cast<double>(replicates - 1));
    }
    points.push_back(point);
    if (options.progress &&
        !options.progress(static_cast<double>(s + 1) / static_cast<double>(sizes.size()))) {
      throw Stopped();
    }
  }
  return points;
}

// Between samples of n of N rows a mean varies as 1/n - 1/N; the last term keeps the whole set, of
// which there is one sample, from an infinite weight.
double variation(const SizePoint& point, std::size_t rows) {
  const double n = static_cast<double>(point.n);
  const double all = static_cast<double>(rows);
  constexpr double share_of_all = 0.02;
  return (1.0 / n - 1.0 / all) / static_cast<double>(point.replicates) + share_of_all / all;
}

SizeCurve fit_line(std::vector<SizePoint> points, std::size_t rows, std::size_t dimension,
                   double sampling_error, const SizeOptions& options) {
  double weights = 0.0;
  double mean_x = 0.0;
  double mean_y = 0.0;
  for (const SizePoint& point : points) {
    const double weight = 1.0 / variation(point, rows);
    weights += weight;
    mean_x += weight / static_cast<double>(point.n);
    mean_y += weight * point.mean;
  }
  mean_x /= weights;
  mean_y /= weights;
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  for (const SizePoint& point : points) {
    const double weight = 1.0 / variation(point, rows);
    const double x = 1.0 / static_cast<double>(point.n) - mean_x;
    const double y = point.mean - mean_y;
    xx += weight * x * x;
    xy += weight * x * y;
    yy += weight * y * y;
  }
  SizeCurve curve;
  curve.slope = xy / xx;
  const double intercept = mean_y - curve.slope * mean_x;
  double residuals = 0.0;
  for (const SizePoint& point : points) {
    const double residual = point.mean - intercept - curve.slope / static_cast<double>(point.n);
    residuals += residual * residual / variation(point, rows);
    curve.largest_residual = std::max(curve.largest_residual, std::abs(residual));
  }
  curve.r_squared = yy > 0.0 ? std::max(0.0, 1.0 - residuals / yy) : 1.0;
  const double freedom = static_cast<double>(std::max<std::size_t>(points.size(), 3) - 2);
  const double fit_error = std::sqrt(residuals / freedom * (1.0 / weights + mean_x * mean_x / xx));
  const double reach = stats::normal_quantile(0.5 + options.confidence / 2.0) *
                       std::hypot(fit_error, sampling_error);
  curve.infinite = {.value = intercept,
                    .low = intercept - reach,
                    .high = intercept + reach,
                    .confidence = options.confidence};
  curve.narrow = points.back().n < 2 * points.front().n;
  curve.few_for_dimension = points.front().n <= dimension;
  curve.points = std::move(points);
  return curve;
}

std::optional<std::size_t> whole(double n) {
  constexpr double most = 1e15;
  if (!(n < most)) {
    return std::nullopt;
  }
  return std::max<std::size_t>(2, static_cast<std::size_t>(std::ceil(n)));
}

void check(const EmbeddingView& generated, const SizeOptions& options) {
  check_rows(generated, fewest_rows, "generated");
  check_usable(generated, "generated", options.threads);
  if (!(options.confidence > 0.0 && options.confidence < 1.0) || !(options.share > 0.0)) {
    throw std::invalid_argument("by size: a confidence between 0 and 1 and a share above 0");
  }
}

}  // namespace

SizeCurve frechet_by_size(const GaussianFit& reference, const EmbeddingView& generated,
                          const SizeOptions& options) {
  check_dimensions(reference.dimension, generated.cols());
  check(generated, options);
  const GaussianFit whole_fit = fit_gaussian(generated, options.threads);
  const double error =
      influence_error(frechet_influence(reference, whole_fit, generated, options.threads));
  SizeCurve curve = fit_line(points_of(
                                 generated,
                                 [&](const EmbeddingView& part) {
                                   return frechet_distance(reference, fit_gaussian(part)).value;
                                 },
                                 options),
                             generated.rows(), generated.cols(), error, options);
  if (curve.infinite.value > 0.0) {
    curve.enough = whole(std::abs(curve.slope) / (options.share * curve.infinite.value));
  }
  return curve;
}

SizeCurve kernel_by_size(const EmbeddingView& reference, const EmbeddingView& generated,
                         const Kernel& kernel, const SizeOptions& options) {
  check_dimensions(reference.cols(), generated.cols());
  check(generated, options);
  const KernelDistance all =
      kernel_distance(reference, generated, kernel, {.threads = options.threads});
  const KernelInfluence influence = kernel_influence(all);
  const double error = influence_error(influence.generated);
  SizeCurve curve = fit_line(points_of(
                                 generated,
                                 [&](const EmbeddingView& part) {
                                   return kernel_distance(reference, part, kernel,
                                                          {.precision = Precision::float64})
                                       .value;
                                 },
                                 options),
                             generated.rows(), 0, error, options);
  if (all.value > 0.0) {
    // The error falls as 1 / sqrt(n).
    const double reach = stats::normal_quantile(0.5 + options.confidence / 2.0) * error;
    const double ratio = reach / (options.share * all.value);
    curve.enough = whole(static_cast<double>(generated.rows()) * ratio * ratio);
  }
  return curve;
}

}  // namespace foley::fidelity
