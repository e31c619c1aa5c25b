#include "direction.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace foley::search {
namespace {

TEST(Direction, RecoversCountsWithoutCommonDivisor) {
  const Direction direction = direction_of(std::vector<float>{2.0F, 4.0F, 0.0F, 6.0F});
  EXPECT_TRUE(direction.is_counts);
  EXPECT_EQ(direction.values, (std::vector<float>{1.0F, 2.0F, 0.0F, 3.0F}));
  EXPECT_EQ(direction.squared_norm.hi, 14.0);
  EXPECT_EQ(direction.squared_norm.lo, 0.0);
}

TEST(Direction, KeepsWhatIsNoMultipleOfWholeNumbers) {
  const std::vector<float> reals{0.1F, 0.2718281F, -0.5772156F};
  const Direction direction = direction_of(reals);
  EXPECT_FALSE(direction.is_counts);
  EXPECT_EQ(direction.values, reals);
}

TEST(Direction, OfZeroIsZero) {
  const Direction direction = direction_of(std::vector<float>(3, 0.0F));
  EXPECT_EQ(direction.squared_norm.hi, 0.0);
  EXPECT_EQ(ranking_key(direction, direction.values, direction.squared_norm, true), 0.0);
}

RC_GTEST_PROP(DirectionProperty, UndoesTheNormalisation, ()) {
  const auto dim = *rc::gen::inRange<std::size_t>(1, 65);
  std::vector<std::int64_t> counts(dim);
  std::int64_t squares = 0;
  std::int64_t divisor = 0;
  for (auto& count : counts) {
    count = *rc::gen::inRange(0, 8);
    squares += count * count;
    divisor = std::gcd(divisor, count);
  }
  RC_PRE(squares > 0);
  const float norm = std::sqrt(static_cast<float>(squares));
  std::vector<float> vector;
  std::vector<float> expected;
  for (const std::int64_t count : counts) {
    vector.push_back(static_cast<float>(count) / norm);
    expected.push_back(static_cast<float>(count / divisor));
  }
  const Direction direction = direction_of(vector);
  RC_ASSERT(direction.is_counts);
  RC_ASSERT(direction.values == expected);
}

TEST(RankingKey, KeepsTheSignOfTheProduct) {
  const Direction a = direction_of(std::vector<float>{1.0F, 2.0F});
  const Direction b = direction_of(std::vector<float>{-1.0F, -2.0F});
  EXPECT_EQ(ranking_key(a, a.values, a.squared_norm, a.is_counts), 5.0);
  EXPECT_EQ(ranking_key(a, b.values, b.squared_norm, b.is_counts), -5.0);
}

}  // namespace
}  // namespace foley::search
