#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace foley::testing {

/// True when both are the same number to 1e-12 relative, or both NaN.
inline bool nearly_equal(double a, double b, double relative = 1e-12) {
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b);
  }
  return a == b || std::fabs(a - b) <= relative * std::max(std::fabs(a), std::fabs(b));
}

/// True when both have the same bits.
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace foley::testing

/// Expects equality to 1e-12 relative.
#define FOLEY_EXPECT_NEARLY(expected, actual)                                                     \
  EXPECT_PRED2([](double a, double b) { return ::foley::testing::nearly_equal(a, b); }, expected, \
               actual)
