#include "foley/fidelity/kernel_sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "checks.hpp"
#include "foley/core/packed_bytes.hpp"
#include "foley/fidelity/kernel_distance.hpp"
#include "kernel/pass.hpp"

namespace foley::fidelity {

namespace {

constexpr std::string_view format_name = "foley-kernel-sums-1";
static_assert(KernelGrid::block_rows == tile_rows);

constexpr std::array pairs{TilePair::reference_reference, TilePair::reference_generated,
                           TilePair::generated_generated};

template <class T>
double tile_sum(const KernelGrid& grid, const EmbeddingView& rows, const EmbeddingView& cols,
                bool diagonal) {
  TileJob job{.kernel = grid.kernel};
  if (grid.kernel.kind != KernelKind::polynomial) {
    job.centre = grid.centre.data();
    job.scale = 1.0 / (grid.kernel.bandwidth * std::sqrt(2.0));
  }
  Panel<T> panel;
  panel.load(rows, 0, job);
  Tile<T> tile;
  if (!diagonal) {
    tile.other.load(cols, 0, job);
  }
  tile.fill(panel, diagonal ? panel : tile.other, job, diagonal);
  double sum = 0.0;
  for (const double row : tile.row_sums) {
    sum += row;
  }
  return sum;
}

bool same_job(const KernelGrid& a, const KernelGrid& b) {
  return a.reference_rows == b.reference_rows && a.generated_rows == b.generated_rows &&
         a.dimension == b.dimension && a.kernel.kind == b.kernel.kind &&
         a.kernel.bandwidth == b.kernel.bandwidth && a.kernel.degree == b.kernel.degree &&
         a.kernel.offset == b.kernel.offset && a.centre == b.centre &&
         a.float32_products == b.float32_products;
}

// Rows of a block of a set.
std::size_t rows_of(std::uint64_t all, std::size_t block) {
  return std::min<std::uint64_t>(KernelGrid::block_rows, all - block * KernelGrid::block_rows);
}

}  // namespace

std::size_t KernelGrid::reference_blocks() const { return tiles_of(reference_rows); }

std::size_t KernelGrid::generated_blocks() const { return tiles_of(generated_rows); }

std::size_t KernelGrid::tiles() const {
  const std::size_t m = reference_blocks();
  const std::size_t n = generated_blocks();
  return m * (m + 1) / 2 + m * n + n * (n + 1) / 2;
}

KernelSums::KernelSums(KernelGrid grid) : grid_(std::move(grid)) {
  check_kernel(grid_.kernel);
  if (grid_.reference_rows < 2 || grid_.generated_rows < 2) {
    throw std::invalid_argument("kernel sums: each set needs at least two rows");
  }
  if (grid_.kernel.kind != KernelKind::polynomial && grid_.centre.size() != grid_.dimension) {
    throw std::invalid_argument("kernel sums: a centre of " + std::to_string(grid_.centre.size()) +
                                " numbers for " + std::to_string(grid_.dimension) + " dimensions");
  }
  check_usable(EmbeddingView(grid_.centre.data(), 1, grid_.centre.size()), "centre", 1);
}

bool KernelSums::has(const GridTile& tile) const {
  const std::size_t rows = tile.pair == TilePair::generated_generated ? grid_.generated_blocks()
                                                                      : grid_.reference_blocks();
  const std::size_t cols = tile.pair == TilePair::reference_reference ? grid_.reference_blocks()
                                                                      : grid_.generated_blocks();
  const bool ordered =
      tile.pair == TilePair::reference_generated || tile.col_block >= tile.row_block;
  return tile.row_block < rows && tile.col_block < cols && ordered;
}

std::vector<GridTile> KernelSums::all_tiles() const {
  std::vector<GridTile> tiles;
  for (const TilePair pair : pairs) {
    const std::size_t rows =
        pair == TilePair::generated_generated ? grid_.generated_blocks() : grid_.reference_blocks();
    const std::size_t cols =
        pair == TilePair::reference_reference ? grid_.reference_blocks() : grid_.generated_blocks();
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = pair == TilePair::reference_generated ? 0 : i; j < cols; ++j) {
        tiles.push_back({pair, i, j});
      }
    }
  }
  return tiles;
}

void KernelSums::add(const GridTile& tile, const EmbeddingView& rows, const EmbeddingView& cols) {
  if (!has(tile)) {
    throw std::invalid_argument("kernel sums: there is no tile " + std::to_string(tile.row_block) +
                                ", " + std::to_string(tile.col_block) + " in this grid");
  }
  const std::uint64_t all_rows =
      tile.pair == TilePair::generated_generated ? grid_.generated_rows : grid_.reference_rows;
  const std::uint64_t all_cols =
      tile.pair == TilePair::reference_reference ? grid_.reference_rows : grid_.generated_rows;
  if (rows.rows() != rows_of(all_rows, tile.row_block) ||
      cols.rows() != rows_of(all_cols, tile.col_block) || rows.cols() != grid_.dimension ||
      cols.cols() != grid_.dimension) {
    throw std::invalid_argument("kernel sums: a block has another shape than the grid says");
  }
  check_usable(rows, "rows", 1);
  check_usable(cols, "columns", 1);
  const bool diagonal =
      tile.pair != TilePair::reference_generated && tile.row_block == tile.col_block;
  // The tile of a set with itself right of the diagonal stands for its mirror image as well.
  const double times = tile.pair != TilePair::reference_generated && !diagonal ? 2.0 : 1.0;
  const double sum = grid_.float32_products ? tile_sum<float>(grid_, rows, cols, diagonal)
                                            : tile_sum<double>(grid_, rows, cols, diagonal);
  if (!std::isfinite(sum)) {
    throw std::invalid_argument("kernel sums: the kernel values are beyond the range of float64");
  }
  put(tile, times * sum);
}

void KernelSums::merge(const KernelSums& other) {
  if (!same_job(grid_, other.grid_)) {
    throw std::invalid_argument("kernel sums: the parts are of different jobs");
  }
  for (const auto& [tile, sum] : other.sums_) {
    put(tile, sum);
  }
}

void KernelSums::put(const GridTile& tile, double sum) {
  const auto [place, added] = sums_.emplace(tile, sum);
  if (!added && place->second != sum) {
    throw std::invalid_argument("kernel sums: two parts disagree on a tile: other sets?");
  }
}

double KernelSums::distance() const {
  if (!complete()) {
    throw std::invalid_argument("kernel sums: " + std::to_string(known()) + " of " +
                                std::to_string(grid_.tiles()) + " tiles are known");
  }
  std::array<double, pairs.size()> sums{};
  for (const auto& [tile, sum] : sums_) {
    sums.at(static_cast<std::size_t>(tile.pair)) += sum;
  }
  return unbiased_distance(sums[0], grid_.reference_rows, sums[2], grid_.generated_rows, sums[1]);
}

std::string KernelSums::to_bytes() const {
  PackedWriter writer(format_name);
  writer.put(grid_.reference_rows);
  writer.put(grid_.generated_rows);
  writer.put(std::uint64_t{grid_.dimension});
  writer.put(static_cast<std::uint32_t>(grid_.kernel.kind));
  writer.put(grid_.kernel.bandwidth);
  writer.put(static_cast<std::uint32_t>(grid_.kernel.degree));
  writer.put(grid_.kernel.offset);
  writer.put(std::uint32_t{grid_.float32_products});
  writer.put(std::uint64_t{grid_.centre.size()});
  writer.put(grid_.centre);
  for (const auto& [tile, sum] : sums_) {
    writer.put(static_cast<std::uint32_t>(tile.pair));
    writer.put(std::uint64_t{tile.row_block});
    writer.put(std::uint64_t{tile.col_block});
    writer.put(sum);
  }
  return std::move(writer).finish();
}

Result<KernelSums> KernelSums::from_bytes(std::string_view bytes, const std::string& source) {
  auto reader = PackedReader::open(bytes, format_name, "kernel sums", source);
  if (!reader) {
    return fail(reader.error());
  }
  KernelGrid grid;
  grid.reference_rows = reader->word64();
  grid.generated_rows = reader->word64();
  grid.dimension = reader->word64();
  const std::uint32_t kind = reader->word32();
  grid.kernel.bandwidth = reader->number();
  grid.kernel.degree = static_cast<int>(reader->word32());
  grid.kernel.offset = reader->number();
  grid.float32_products = reader->word32() != 0;
  const std::uint64_t centre = reader->word64();
  constexpr std::uint64_t most_rows = std::uint64_t{1} << 40U;
  constexpr std::size_t tile_bytes = 4 + 3 * 8;
  if (!reader->good() || kind > static_cast<std::uint32_t>(KernelKind::polynomial) ||
      grid.reference_rows > most_rows || grid.generated_rows > most_rows ||
      centre > reader->left() / 8) {
    return fail(reader->broken("the kernel sums describe no job"));
  }
  grid.kernel.kind = static_cast<KernelKind>(kind);
  grid.centre.resize(centre);
  reader->numbers(grid.centre);
  try {
    KernelSums result(std::move(grid));
    while (reader->left() >= tile_bytes) {
      GridTile tile;
      const std::uint32_t pair = reader->word32();
      tile.pair = static_cast<TilePair>(std::min<std::uint32_t>(pair, 2));
      tile.row_block = reader->word64();
      tile.col_block = reader->word64();
      const double sum = reader->number();
      if (pair > 2 || !result.has(tile) || !std::isfinite(sum) ||
          !result.sums_.emplace(tile, sum).second) {
        return fail(reader->broken("the kernel sums hold a tile that cannot be"));
      }
    }
    if (reader->left() != 0) {
      return fail(reader->broken("the kernel sums end in the middle of a tile"));
    }
    return result;
  } catch (const std::invalid_argument& error) {
    return fail(reader->broken(error.what()));
  }
}

}  // namespace foley::fidelity
