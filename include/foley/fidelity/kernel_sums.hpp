#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/error.hpp"
#include "foley/fidelity/kernel.hpp"

namespace foley::fidelity {

/// Which two sets the rows and the columns of a tile come from.
enum class TilePair : std::uint8_t {
  reference_reference,  ///< Upper triangle: column block not before the row block.
  reference_generated,  ///< All.
  generated_generated,  ///< Upper triangle.
};

/// A kernel distance as a job that can be cut: everything that every part must agree on.
struct KernelGrid {
  std::uint64_t reference_rows = 0;  ///< Rows of the whole reference.
  std::uint64_t generated_rows = 0;  ///< Rows of the whole generated set.
  std::size_t dimension = 0;         ///< Numbers a row.
  Kernel kernel;                     ///< With its bandwidth.
  std::vector<double> centre;        ///< Subtracted from all rows; the reference's mean is good.
  bool float32_products = false;     ///< Whether products are taken in float32.

  /// Rows of a block; the last one of a set may have fewer.
  static constexpr std::size_t block_rows = 1024;
  /// Blocks of the reference.
  [[nodiscard]] std::size_t reference_blocks() const;
  /// Blocks of the generated set.
  [[nodiscard]] std::size_t generated_blocks() const;
  /// Tiles of the whole job.
  [[nodiscard]] std::size_t tiles() const;
};

/// A tile of a grid.
struct GridTile {
  TilePair pair = TilePair::reference_reference;  ///< Which sets.
  std::size_t row_block = 0;                      ///< From 0.
  std::size_t col_block = 0;                      ///< From 0.
  /// In the order in which tiles are added up.
  friend auto operator<=>(const GridTile&, const GridTile&) = default;
};

/// Sums of kernel values by tile of a declared grid. Parts hold any tiles; merged, in whatever
/// order they arrive, they give the distance with the same bits.
class KernelSums {
 public:
  /// No tile yet. Throws std::invalid_argument for fewer than two rows a set, a centre of another
  /// dimension, or a kernel that is none.
  explicit KernelSums(KernelGrid grid);

  /// The job.
  [[nodiscard]] const KernelGrid& grid() const { return grid_; }
  /// All tiles of the job, in order.
  [[nodiscard]] std::vector<GridTile> all_tiles() const;
  /// Tiles known so far.
  [[nodiscard]] std::size_t known() const { return sums_.size(); }
  /// Whether all are known.
  [[nodiscard]] bool complete() const { return known() == grid_.tiles(); }

  /// Computes a tile from the rows of its two blocks. Throws std::invalid_argument for a tile
  /// outside the grid, blocks of another size, unusable numbers, and for a tile that is known with
  /// another sum.
  void add(const GridTile& tile, const EmbeddingView& rows, const EmbeddingView& cols);
  /// Adds the tiles of another part. Throws std::invalid_argument for another job, and for a tile
  /// that both know with different sums: the sets were not the same.
  void merge(const KernelSums& other);

  /// The unbiased distance. Throws std::invalid_argument as long as tiles are missing.
  [[nodiscard]] double distance() const;

  /// The part as bytes, the same on any machine, with a checksum.
  [[nodiscard]] std::string to_bytes() const;
  /// The part in such bytes; bytes that are anything else are an error.
  [[nodiscard]] static Result<KernelSums> from_bytes(std::string_view bytes,
                                                     const std::string& source);

 private:
  [[nodiscard]] bool has(const GridTile& tile) const;
  void put(const GridTile& tile, double sum);

  KernelGrid grid_;
  std::map<GridTile, double> sums_;
};

}  // namespace foley::fidelity
