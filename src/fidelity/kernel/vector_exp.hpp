#pragma once

#include <bit>
#include <cstdint>

namespace foley::fidelity {

// exp for arguments of at most 0, without branches, so that loops over it become vector code; the
// same bits on any processor, as no operation is fused. x = k ln 2 + r with |r| <= ln 2 / 2 (Cody &
// Waite's two-part ln 2), a Taylor polynomial of r, k into the exponent. Adding 1.5 * 2^52 rounds
// to a whole number and leaves it in the low bits. Below the smallest normal number the result is
// about that number instead of less.

/// To 1e-7 relative.
inline float exp_of_negative(float x) {
  constexpr float least = -87.0F;
  constexpr float magic = 12582912.0F;
  x = x < least ? least : x;
  const float shifted = x * 1.44269504F + magic;
  const float k = shifted - magic;
  const float r = (x - k * 0.693359375F) - k * -2.12194440e-4F;
  float p = 1.0F / 5040.0F;
  p = p * r + 1.0F / 720.0F;
  p = p * r + 1.0F / 120.0F;
  p = p * r + 1.0F / 24.0F;
  p = p * r + 1.0F / 6.0F;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) +
                              (std::bit_cast<std::uint32_t>(shifted) << 23U));
}

/// To 3e-16 relative.
inline double exp_of_negative(double x) {
  constexpr double least = -708.0;
  constexpr double magic = 6755399441055744.0;
  x = x < least ? least : x;
  const double shifted = x * 1.4426950408889634 + magic;
  const double k = shifted - magic;
  const double r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  double p = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(p) +
                               (std::bit_cast<std::uint64_t>(shifted) << 52U));
}

}  // namespace foley::fidelity
