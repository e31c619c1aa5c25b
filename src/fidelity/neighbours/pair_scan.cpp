#include "pair_scan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>

#include "foley/core/linear_algebra.hpp"
#include "foley/core/parallel.hpp"
#include "kernel/job.hpp"

// Constant lengths, element by element: the wide clones give the same bits. Sanitizers and clang
// take the plain version.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOLEY_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define FOLEY_WIDE
#endif

namespace foley::fidelity {

namespace {

constexpr std::size_t tile_cols = 1024;
constexpr std::size_t chunk = 64;
constexpr std::size_t lanes = 8;

FOLEY_WIDE double sum_of_squares(const double* __restrict a, const double* __restrict b,
                                 std::size_t n, double scale) {
  std::array<double, lanes> sums{};
  std::size_t j = 0;
  for (; j + lanes <= n; j += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const double gap = (a[j + l] - b[j + l]) * scale;
      sums[l] += gap * gap;
    }
  }
  double rest = 0.0;
  for (; j < n; ++j) {
    const double gap = (a[j] - b[j]) * scale;
    rest += gap * gap;
  }
  for (const double sum : sums) {
    rest += sum;
  }
  return rest;
}

// Smallest excess of the lower bounds own + low - 2 product over the limits of row and column.
template <class T>
FOLEY_WIDE T least_excess(const T* __restrict products, const T* __restrict low,
                          const T* __restrict limits, T own, T limit) {
  std::array<T, lanes> least{};
  least.fill(std::numeric_limits<T>::max());
  for (std::size_t j = 0; j < chunk; j += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const T most = limits[j + l] > limit ? limits[j + l] : limit;
      const T excess = (own + low[j + l]) - T(2) * products[j + l] - most;
      least[l] = excess < least[l] ? excess : least[l];
    }
  }
  return *std::min_element(least.begin(), least.end());
}

// How far |a|^2 + |b|^2 - 2 ab may be off, as a share of |a|^2 + |b|^2: d roundings of each
// product, d of each square, some for the rows themselves and for the sums.
template <class T>
double slack(std::size_t d) {
  return (2.0 * static_cast<double>(d) + 32.0) * double{std::numeric_limits<T>::epsilon()};
}

template <class T>
T rounded_up(double x) {
  const T rounded = static_cast<T>(std::min(x, double{std::numeric_limits<T>::max()}));
  return double{rounded} < x ? std::nextafter(rounded, std::numeric_limits<T>::max()) : rounded;
}

// Rows as products take them, with the bounds of their squared lengths.
template <class T>
class Panel {
 public:
  void load(const RowSet& set, std::size_t first, std::size_t count, const ScanFrame& frame) {
    const std::size_t d = set.view.cols();
    rows_ = count;
    values_.resize(count * d);
    low_.assign(count, T(0));
    high_.assign(count, T(0));
    const double share = slack<T>(d);
    const double tiny = (static_cast<double>(d) + 32.0) * double{std::numeric_limits<T>::min()};
    for (std::size_t i = 0; i < count; ++i) {
      T* const row = values_.data() + i * d;
      copy_row(set.view, set.row(first + i), frame, row);
      double square = 0.0;
      for (std::size_t j = 0; j < d; ++j) {
        square += double{row[j]} * double{row[j]};
      }
      low_[i] = static_cast<T>(square * (1.0 - share) - tiny);
      high_[i] = static_cast<T>(square * (1.0 + share) + tiny);
    }
  }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] const T* values() const { return values_.data(); }
  [[nodiscard]] const std::vector<T>& low() const { return low_; }
  [[nodiscard]] const std::vector<T>& high() const { return high_; }

 private:
  static void copy_row(const EmbeddingView& view, std::size_t row, const ScanFrame& frame,
                       float* out) {
    view.copy(row, 1, frame.centre.data(), frame.scale, out);
  }
  static void copy_row(const EmbeddingView& view, std::size_t row, const ScanFrame& frame,
                       double* out) {
    view.copy(row, 1, frame.centre.data(), out);
    for (std::size_t j = 0; j < view.cols(); ++j) {
      out[j] *= frame.scale;
    }
  }

  std::size_t rows_ = 0;
  std::vector<T> values_;
  std::vector<T> low_;
  std::vector<T> high_;
};

// Tells the user's Progress of tiles that are done on any thread.
class TileCounter {
 public:
  TileCounter(const Progress& progress, std::size_t total) : progress_(progress), total_(total) {}
  void add() {
    if (!progress_) {
      return;
    }
    const std::scoped_lock lock(mutex_);
    ++done_;
    stopped_ = stopped_ || !progress_(static_cast<double>(done_) / static_cast<double>(total_));
    if (stopped_) {
      throw Stopped();
    }
  }

 private:
  const Progress& progress_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool stopped_ = false;
  std::mutex mutex_;
};

// One block of rows against everything.
template <class T>
class BlockScan {
 public:
  BlockScan(const PairScan& scan, const ScanFrame& frame, std::size_t first, std::size_t count)
      : scan_(scan), frame_(frame), first_(first), direct_(scan.rows.view.cols(), frame.scale) {
    own_.load(scan.rows, first, count, frame);
  }

  void run(PairVisitor& visitor, TileCounter& tiles) {
    for (std::size_t begin = 0; begin < scan_.others.size(); begin += tile_cols) {
      const std::size_t count = std::min(tile_cols, scan_.others.size() - begin);
      other_.load(scan_.others, begin, count, frame_);
      limits_.assign(count, -std::numeric_limits<T>::max());
      for (std::size_t j = 0; j < count && !scan_.other_limit.empty(); ++j) {
        limits_[j] = rounded_up<T>(scan_.other_limit[begin + j]);
      }
      products_.resize(own_.rows() * count);
      multiply_by_transpose(own_.values(), own_.rows(), other_.values(), count,
                            scan_.rows.view.cols(), products_.data());
      for (std::size_t i = 0; i < own_.rows(); ++i) {
        gather(i, begin, visitor.limit(first_ + i));
        if (!pairs_.empty()) {
          direct_.from(scan_.rows, first_ + i);
          visitor.visit(first_ + i, pairs_, direct_);
        }
      }
      tiles.add();
    }
  }

 private:
  void gather(std::size_t i, std::size_t begin, double row_limit) {
    pairs_.clear();
    const std::size_t count = other_.rows();
    const T* const products = products_.data() + i * count;
    const T limit = rounded_up<T>(row_limit);
    for (std::size_t at = 0; at < count; at += chunk) {
      const std::size_t valid = std::min(chunk, count - at);
      if (valid == chunk && least_excess(products + at, other_.low().data() + at,
                                         limits_.data() + at, own_.low()[i], limit) > T(0)) {
        continue;
      }
      for (std::size_t j = at; j < at + valid; ++j) {
        if (scan_.same && begin + j == first_ + i) {
          continue;
        }
        const double twice = 2.0 * double{products[j]};
        const double low = double{own_.low()[i]} + double{other_.low()[j]} - twice;
        if (low <= double{std::max(limit, limits_[j])}) {
          pairs_.push_back(
              {begin + j, low, double{own_.high()[i]} + double{other_.high()[j]} - twice});
        }
      }
    }
  }

  const PairScan& scan_;
  const ScanFrame& frame_;
  std::size_t first_;
  DirectDistance direct_;
  Panel<T> own_;
  Panel<T> other_;
  std::vector<T> limits_;
  std::vector<T> products_;
  std::vector<Candidate> pairs_;
};

}  // namespace

ScanFrame frame_of(const EmbeddingView& a, const EmbeddingView& b) {
  ScanFrame frame;
  frame.centre = mean_of(a);
  const double reach = std::max(gap_from_centre(a, frame.centre), gap_from_centre(b, frame.centre));
  if (reach > 0.0) {
    // A difference of subnormal numbers asks for more than the largest power of two.
    frame.scale = std::ldexp(1.0, -std::max(std::ilogb(reach), -1000));
  }
  frame.float32 = a.type() == ElementType::float32 && b.type() == ElementType::float32;
  return frame;
}

double DirectDistance::to(const RowSet& set, std::size_t i) {
  set.view.copy(set.row(i), 1, nullptr, other_.data());
  const double sum = sum_of_squares(own_.data(), other_.data(), own_.size(), scale_);
  // Squares of tiny differences vanish; only equal rows may be at 0, whoever asks relies on it.
  return sum == 0.0 && own_ != other_ ? std::numeric_limits<double>::denorm_min() : sum;
}

void scan_pairs(
    const PairScan& scan, const ScanFrame& frame, unsigned threads, const Progress& progress,
    const std::function<std::unique_ptr<PairVisitor>(std::size_t first, std::size_t count)>& make) {
  const std::size_t rows = scan.rows.size();
  // Large blocks spare loading the other set, small ones keep all threads busy with few rows.
  const std::size_t block = std::clamp<std::size_t>(rows / 8, 64, 512);
  const std::size_t blocks = (rows + block - 1) / block;
  const std::size_t tiles = (scan.others.size() + tile_cols - 1) / tile_cols;
  TileCounter counter(progress, blocks * tiles);
  parallel_for(blocks, threads, [&](std::size_t b) {
    const std::size_t first = b * block;
    const std::size_t count = std::min(block, rows - first);
    const auto visitor = make(first, count);
    if (frame.float32) {
      BlockScan<float>(scan, frame, first, count).run(*visitor, counter);
    } else {
      BlockScan<double>(scan, frame, first, count).run(*visitor, counter);
    }
    visitor->finish();
  });
}

}  // namespace foley::fidelity
