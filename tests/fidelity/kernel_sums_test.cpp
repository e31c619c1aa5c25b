#include "foley/fidelity/kernel_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "foley/fidelity/kernel_distance.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

KernelGrid grid_of(const Embeddings<>& x, const Embeddings<>& y) {
  return {.reference_rows = x.rows,
          .generated_rows = y.rows,
          .dimension = x.cols,
          .kernel = {.bandwidth = 1.3},
          .centre = std::vector<double>(x.cols, 0.1)};
}

void add_tile(KernelSums& sums, const GridTile& tile, const Embeddings<>& x,
              const Embeddings<>& y) {
  const auto block = [](const Embeddings<>& set, std::size_t index) {
    const std::size_t first = index * KernelGrid::block_rows;
    return set.slice(first, std::min(KernelGrid::block_rows, set.rows - first));
  };
  sums.add(tile, block(tile.pair == TilePair::generated_generated ? y : x, tile.row_block),
           block(tile.pair == TilePair::reference_reference ? x : y, tile.col_block));
}

TEST(KernelSums, MergeInAnyOrderToTheSameBits) {
  const Embeddings<> x = normal_embeddings(2100, 2, 1);
  const Embeddings<> y = normal_embeddings(1500, 2, 2, 1.2, 0.3);
  const KernelSums empty(grid_of(x, y));
  const std::vector<GridTile> tiles = empty.all_tiles();
  EXPECT_EQ(tiles.size(), 6U + 6U + 3U);
  KernelSums whole = empty;
  std::vector<KernelSums> parts;
  for (const GridTile& tile : tiles) {
    add_tile(whole, tile, x, y);
    parts.push_back(empty);
    add_tile(parts.back(), tile, x, y);
    const auto read = KernelSums::from_bytes(parts.back().to_bytes(), "part");
    ASSERT_TRUE(read);
    parts.back() = *read;
  }
  ASSERT_TRUE(whole.complete());
  EXPECT_NEAR(whole.distance(), kernel_distance(x.view(), y.view(), {.bandwidth = 1.3}).value,
              1e-12);
  KernelSums backwards = empty;
  for (std::size_t i = parts.size(); i-- > 0;) {
    EXPECT_FALSE(backwards.complete());
    backwards.merge(parts[i]);
  }
  EXPECT_EQ(backwards.distance(), whole.distance());
  EXPECT_EQ(backwards.to_bytes(), whole.to_bytes());
  backwards.merge(whole);  // again changes nothing
  EXPECT_EQ(backwards.distance(), whole.distance());
}

TEST(KernelSums, RefuseWhatDoesNotBelongTogether) {
  const Embeddings<> x = normal_embeddings(20, 2, 3);
  const Embeddings<> y = normal_embeddings(30, 2, 4);
  KernelSums sums(grid_of(x, y));
  EXPECT_THROW(static_cast<void>(sums.distance()), std::invalid_argument);
  EXPECT_THROW(sums.add({TilePair::reference_generated, 0, 1}, x.view(), y.view()),
               std::invalid_argument);
  EXPECT_THROW(sums.add({TilePair::reference_generated, 0, 0}, y.view(), x.view()),
               std::invalid_argument);
  add_tile(sums, {TilePair::reference_generated, 0, 0}, x, y);
  KernelSums other(grid_of(x, y));
  Embeddings<> changed = x;
  changed.values[3] += 1.0;
  add_tile(other, {TilePair::reference_generated, 0, 0}, changed, y);
  EXPECT_THROW(sums.merge(other), std::invalid_argument);
  EXPECT_THROW(add_tile(sums, {TilePair::reference_generated, 0, 0}, changed, y),
               std::invalid_argument);
  add_tile(sums, {TilePair::reference_generated, 0, 0}, x, y);  // the same again changes nothing
  EXPECT_EQ(sums.known(), 1U);
  KernelGrid grid = grid_of(x, y);
  grid.kernel.bandwidth = 2.0;
  EXPECT_THROW(sums.merge(KernelSums(grid)), std::invalid_argument);
  grid.centre.clear();
  EXPECT_THROW(KernelSums{grid}, std::invalid_argument);
}

TEST(KernelSums, RefuseValuesBeyondFloat64) {
  Embeddings<> x = normal_embeddings(4, 2, 6);
  for (double& value : x.values) {
    value *= 1e120;
  }
  KernelGrid grid = grid_of(x, x);
  grid.kernel.kind = KernelKind::polynomial;
  KernelSums polynomial(grid);
  EXPECT_THROW(add_tile(polynomial, {TilePair::reference_generated, 0, 0}, x, x),
               std::invalid_argument);
  grid.kernel = {.bandwidth = 1e-300};
  KernelSums narrow(grid);
  EXPECT_THROW(add_tile(narrow, {TilePair::reference_generated, 0, 0}, x, x),
               std::invalid_argument);
  EXPECT_EQ(narrow.known(), 0U);
}

TEST(KernelSums, BytesThatAreDamagedAreAnError) {
  const Embeddings<> x = normal_embeddings(20, 2, 5);
  KernelSums sums(grid_of(x, x));
  for (const GridTile& tile : sums.all_tiles()) {
    add_tile(sums, tile, x, x);
  }
  const std::string bytes = sums.to_bytes();
  for (std::size_t i = 0; i < bytes.size(); i += 7) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    EXPECT_FALSE(KernelSums::from_bytes(changed, "part"));
  }
  EXPECT_FALSE(KernelSums::from_bytes("", "part"));
}

}  // namespace
}  // namespace foley::fidelity
