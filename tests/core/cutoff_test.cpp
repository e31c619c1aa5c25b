#include "foley/core/cutoff.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "reference/measures.hpp"

namespace foley {
namespace {

TEST(Cutoff, WithoutAValueKeepsAll) {
  EXPECT_EQ(Cutoff().kept(0), 0U);
  EXPECT_EQ(Cutoff().kept(7), 7U);
  EXPECT_FALSE(Cutoff().value().has_value());
}

TEST(Cutoff, KeepsTheFirstK) {
  EXPECT_EQ(Cutoff(0).kept(7), 0U);
  EXPECT_EQ(Cutoff(3).kept(7), 3U);
  EXPECT_EQ(Cutoff(7).kept(7), 7U);
  EXPECT_EQ(Cutoff(8).kept(7), 7U);
  EXPECT_EQ(Cutoff(3).value(), 3);
}

TEST(Cutoff, NegativeDropsFromTheEnd) {
  EXPECT_EQ(Cutoff(-1).kept(7), 6U);
  EXPECT_EQ(Cutoff(-7).kept(7), 0U);
  EXPECT_EQ(Cutoff(-8).kept(7), 0U);
  EXPECT_EQ(Cutoff(-1).kept(0), 0U);
}

TEST(Cutoff, HoldsAtTheEndsOfTheRange) {
  EXPECT_EQ(Cutoff(std::numeric_limits<std::int64_t>::max()).kept(7), 7U);
  EXPECT_EQ(Cutoff(std::numeric_limits<std::int64_t>::min()).kept(7), 0U);
}

RC_GTEST_PROP(CutoffProperty, IsASlice, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(0, 70);
  const auto k = *rc::gen::inRange<std::int64_t>(-80, 80);
  RC_ASSERT(Cutoff(k).kept(n) == reference::slice(std::vector<int>(n), k).size());
}

}  // namespace
}  // namespace foley
