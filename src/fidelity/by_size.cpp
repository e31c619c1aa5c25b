#include "foley/fidelity/by_size.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>

#include "checks.hpp"
#include "clips.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "foley/fidelity/frechet.hpp"
#include "foley/fidelity/frechet_influence.hpp"
#include "foley/fidelity/kernel_influence.hpp"
#include "foley/stats/distributions.hpp"

namespace foley::fidelity {

namespace {

constexpr std::size_t fewest_clips = 8;

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

// Rows taken out of a set, stored as they were there.
class Part {
 public:
  Part(const EmbeddingView& rows, std::span<const std::uint32_t> taken)
      : rows_(taken.size()), cols_(rows.cols()) {
    if (rows.type() == ElementType::float32) {
      singles_.resize(rows_ * cols_);
      for (std::size_t i = 0; i < rows_; ++i) {
        rows.copy(taken[i], 1, nullptr, 1.0, singles_.data() + i * cols_);
      }
    } else {
      doubles_.resize(rows_ * cols_);
      for (std::size_t i = 0; i < rows_; ++i) {
        rows.copy(taken[i], 1, nullptr, doubles_.data() + i * cols_);
      }
    }
  }

  [[nodiscard]] EmbeddingView view() const {
    return singles_.empty() ? EmbeddingView(doubles_.data(), rows_, cols_)
                            : EmbeddingView(singles_.data(), rows_, cols_);
  }

 private:
  std::size_t rows_;
  std::size_t cols_;
  std::vector<float> singles_;
  std::vector<double> doubles_;
};

// The rows of `n` different clips, in their own order.
std::vector<std::uint32_t> drawn_rows(const Clips& clips, std::size_t n, RandomStream random) {
  std::vector<std::uint32_t> order(clips.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::vector<std::uint32_t> drawn;
  for (std::size_t i = 0; i < n; ++i) {
    std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(order.size() - i))]);
    const auto together = clips.rows_of(order[i]);
    drawn.insert(drawn.end(), together.begin(), together.end());
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

using Distance = std::function<double(const EmbeddingView&)>;

SizePoint point_of(std::size_t n, const std::vector<double>& values) {
  SizePoint point{.n = n, .replicates = values.size()};
  const double replicates = static_cast<double>(values.size());
  for (const double value : values) {
    point.mean += value / replicates;
  }
  if (values.size() > 1) {
    double squares = 0.0;
    for (const double value : values) {
      squares += (value - point.mean) * (value - point.mean);
    }
    point.spread = std::sqrt(squares / (replicates - 1.0));
  }
  return point;
}

std::vector<SizePoint> points_of(const EmbeddingView& rows, const Clips& clips,
                                 const Distance& distance, const SizeOptions& options) {
  const std::vector<std::size_t> sizes = sizes_of(clips.size(), options);
  const std::size_t replicates = std::max<std::size_t>(options.replicates, 2);
  // Of the whole set there is one sample.
  const auto replicates_of = [&](std::size_t n) { return n == clips.size() ? 1 : replicates; };
  std::size_t total = 0;
  for (const std::size_t n : sizes) {
    total += replicates_of(n);
  }
  std::mutex mutex;
  std::size_t done = 0;
  bool stopped = false;
  std::vector<SizePoint> points;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    const std::size_t n = sizes[s];
    std::vector<double> values(replicates_of(n));
    parallel_for(values.size(), options.threads, [&](std::size_t r) {
      if (n == clips.size()) {
        values[r] = distance(rows);
      } else {
        const Part part(rows, drawn_rows(clips, n, RandomStream(options.seed, s * replicates + r)));
        values[r] = distance(part.view());
      }
      const std::scoped_lock lock(mutex);
      ++done;
      const double share = static_cast<double>(done) / static_cast<double>(total);
      stopped = stopped || (options.progress && !options.progress(share));
      if (stopped) {
        throw Stopped();
      }
    });
    points.push_back(point_of(n, values));
  }
  return points;
}

// Between samples of n of N clips a mean varies as 1/n - 1/N; the last term keeps the whole set, of
// which there is one sample, from an infinite weight.
double variation(const SizePoint& point, std::size_t clips) {
  const double n = static_cast<double>(point.n);
  const double all = static_cast<double>(clips);
  constexpr double share_of_all = 0.02;
  return (1.0 / n - 1.0 / all) / static_cast<double>(point.replicates) + share_of_all / all;
}

SizeCurve fit_line(std::vector<SizePoint> points, std::size_t clips, double sampling_error,
                   const SizeOptions& options) {
  double weights = 0.0;
  double mean_x = 0.0;
  double mean_y = 0.0;
  for (const SizePoint& point : points) {
    const double weight = 1.0 / variation(point, clips);
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
    const double weight = 1.0 / variation(point, clips);
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
    residuals += residual * residual / variation(point, clips);
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

void check(const EmbeddingView& generated, const Clips& clips, const SizeOptions& options) {
  if (clips.size() < fewest_clips) {
    throw std::invalid_argument("by size: " + std::to_string(clips.size()) +
                                " generated sounds, needs at least " +
                                std::to_string(fewest_clips));
  }
  check_usable(generated, "generated", options.threads);
  if (!(options.confidence > 0.0 && options.confidence < 1.0) || !(options.share > 0.0)) {
    throw std::invalid_argument("by size: a confidence between 0 and 1 and a share above 0");
  }
}

}  // namespace

SizeCurve frechet_by_size(const GaussianFit& reference, const EmbeddingView& generated,
                          const SizeOptions& options) {
  check_dimensions(reference.dimension, generated.cols());
  const Clips clips(generated.rows(), options.clips);
  check(generated, clips, options);
  const GaussianFit whole_fit = fit_gaussian(generated, options.threads);
  const double error = influence_error(
      frechet_influence(reference, whole_fit, generated, options.threads), options.clips);
  const auto distance = [&](const EmbeddingView& part) {
    return frechet_distance(reference, fit_gaussian(part)).value;
  };
  SizeCurve curve =
      fit_line(points_of(generated, clips, distance, options), clips.size(), error, options);
  const double rows_of_clip =
      static_cast<double>(generated.rows()) / static_cast<double>(clips.size());
  curve.few_for_dimension = static_cast<double>(curve.points.front().n) * rows_of_clip <=
                            static_cast<double>(generated.cols());
  if (curve.infinite.value > 0.0) {
    curve.enough = whole(std::abs(curve.slope) / (options.share * curve.infinite.value));
  }
  return curve;
}

SizeCurve kernel_by_size(const EmbeddingView& reference, const EmbeddingView& generated,
                         const Kernel& kernel, const SizeOptions& options) {
  check_dimensions(reference.cols(), generated.cols());
  const Clips clips(generated.rows(), options.clips);
  check(generated, clips, options);
  const KernelDistance all =
      kernel_distance(reference, generated, kernel, {.threads = options.threads});
  const double error = influence_error(kernel_influence(all).generated, options.clips);
  const auto distance = [&](const EmbeddingView& part) {
    return kernel_distance(reference, part, kernel, {.precision = Precision::float64}).value;
  };
  SizeCurve curve =
      fit_line(points_of(generated, clips, distance, options), clips.size(), error, options);
  if (all.value > 0.0) {
    // The error falls as 1 / sqrt(n).
    const double reach = stats::normal_quantile(0.5 + options.confidence / 2.0) * error;
    const double ratio = reach / (options.share * all.value);
    curve.enough = whole(static_cast<double>(clips.size()) * ratio * ratio);
  }
  return curve;
}

}  // namespace foley::fidelity
