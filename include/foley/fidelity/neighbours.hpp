#pragma once

#include <cstddef>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"

namespace foley::fidelity {

/// How neighbours are searched.
struct NeighbourOptions {
  unsigned threads = 1;  ///< The bits do not depend on them.
  Progress progress{};   ///< Asked after every tile.
};

/// The k nearest neighbours of each row of a set, nearest first.
struct Neighbours {
  std::size_t rows = 0;            ///< Rows that were asked for.
  std::size_t k = 0;               ///< Neighbours of each.
  std::vector<std::size_t> index;  ///< rows x k: their rows in the searched set.
  std::vector<double> distance;    ///< rows x k: their Euclidean distances, ascending.
};

/// The `k` rows of `among` nearest to each row of `rows`, by Euclidean distance; of equal distances
/// the lower row comes first. Matrix products (float32 where both sets are) only rule out rows that
/// are too far beyond their rounding; all others are measured in float64 from the differences of
/// the numbers, so that the result is that of comparing all pairs, ties and zeros included. Memory
/// for tiles only. Throws std::invalid_argument for k = 0 or beyond the rows of `among`, different
/// dimensions and unusable numbers; Stopped when progress says so.
[[nodiscard]] Neighbours nearest_neighbours(const EmbeddingView& rows, const EmbeddingView& among,
                                            std::size_t k, const NeighbourOptions& options = {});

/// The `k` other rows nearest to each row of one set. Throws also for k of all rows or more.
[[nodiscard]] Neighbours nearest_neighbours(const EmbeddingView& rows, std::size_t k,
                                            const NeighbourOptions& options = {});

}  // namespace foley::fidelity
