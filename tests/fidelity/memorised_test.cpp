#include "foley/fidelity/memorised.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "foley/fidelity/outliers.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

// On a line everything can be told by hand: gaps of the reference 1, 1, 2, 4, 8 (nearest of each
// row: 1, 1, 1, 2, 4, 8; the copy of 0 does not count).
const Embeddings<> line{{0, 0, 1, 2, 4, 8, 16}, 7, 1};

TEST(Memorised, TellsCopiesFromNeighbours) {
  const Embeddings<> generated{{0, 4.25, 30, 1.5}, 4, 1};
  const Memorised found = memorised(line.view(), generated.view(), {.quantile = 0.2});
  EXPECT_DOUBLE_EQ(found.usual_distance.value(), 1.5);
  EXPECT_DOUBLE_EQ(found.near_limit.value(), 1.0);
  ASSERT_EQ(found.nearest.size(), 4U);
  EXPECT_EQ(found.nearest[0].row, 0U);
  EXPECT_TRUE(found.nearest[0].exact && found.nearest[0].near);
  EXPECT_EQ(found.nearest[1].row, 4U);
  EXPECT_DOUBLE_EQ(found.nearest[1].distance, 0.25);
  EXPECT_DOUBLE_EQ(found.nearest[1].ratio.value(), 0.25 / 1.5);
  EXPECT_DOUBLE_EQ(found.nearest[1].local_ratio.value(), 0.125);
  EXPECT_TRUE(found.nearest[1].near && !found.nearest[1].exact);
  EXPECT_EQ(found.nearest[2].row, 6U);
  EXPECT_FALSE(found.nearest[2].near);
  EXPECT_EQ(found.nearest[3].row, 2U);
  EXPECT_EQ(found.exact_count, 1U);
  EXPECT_EQ(found.near_count, 3U);
  EXPECT_DOUBLE_EQ(found.expected_near, 0.8);
}

TEST(Memorised, FindsCopiesInNoiseAndFewElse) {
  const auto reference = normal_embeddings<float>(1500, 16, 1);
  auto generated = normal_embeddings<float>(1500, 16, 2);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 16; ++j) {
      const float noise = i < 20 ? 0.0F : 1e-3F;
      generated.values[i * 16 + j] = reference.values[(3 * i + 7) * 16 + j] + noise;
    }
  }
  const Memorised found = memorised(reference.view(), generated.view(), {.threads = 2});
  EXPECT_EQ(found.exact_count, 20U);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(found.nearest[i].row, 3 * i + 7);
    EXPECT_TRUE(found.nearest[i].near);
    EXPECT_EQ(found.nearest[i].exact, i < 20);
  }
  // 1 % of 1,460 honest rows: 15 on average.
  EXPECT_GT(found.near_count, 42U);
  EXPECT_LT(found.near_count, 75U);
}

TEST(Memorised, OfASilentReferenceKnowsCopiesOnly) {
  const Embeddings<> silent{std::vector<double>(6, 0.1), 3, 2};
  const Embeddings<> generated{{0.1, 0.1, 0.1, 0.2}, 2, 2};
  const Memorised found = memorised(silent.view(), generated.view());
  EXPECT_EQ(found.usual_distance, std::nullopt);
  EXPECT_EQ(found.near_limit, std::nullopt);
  EXPECT_EQ(found.near_count, 1U);
  EXPECT_EQ(found.nearest[1].ratio, std::nullopt);
  EXPECT_THROW(static_cast<void>(memorised(silent.view(), generated.view(), {.quantile = 1.0})),
               std::invalid_argument);
}

// The square of a difference of 1e-170 is no number above 0; the rows are different all the same.
TEST(Memorised, CallsNoDifferentRowACopy) {
  const Embeddings<> reference{{1e-170, 0, 1, 2}, 4, 1};
  const Embeddings<> generated{{2e-170, 0, 3e-170}, 3, 1};
  const Memorised found = memorised(reference.view(), generated.view());
  EXPECT_EQ(found.exact_count, 1U);
  EXPECT_TRUE(found.nearest[1].exact);
  EXPECT_EQ(found.nearest[1].row, 1U);
  EXPECT_GT(found.nearest[0].distance, 0.0);
}

TEST(Outliers, ScoresByHand) {
  // Nearest distances of the reference: 1, 1, 1, 2, 4, 8; logarithms to base 2: 0 0 0 1 2 3, median
  // 0.5, deviations 0.5 (four times), 1.5, 2.5: MAD 0.5.
  const Embeddings<> generated{{1, 16.5, 20, 272, -1000}, 5, 1};
  const Outliers found = outliers(line.view(), generated.view(), {.k = 1, .threshold = 2.0});
  const double spread = 1.4826 * 0.5;
  EXPECT_NEAR(found.median_distance, std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(found.log_spread, spread * std::log(2.0), 1e-14);
  ASSERT_EQ(found.scores.size(), 5U);
  EXPECT_EQ(found.scores[0], 0.0);
  EXPECT_EQ(found.scores[1], 0.0);
  EXPECT_NEAR(found.scores[2], 1.5 / spread, 1e-13);
  EXPECT_NEAR(found.scores[3], 7.5 / spread, 1e-13);
  ASSERT_EQ(found.far.size(), 3U);
  EXPECT_EQ(found.far[0].row, 4U);
  EXPECT_EQ(found.far[0].nearest, 0U);
  EXPECT_DOUBLE_EQ(found.far[0].distance, 1000.0);
  EXPECT_EQ(found.far[1].row, 3U);
  EXPECT_EQ(found.far[1].nearest, 6U);
  EXPECT_EQ(found.far[2].row, 2U);
}

TEST(Outliers, TakeTheDistanceToTheKthDifferentRow) {
  const Embeddings<> generated{{24}, 1, 1};
  const Outliers found = outliers(line.view(), generated.view(), {.k = 3, .threshold = 0.0});
  ASSERT_EQ(found.far.size(), 1U);
  EXPECT_DOUBLE_EQ(found.far[0].distance, 20.0);
  EXPECT_EQ(found.far[0].nearest, 6U);
}

TEST(Outliers, ListPlantedRowsAtAnyScale) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const auto reference = normal_embeddings<float>(800, 12, 3, scale, 1e3 * scale);
    auto generated = normal_embeddings<float>(600, 12, 4, scale, 1e3 * scale);
    for (const std::size_t row : {11U, 500U}) {
      generated.values[row * 12] += static_cast<float>((row == 11 ? 30.0 : 60.0) * scale);
    }
    const Outliers found = outliers(reference.view(), generated.view(), {.threads = 2});
    ASSERT_GE(found.far.size(), 2U);
    EXPECT_LE(found.far.size(), 8U);
    EXPECT_EQ(found.far[0].row, 500U);
    EXPECT_EQ(found.far[1].row, 11U);
    const Outliers one = outliers(reference.view(), generated.view());
    EXPECT_EQ(one.scores, found.scores);
  }
}

TEST(Outliers, GiveReasons) {
  const Embeddings<> generated{{24}, 1, 1};
  const Outliers few = outliers(line.view(), generated.view(), {.k = 6});
  EXPECT_EQ(few.reason, OutlierReason::few_reference);
  EXPECT_TRUE(few.scores.empty());
  const Embeddings<> even{{0, 1, 2, 3, 4, 5, 6, 7}, 8, 1};
  EXPECT_EQ(outliers(even.view(), generated.view(), {.k = 1}).reason, OutlierReason::no_spread);
  // Rows at right angles, all equally far but for the last digits of float32.
  Embeddings<float> corners{std::vector<float>(40 * 40, 0.0F), 40, 40};
  for (std::size_t i = 0; i < 40; ++i) {
    corners.values[i * 41] = 0.1F * (1.0F + static_cast<float>(i % 3) * 0x1p-23F);
  }
  EXPECT_EQ(outliers(corners.view(), corners.view()).reason, OutlierReason::no_spread);
  EXPECT_THROW(static_cast<void>(outliers(even.view(), generated.view(), {.k = 0})),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(outliers(even.view(), generated.view(),
                                          {.threshold = std::numeric_limits<double>::quiet_NaN()})),
               std::invalid_argument);
}

}  // namespace
}  // namespace foley::fidelity
