#include "foley/fidelity/bandwidth.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "checks.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "kernel/job.hpp"
#include "kernel/pass.hpp"

namespace foley::fidelity {

namespace {

// The middle of distances whose squares are given; reorders them.
double middle(std::vector<double>& squares, bool lower) {
  const std::size_t n = squares.size();
  const auto at = [&](std::size_t rank) {
    const auto place = squares.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(squares.begin(), place, squares.end());
    return std::sqrt(*place);
  };
  if (lower || n % 2 == 1) {
    return at((n - 1) / 2);
  }
  return 0.5 * (at(n / 2 - 1) + at(n / 2));
}

std::vector<double> all_squares(const EmbeddingView& x, const EmbeddingView& y, std::uint64_t pairs,
                                const BandwidthOptions& options) {
  std::vector<double> squares;
  squares.reserve(pairs);
  std::mutex mutex;
  // The order in which tiles arrive is left to chance; a median does not depend on it.
  const auto gather = [&](bool same) {
    return [&squares, &mutex, same](const TileVisit<double>& visit) {
      const auto& values = visit.tile->values;
      const std::size_t rows = visit.tile->row_sums.size();
      const std::size_t cols = visit.tile->col_sums.size();
      const bool diagonal = same && visit.first_row == visit.first_col;
      const std::lock_guard lock(mutex);
      for (std::size_t i = 0; i < rows; ++i) {
        const auto row = values.begin() + static_cast<std::ptrdiff_t>(i * cols);
        const std::size_t first = diagonal ? i + 1 : 0;
        squares.insert(squares.end(), row + static_cast<std::ptrdiff_t>(first),
                       row + static_cast<std::ptrdiff_t>(cols));
      }
    };
  };
  const std::vector<double> centre = mean_of(x.rows() > 0 ? x : y);
  const TileJob job{.kernel = {}, .centre = centre.data(), .distances = true, .scale = 1.0};
  const std::size_t n = tiles_of(x.rows());
  const std::size_t m = tiles_of(y.rows());
  ProgressCounter progress(options.progress, n * (n + 1) / 2 + m * (m + 1) / 2 + n * m);
  std::vector<double> sums_x(x.rows());
  std::vector<double> sums_y(y.rows());
  tile_pass<double>(x, x, true, job, options.threads, sums_x, {}, {.visit = gather(true)},
                    progress);
  tile_pass<double>(y, y, true, job, options.threads, sums_y, {}, {.visit = gather(true)},
                    progress);
  tile_pass<double>(x, y, false, job, options.threads, sums_x, sums_y, {.visit = gather(false)},
                    progress);
  return squares;
}

std::vector<double> some_squares(const EmbeddingView& x, const EmbeddingView& y,
                                 const BandwidthOptions& options) {
  constexpr std::size_t block = 4096;
  const std::size_t d = x.rows() > 0 ? x.cols() : y.cols();
  const std::uint64_t rows = x.rows() + y.rows();
  const auto row_of = [&](std::uint64_t i, double* out) {
    if (i < x.rows()) {
      x.copy(i, 1, nullptr, out);
    } else {
      y.copy(i - x.rows(), 1, nullptr, out);
    }
  };
  std::vector<double> squares(options.sample_pairs);
  parallel_for((squares.size() + block - 1) / block, options.threads, [&](std::size_t b) {
    RandomStream random(options.seed, b);
    const auto below = [&](std::uint64_t n) {
      return static_cast<std::uint64_t>(random.u01() * static_cast<double>(n));
    };
    std::vector<double> first(d);
    std::vector<double> second(d);
    const std::size_t end = std::min(squares.size(), (b + 1) * block);
    for (std::size_t p = b * block; p < end; ++p) {
      const std::uint64_t i = below(rows);
      const std::uint64_t other = below(rows - 1);
      row_of(i, first.data());
      row_of(other < i ? other : other + 1, second.data());
      double sum = 0.0;
      for (std::size_t j = 0; j < d; ++j) {
        const double gap = first[j] - second[j];
        sum += gap * gap;
      }
      squares[p] = sum;
    }
  });
  return squares;
}

Bandwidth median_of(const EmbeddingView& x, const EmbeddingView& y,
                    const BandwidthOptions& options) {
  Bandwidth result;
  const std::uint64_t rows = x.rows() + y.rows();
  if (rows < 2) {
    return result;
  }
  result.pairs = rows * (rows - 1) / 2;
  result.sampled = result.pairs > options.exact_pairs;
  if (result.sampled) {
    if (options.sample_pairs == 0) {
      throw std::invalid_argument("bandwidth: a sample of no pairs has no median");
    }
    std::vector<double> squares = some_squares(x, y, options);
    const std::size_t n = squares.size();
    result.value = middle(squares, options.lower_median);
    // The rank of the true median among n draws is binomial (n, 1/2).
    const auto reach =
        static_cast<std::size_t>(std::ceil(0.98 * std::sqrt(static_cast<double>(n))));
    std::sort(squares.begin(), squares.end());
    result.low = std::sqrt(squares[n / 2 > reach ? n / 2 - reach - 1 : 0]);
    result.high = std::sqrt(squares[std::min(n - 1, n / 2 + reach)]);
  } else {
    std::vector<double> squares = all_squares(x, y, result.pairs, options);
    result.value = result.low = result.high = middle(squares, options.lower_median);
  }
  if (result.value == 0.0) {
    result.value = result.low = result.high = 1.0;
    result.zero_median = true;
  }
  return result;
}

}  // namespace

Bandwidth median_bandwidth(const EmbeddingView& rows, const BandwidthOptions& options) {
  check_usable(rows, "embeddings", options.threads);
  return median_of(rows, EmbeddingView(static_cast<const double*>(nullptr), 0, rows.cols()),
                   options);
}

Bandwidth median_bandwidth(const EmbeddingView& reference, const EmbeddingView& generated,
                           const BandwidthOptions& options) {
  check_dimensions(reference.cols(), generated.cols());
  check_usable(reference, "reference", options.threads);
  check_usable(generated, "generated", options.threads);
  return median_of(reference, generated, options);
}

}  // namespace foley::fidelity
