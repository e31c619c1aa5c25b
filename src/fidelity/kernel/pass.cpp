#include "pass.hpp"

#include <algorithm>

#include "foley/core/parallel.hpp"

namespace foley::fidelity {

namespace {

// Tiles take megabytes: a thread takes one that another has given back.
template <class T>
class Pool {
 public:
  std::unique_ptr<Tile<T>> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      return std::make_unique<Tile<T>>();
    }
    auto tile = std::move(free_.back());
    free_.pop_back();
    return tile;
  }
  void give(std::unique_ptr<Tile<T>> tile) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(tile));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Tile<T>>> free_;
};

}  // namespace

template <class T>
void tile_pass(const EmbeddingView& a, const EmbeddingView& b, bool same, const TileJob& job,
               unsigned threads, std::span<double> sums_a, std::span<double> sums_b,
               const TileWatch<T>& watch, ProgressCounter& progress) {
  const std::size_t rows = tiles_of(a.rows());
  const std::size_t cols = tiles_of(b.rows());
  Pool<T> pool;
  Panel<T> panel;
  std::vector<std::vector<double>> row_parts(cols);
  for (std::size_t i = 0; i < rows; ++i) {
    panel.load(a, i * tile_rows, job);
    const std::size_t first = same ? i : 0;
    parallel_for(cols - first, threads, [&](std::size_t item) {
      const std::size_t j = first + item;
      auto tile = pool.take();
      const bool diagonal = same && i == j;
      if (!diagonal) {
        tile->other.load(b, j * tile_rows, job);
      }
      tile->fill(panel, diagonal ? panel : tile->other, job, diagonal);
      row_parts[j] = tile->row_sums;
      if (!diagonal) {
        // Each j is one tile's alone in this row of tiles, and rows of tiles come in order.
        const auto sums = (same ? sums_a : sums_b).subspan(j * tile_rows, tile->col_sums.size());
        for (std::size_t c = 0; c < sums.size(); ++c) {
          sums[c] += tile->col_sums[c];
        }
      }
      if (watch.visit) {
        watch.visit({i * tile_rows, j * tile_rows, tile.get()});
      }
      pool.give(std::move(tile));
    });
    for (std::size_t j = first; j < cols; ++j) {
      for (std::size_t r = 0; r < row_parts[j].size(); ++r) {
        sums_a[i * tile_rows + r] += row_parts[j][r];
      }
    }
    if (watch.after_row) {
      watch.after_row();
    }
    progress.add(cols - first);
  }
}

template void tile_pass<float>(const EmbeddingView&, const EmbeddingView&, bool, const TileJob&,
                               unsigned, std::span<double>, std::span<double>,
                               const TileWatch<float>&, ProgressCounter&);
template void tile_pass<double>(const EmbeddingView&, const EmbeddingView&, bool, const TileJob&,
                                unsigned, std::span<double>, std::span<double>,
                                const TileWatch<double>&, ProgressCounter&);

}  // namespace foley::fidelity
