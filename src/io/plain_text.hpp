#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace foley::io {

/// True for the two blanks of plain lines.
inline bool is_plain_blank(char c) { return c == ' ' || c == '\t'; }

/// First byte at or after `at` that is a blank or a control character (<= 0x20). There must be one,
/// and 16 readable bytes behind it. Sets `other_than_ascii` when a byte before it is not ASCII.
inline const char* find_field_end(const char* at, bool& other_than_ascii) {
#if defined(__SSE2__)
  const __m128i blank = _mm_set1_epi8(0x20);
  for (;;) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto ends = static_cast<std::uint32_t>(
        _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, blank), bytes)));
    const auto high = static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
    if (ends != 0) {
      const std::uint32_t before = (ends & (0U - ends)) - 1;
      other_than_ascii = other_than_ascii || (high & before) != 0;
      return at + std::countr_zero(ends);
    }
    other_than_ascii = other_than_ascii || high != 0;
    at += 16;
  }
#else
  while (static_cast<unsigned char>(*at) > 0x20) {
    other_than_ascii = other_than_ascii || static_cast<unsigned char>(*at) >= 0x80;
    at += 1;
  }
  return at;
#endif
}

/// Reads a decimal number without exponent whose digits fit a double exactly, so that one division
/// gives the correctly rounded value. Returns the byte behind it, or nullptr when the text is
/// anything else.
inline const char* read_plain_number(const char* at, double& value) {
  static constexpr std::array<double, 16> kPowers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr std::ptrdiff_t kMostDigits = 15;
  const bool negative = *at == '-';
  at += negative ? 1 : 0;
  std::uint64_t digits = 0;
  const char* const first = at;
  while (static_cast<unsigned char>(*at - '0') < 10) {
    digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    at += 1;
  }
  std::ptrdiff_t count = at - first;
  std::ptrdiff_t decimals = 0;
  if (*at == '.') {
    at += 1;
    const char* const from = at;
    while (static_cast<unsigned char>(*at - '0') < 10) {
      digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
      at += 1;
    }
    decimals = at - from;
    count += decimals;
  }
  if (count == 0 || count > kMostDigits) {
    return nullptr;
  }
  const double whole = static_cast<double>(digits) / kPowers[static_cast<std::size_t>(decimals)];
  value = negative ? -whole : whole;
  return at;
}

/// Reads up to nine digits. Returns the byte behind them, or nullptr when there are none or more.
inline const char* read_plain_count(const char* at, std::int64_t& value) {
  const char* const first = at;
  std::int64_t digits = 0;
  while (static_cast<unsigned char>(*at - '0') < 10 && at - first < 10) {
    digits = digits * 10 + (*at - '0');
    at += 1;
  }
  if (at == first || at - first > 9) {
    return nullptr;
  }
  value = digits;
  return at;
}

}  // namespace foley::io
