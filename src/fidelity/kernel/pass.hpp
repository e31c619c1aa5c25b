#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"
#include "tile.hpp"

namespace foley::fidelity {

/// How many tiles cover so many rows.
constexpr std::size_t tiles_of(std::size_t rows) { return (rows + tile_rows - 1) / tile_rows; }

/// Counts work of several passes and asks the user's Progress between them.
class ProgressCounter {
 public:
  ProgressCounter(const Progress& progress, std::size_t total)
      : progress_(progress), total_(total) {}
  /// Adds finished work; throws Stopped where the user wants no more.
  void add(std::size_t done) {
    done_ += done;
    if (progress_ && !progress_(static_cast<double>(done_) / static_cast<double>(total_))) {
      throw Stopped();
    }
  }

 private:
  const Progress& progress_;
  std::size_t total_;
  std::size_t done_ = 0;
};

/// A tile of a pass: which rows and columns, and what it holds.
template <class T>
struct TileVisit {
  std::size_t first_row;
  std::size_t first_col;
  const Tile<T>* tile;
};

/// Who else wants to see the tiles.
template <class T>
struct TileWatch {
  std::function<void(const TileVisit<T>&)> visit{};  ///< Every tile, on any thread.
  std::function<void()> after_row{};                 ///< After each row of tiles, on the caller's.
};

/// Computes the tiles of `a` against `b` (those on and right of the diagonal where `same`: b is a),
/// one row of tiles after the other, the tiles of a row on several threads. Row sums are added to
/// `sums_a`, column sums to `sums_b`; off the diagonal of the same set column sums are row sums of
/// other rows and go to `sums_a` as well (`sums_b` is unused). Every number is added in an order
/// that does not depend on the threads.
template <class T>
void tile_pass(const EmbeddingView& a, const EmbeddingView& b, bool same, const TileJob& job,
               unsigned threads, std::span<double> sums_a, std::span<double> sums_b,
               const TileWatch<T>& watch, ProgressCounter& progress);

extern template void tile_pass<float>(const EmbeddingView&, const EmbeddingView&, bool,
                                      const TileJob&, unsigned, std::span<double>,
                                      std::span<double>, const TileWatch<float>&, ProgressCounter&);
extern template void tile_pass<double>(const EmbeddingView&, const EmbeddingView&, bool,
                                       const TileJob&, unsigned, std::span<double>,
                                       std::span<double>, const TileWatch<double>&,
                                       ProgressCounter&);

}  // namespace foley::fidelity
