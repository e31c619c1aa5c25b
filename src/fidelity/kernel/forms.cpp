#include "forms.hpp"

#include <algorithm>

#include "foley/core/linear_algebra.hpp"

namespace foley::fidelity {

namespace {

template <class T>
std::vector<double> sums_of(const EmbeddingView& a, const EmbeddingView& b, bool same,
                            const PreparedJob& prepared, const Weights& w, const Weights& v,
                            unsigned threads, std::span<double> sums_a, std::span<double> sums_b,
                            ProgressCounter& progress) {
  const std::size_t replicates = w.replicates;
  std::vector<double> result(replicates);
  std::vector<std::vector<double>> parts(tiles_of(b.rows()));
  const auto visit = [&](const TileVisit<T>& tile) {
    const std::size_t rows = tile.tile->row_sums.size();
    const std::size_t cols = tile.tile->col_sums.size();
    std::vector<T> product(rows * replicates);
    const float* right = v.values.data() + tile.first_col * replicates;
    if constexpr (std::is_same_v<T, float>) {
      multiply(tile.tile->values.data(), rows, right, replicates, cols, product.data());
    } else {
      const std::vector<double> wide(right, right + cols * replicates);
      multiply(tile.tile->values.data(), rows, wide.data(), replicates, cols, product.data());
    }
    // Off the diagonal of a set with itself the tile stands for its mirror image as well.
    const double times = same && tile.first_row != tile.first_col ? 2.0 : 1.0;
    std::vector<double>& part = parts[tile.first_col / tile_rows];
    part.assign(replicates, 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
      const float* left = w.values.data() + (tile.first_row + i) * replicates;
      const T* values = product.data() + i * replicates;
      for (std::size_t r = 0; r < replicates; ++r) {
        part[r] += times * double{left[r]} * double{values[r]};
      }
    }
  };
  const auto after_row = [&] {
    for (auto& part : parts) {
      for (std::size_t r = 0; r < part.size(); ++r) {
        result[r] += part[r];
      }
      part.clear();
    }
  };
  TileJob job = prepared.job;
  job.centre = prepared.centre.empty() ? nullptr : prepared.centre.data();
  tile_pass<T>(a, b, same, job, threads, sums_a, sums_b, {.visit = visit, .after_row = after_row},
               progress);
  return result;
}

}  // namespace

std::vector<double> weighted_sums(const EmbeddingView& a, const EmbeddingView& b, bool same,
                                  const PreparedJob& prepared, const Weights& w, const Weights& v,
                                  unsigned threads, std::span<double> sums_a,
                                  std::span<double> sums_b, ProgressCounter& progress) {
  return prepared.float32
             ? sums_of<float>(a, b, same, prepared, w, v, threads, sums_a, sums_b, progress)
             : sums_of<double>(a, b, same, prepared, w, v, threads, sums_a, sums_b, progress);
}

std::size_t replicates_at_once(std::size_t rows) {
  constexpr std::size_t numbers = std::size_t{1} << 24U;  // 64 MB of weights
  constexpr std::size_t fewest = 64;
  return std::max(fewest, numbers / std::max<std::size_t>(rows, 1));
}

}  // namespace foley::fidelity
