#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace foley {

/// Four 32-bit words: a counter of Philox, and what comes out for it.
using PhiloxBlock = std::array<std::uint32_t, 4>;
/// The key of Philox: which of 2^64 functions from counters to blocks.
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Philox4x32 with ten rounds: a bijection of the 128-bit counters for each key, whose values in
/// the order of the counters are random numbers. There is no state to carry along, so that number i
/// of stream j is known without the others: the same bits for any number of threads.
///
/// Source: Salmon, Moraes, Dror & Shaw, *Parallel random numbers: as easy as 1, 2, 3*, SC 2011.
[[nodiscard]] constexpr PhiloxBlock philox4x32(PhiloxBlock counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// The block with number `index` of a stream: Philox of (index, stream) under the key `seed`, low
/// words first.
[[nodiscard]] constexpr PhiloxBlock philox_block(std::uint64_t seed, std::uint64_t stream,
                                                 std::uint64_t index) {
  return philox4x32({static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32),
                     static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)},
                    {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
}

/// The numbers of one stream of one seed, in order. Streams are independent: give each replicate,
/// topic or rater its own. It meets the standard's UniformRandomBitGenerator; but the standard's
/// distributions differ between libraries, so use the members below where numbers must not.
class RandomStream {
 public:
  /// A 32-bit word, as the standard's generators name it.
  using result_type = std::uint32_t;

  /// Starts at the first word of the stream.
  explicit constexpr RandomStream(std::uint64_t seed, std::uint64_t stream = 0)
      : seed_(seed), stream_(stream) {}

  /// Smallest word.
  static constexpr result_type min() { return 0; }
  /// Largest word.
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  /// The next 32 bits.
  constexpr result_type operator()() {
    if (used_ == block_.size()) {
      block_ = philox_block(seed_, stream_, next_block_++);
      used_ = 0;
    }
    return block_[used_++];
  }

  /// The next 64 bits: two words, the low one first.
  constexpr std::uint64_t bits64() {
    const std::uint64_t low = (*this)();
    return std::uint64_t{(*this)()} << 32 | low;
  }

  /// A double in [0, 1), all multiples of 2^-53 equally likely.
  constexpr double u01() { return static_cast<double>(bits64() >> 11) * 0x1p-53; }

  /// A whole number below `n`, each equally likely to the last bit; throws std::invalid_argument
  /// for n = 0. One word, and another one with a chance of n / 2^32.
  ///
  /// Source: Lemire, *Fast random integer generation in an interval*, TOMACS 2019.
  constexpr std::uint32_t below(std::uint32_t n) {
    if (n == 0) {
      throw std::invalid_argument("RandomStream: no whole number is below 0");
    }
    std::uint64_t product = std::uint64_t{(*this)()} * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t surplus = (0U - n) % n;
      while (static_cast<std::uint32_t>(product) < surplus) {
        product = std::uint64_t{(*this)()} * n;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t next_block_ = 0;
  PhiloxBlock block_{};
  std::size_t used_ = 4;
};

}  // namespace foley
