#include "foley/core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

namespace foley {
namespace {

// The three known answers that the authors publish with Random123 (kat_vectors, philox4x32 10).
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox4x32({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, BlocksAreCountedFromTheLowWordUp) {
  EXPECT_EQ(philox_block(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  static_assert(philox_block(0, 0, 0)[0] == 0x6627e8d5);
}

TEST(RandomStream, IsItsBlocksInOrder) {
  RandomStream stream(42, 7);
  for (std::uint64_t index = 0; index < 5; ++index) {
    for (const std::uint32_t word : philox_block(42, 7, index)) {
      EXPECT_EQ(stream(), word);
    }
  }
  RandomStream words(42, 7);
  const std::uint64_t low = words();
  const std::uint64_t high = words();
  EXPECT_EQ(RandomStream(42, 7).bits64(), high << 32 | low);
}

TEST(RandomStream, SeedsAndStreamsDiffer) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 50; ++i) {
    seen.insert(RandomStream(i, 0).bits64());
    seen.insert(RandomStream(0, i + 1).bits64());
    seen.insert(RandomStream(i << 32, 1).bits64());
    seen.insert(RandomStream(1, (i + 1) << 32).bits64());
  }
  EXPECT_EQ(seen.size(), 199U);  // (seed 0, stream 1) is asked for twice
}

TEST(RandomStream, DoublesFillTheUnitIntervalEvenly) {
  RandomStream stream(1);
  std::array<int, 10> bins{};
  double sum = 0.0;
  double squares = 0.0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double u = stream.u01();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    ++bins.at(static_cast<std::size_t>(u * 10.0));
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.004);  // 4 standard errors
  EXPECT_NEAR(squares / kDraws, 1.0 / 3, 0.004);
  for (const int count : bins) {
    EXPECT_NEAR(count, kDraws / 10, 400);
  }
}

TEST(RandomStream, TheFirstDoubleIsItsTopBits) {
  const std::uint64_t bits = std::uint64_t{0xe169c58d} << 32 | 0x6627e8d5;
  EXPECT_EQ(RandomStream(0).u01(), std::ldexp(static_cast<double>(bits >> 11), -53));
}

TEST(RandomStream, WholeNumbersHaveNoBias) {
  // With n = 3 * 2^30 a plain modulo would give the lowest quarter of the range twice as often as
  // the others: 1/2 instead of 1/3 of the draws in the lowest third.
  constexpr std::uint32_t n = 3U << 30;
  RandomStream stream(5);
  std::array<int, 3> thirds{};
  for (int i = 0; i < 30'000; ++i) {
    ++thirds.at(stream.below(n) >> 30);
  }
  for (const int count : thirds) {
    EXPECT_NEAR(count, 10'000, 330);  // 4 standard errors
  }
}

TEST(RandomStream, WholeNumbersAreTheTopOfTheProduct) {
  // first word 0x6627e8d5 = 0.39904... of 2^32
  EXPECT_EQ(RandomStream(0).below(1), 0U);
  EXPECT_EQ(RandomStream(0).below(10), 3U);
  EXPECT_EQ(RandomStream(0).below(1000), 399U);
  EXPECT_EQ(RandomStream(0).below(0xffffffff), 0x6627e8d4U);
  EXPECT_THROW(RandomStream(0).below(0), std::invalid_argument);
}

// n = 2^31 + 1 refuses words whose product has a low half under 2^31 - 1: nearly every second one.
TEST(RandomStream, RefusedWordsAreSkipped) {
  constexpr std::uint32_t n = 0x80000001;
  RandomStream words(9);
  RandomStream stream(9);
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    std::uint64_t product = std::uint64_t{words()} * n;
    while ((product & 0xffffffff) < 0x7fffffff) {
      ++refused;
      product = std::uint64_t{words()} * n;
    }
    EXPECT_EQ(stream.below(n), product >> 32);
  }
  EXPECT_GT(refused, 800);
}

}  // namespace
}  // namespace foley
