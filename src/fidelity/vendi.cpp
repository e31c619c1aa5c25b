#include "foley/fidelity/vendi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "checks.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "neighbours/pair_scan.hpp"

namespace foley::fidelity {

namespace {

constexpr std::size_t block_rows = 1024;

void check_options(const VendiOptions& options) {
  if (!(options.order > 0.0)) {
    throw std::invalid_argument("vendi_score: the order must be above 0");
  }
  if (options.bandwidth && !(*options.bandwidth > 0.0 && std::isfinite(*options.bandwidth))) {
    throw std::invalid_argument("vendi_score: the bandwidth must be positive and finite");
  }
  if (options.max_rows == 0) {
    throw std::invalid_argument("vendi_score: max_rows must be at least 1");
  }
}

void ask(const Progress& progress, double share) {
  if (progress && !progress(share)) {
    throw Stopped();
  }
}

// exp of the entropy of shares that sum to 1 but for rounding.
double effective_number(std::vector<double> shares, double order) {
  // Eigenvalues that should be 0 come out as rounding noise, which low orders would count.
  const double noise = static_cast<double>(shares.size()) * std::numeric_limits<double>::epsilon();
  std::erase_if(shares, [noise](double share) { return share <= noise; });
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  double sum = 0.0;
  double largest = 0.0;
  for (double& share : shares) {
    share /= total;
    largest = std::max(largest, share);
    sum += order == 1.0 ? -share * std::log(share) : std::pow(share, order);
  }
  if (order == 1.0) {
    return std::exp(sum);
  }
  // A power of high order underflows; by then the largest share is all that is left of the sum.
  if (std::isinf(order) || sum < std::numeric_limits<double>::min()) {
    return 1.0 / largest;
  }
  return std::pow(sum, 1.0 / (1.0 - order));
}

// Writes rows scaled to length 1 and counts those of zeros, which stay zeros.
std::size_t unit_rows(const EmbeddingView& rows, std::size_t first, std::size_t count,
                      double* out) {
  const std::size_t d = rows.cols();
  rows.copy(first, count, nullptr, out);
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double* const row = out + i * d;
    double largest = 0.0;
    for (std::size_t j = 0; j < d; ++j) {
      largest = std::max(largest, std::abs(row[j]));
    }
    if (largest == 0.0) {
      ++zeros;
      continue;
    }
    double square = 0.0;
    for (std::size_t j = 0; j < d; ++j) {
      row[j] /= largest;
      square += row[j] * row[j];
    }
    const double length = std::sqrt(square);
    for (std::size_t j = 0; j < d; ++j) {
      row[j] /= length;
    }
  }
  return zeros;
}

// Eigenvalues of the smaller one of X X^T and X^T X; the others are 0.
std::vector<double> cosine_eigenvalues(const EmbeddingView& rows, const VendiOptions& options,
                                       std::size_t& zeros) {
  const std::size_t n = rows.rows();
  const std::size_t d = rows.cols();
  if (n <= d) {
    std::vector<double> x(n * d);
    zeros = unit_rows(rows, 0, n, x.data());
    std::vector<double> gram(n * n);
    parallel_for((n + block_rows - 1) / block_rows, options.threads, [&](std::size_t b) {
      const std::size_t first = b * block_rows;
      multiply_by_transpose(x.data() + first * d, std::min(block_rows, n - first), x.data(), n, d,
                            gram.data() + first * n);
    });
    ask(options.progress, 0.5);
    return symmetric_eigenvalues(std::move(gram), n);
  }
  std::vector<double> gram(d * d);
  const std::size_t blocks = (n + block_rows - 1) / block_rows;
  const std::size_t at_once = std::max(1U, options.threads);
  std::vector<std::vector<double>> parts(std::min(blocks, at_once));
  std::vector<std::size_t> part_zeros(parts.size());
  for (std::size_t begin = 0; begin < blocks; begin += parts.size()) {
    const std::size_t now = std::min(parts.size(), blocks - begin);
    parallel_for(now, options.threads, [&](std::size_t p) {
      const std::size_t first = (begin + p) * block_rows;
      const std::size_t count = std::min(block_rows, n - first);
      std::vector<double> x(count * d);
      part_zeros[p] = unit_rows(rows, first, count, x.data());
      parts[p].assign(d * d, 0.0);
      add_gram(x.data(), count, d, parts[p].data());
    });
    for (std::size_t p = 0; p < now; ++p) {
      zeros += part_zeros[p];
      for (std::size_t i = 0; i < gram.size(); ++i) {
        gram[i] += parts[p][i];
      }
    }
    ask(options.progress, 0.9 * static_cast<double>(begin + now) / static_cast<double>(blocks));
  }
  return symmetric_eigenvalues(std::move(gram), d);
}

// `count` different whole numbers below n, ascending, each choice equally likely (Fisher & Yates).
std::vector<std::size_t> sample_of(std::size_t n, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> rows(n);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  RandomStream random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(rows[i], rows[i + random.below(static_cast<std::uint32_t>(n - i))]);
  }
  rows.resize(count);
  std::ranges::sort(rows);
  return rows;
}

// Fills the lower triangle of the Gaussian kernel's matrix from measured distances where bounds are
// too wide: an exponential of a distance needs its last digits only where that is small.
class GaussianFill final : public PairVisitor {
 public:
  GaussianFill(const RowSet& rows, double factor, double* out)
      : rows_(rows), factor_(factor), out_(out) {}
  [[nodiscard]] double limit(std::size_t) const override {
    return std::numeric_limits<double>::infinity();
  }
  void visit(std::size_t row, std::vector<Candidate>& pairs, DirectDistance& direct) override {
    constexpr double enough = 1e-11;
    for (const Candidate& pair : pairs) {
      if (pair.other > row) {
        break;
      }
      const bool sharp = (pair.high - pair.low) * factor_ <= enough;
      const double squared = sharp ? 0.5 * (pair.low + pair.high) : direct.to(rows_, pair.other);
      out_[row * rows_.size() + pair.other] = std::exp(-factor_ * squared);
    }
  }

 private:
  const RowSet& rows_;
  double factor_;
  double* out_;
};

std::vector<double> gaussian_eigenvalues(const RowSet& rows, double bandwidth,
                                         const VendiOptions& options) {
  const std::size_t n = rows.size();
  ScanFrame frame = frame_of(rows.view, rows.view);
  frame.float32 = false;
  const double scaled = bandwidth * frame.scale;
  const double factor = std::min(0.5 / scaled / scaled, std::numeric_limits<double>::max());
  std::vector<double> matrix(n * n);
  const Progress first_half =
      options.progress ? Progress([&](double share) { return options.progress(0.5 * share); })
                       : Progress();
  scan_pairs({rows, rows, true, {}}, frame, options.threads, first_half,
             [&](std::size_t, std::size_t) {
               return std::make_unique<GaussianFill>(rows, factor, matrix.data());
             });
  for (std::size_t i = 0; i < n; ++i) {
    matrix[i * n + i] = 1.0;
  }
  return symmetric_eigenvalues(std::move(matrix), n);
}

}  // namespace

Vendi vendi_score(const EmbeddingView& rows, const VendiOptions& options) {
  check_options(options);
  check_rows(rows, 1, "rows");
  check_usable(rows, "rows", options.threads);
  Vendi result;
  result.rows = rows.rows();
  result.used = rows.rows();
  std::vector<double> shares;
  if (options.bandwidth) {
    std::vector<std::size_t> sample;
    if (rows.rows() > options.max_rows) {
      result.used = options.max_rows;
      result.sampled = true;
      sample = sample_of(rows.rows(), result.used, options.seed);
    }
    shares = gaussian_eigenvalues({rows, sample}, *options.bandwidth, options);
  } else {
    shares = cosine_eigenvalues(rows, options, result.zero_rows);
    // Rows of zeros are a block of ones of their own, with one eigenvalue.
    shares.push_back(static_cast<double>(result.zero_rows));
  }
  for (double& share : shares) {
    share /= static_cast<double>(result.used);
  }
  result.value = std::max(1.0, effective_number(std::move(shares), options.order));
  return result;
}

}  // namespace foley::fidelity
