#include "dense_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace foley::reliability {
namespace {

// Long enough for the rows to stream from memory, and slots and words stay in the second cache.
constexpr std::size_t kUnitsAtATime = 4096;
constexpr std::size_t kMostOfEight = 8;
constexpr std::size_t kMostRaters = 255;  // what a byte of a word counts
constexpr int kLeast = -127;
constexpr std::uint8_t kMissing = 255;

using Slots = std::array<std::uint8_t, kUnitsAtATime>;

// Added to a number this side of 2^51, it leaves the nearest whole number in the last bits.
constexpr double kToWhole = 0x1.8p52;

// Whole numbers of a block as 0 to 254, missing ratings as 255; not zero where there is anything
// else. Without branches, since missing ratings come as they like, and in numbers of one width, so
// that it becomes vector code: three times as fast where the processor has AVX2, the same bits
// everywhere. Sanitizers cannot choose a version before they run themselves.
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
__attribute__((target_clones("avx2", "default")))
#endif
std::uint64_t
read_block(const double* __restrict numbers, std::uint8_t* __restrict slots) {
  constexpr std::uint64_t kZeroSlot = std::bit_cast<std::uint64_t>(kToWhole + kLeast);
  std::uint64_t strange = 0;
  for (std::size_t i = 0; i < kUnitsAtATime; ++i) {
    const double value = numbers[i];
    const double moved = value + kToWhole;
    const std::uint64_t slot = std::bit_cast<std::uint64_t>(moved) - kZeroSlot;
    const std::uint64_t whole = moved - kToWhole == value ? 1 : 0;
    const std::uint64_t small = slot < kMissing ? 1 : 0;
    const std::uint64_t given = value == value ? 1 : 0;
    const std::uint64_t fine = whole & small;
    strange |= given & (fine ^ 1U);
    // All ones where there is no slot.
    slots[i] = static_cast<std::uint8_t>(slot | (fine - 1U));
  }
  return strange;
}

bool read_slots(const double* numbers, Slots& slots) {
  return read_block(numbers, slots.data()) == 0;
}

// The same for any step and up to a block of numbers; the rest is missing.
bool read_row(const double* first, std::ptrdiff_t step, std::size_t count, Slots& slots) {
  if (step == 1 && count == kUnitsAtATime) {
    return read_slots(first, slots);
  }
  std::array<double, kUnitsAtATime> numbers;
  numbers.fill(std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = first[static_cast<std::ptrdiff_t>(i) * step];
  }
  return read_slots(numbers.data(), slots);
}

// Words with the units that hold each.
class WordCounts {
 public:
  void add(std::uint64_t word) {
    const std::uint32_t at = index_.find_or_add(mixed_bits(word), words_.size(),
                                                [&](std::uint32_t i) { return words_[i] == word; });
    if (at == words_.size()) {
      words_.push_back(word);
      units_.push_back(0);
    }
    units_[at] += 1;
  }

  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }
  [[nodiscard]] std::vector<std::uint64_t>& units() { return units_; }

 private:
  HashIndex index_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> units_;
};

// Byte i of a word: how many ratings of the unit have the i-th value found.
class ByCount {
 public:
  bool block(std::span<const Slots> rows, std::size_t units) {
    if (!knows(rows) && !learn(rows)) {
      return false;
    }
    words_.fill(0);
    for (const Slots& row : rows) {
      for (std::size_t u = 0; u < kUnitsAtATime; ++u) {
        words_[u] += one_[row[u]];
      }
    }
    for (std::size_t u = 0; u < units; ++u) {
      counts_.add(words_[u]);
    }
    return true;
  }

  FoundPatterns patterns() {
    FoundPatterns found;
    for (const int slot : slots_) {
      found.values.push_back(slot + kLeast);
    }
    for (const std::uint64_t word : counts_.words()) {
      for (std::uint32_t code = 0; code < slots_.size(); ++code) {
        found.codes.insert(found.codes.end(), word >> (8 * code) & 0xFF, code);
      }
      found.begins.push_back(found.codes.size());
    }
    found.units_of = std::move(counts_.units());
    return found;
  }

 private:
  // Whether all values between the least and the greatest of the block have their bytes: quick to
  // find out, and true of nearly all blocks but the first.
  [[nodiscard]] bool knows(std::span<const Slots> rows) const {
    std::uint8_t least = kMissing;
    std::uint8_t past_greatest = 0;  // what is missing wraps around to 0
    for (const Slots& row : rows) {
      for (std::size_t u = 0; u < kUnitsAtATime; ++u) {
        least = std::min(least, row[u]);
        past_greatest = std::max(past_greatest, static_cast<std::uint8_t>(row[u] + 1));
      }
    }
    for (std::size_t slot = least; slot < past_greatest; ++slot) {
      if (one_[slot] == 0) {
        return false;
      }
    }
    return true;
  }

  // Gives new values their bytes; false when there are too many.
  bool learn(std::span<const Slots> rows) {
    std::array<bool, 256> seen{};
    for (const Slots& row : rows) {
      for (const std::uint8_t slot : row) {
        seen[slot] = true;
      }
    }
    for (std::size_t slot = 0; slot < kMissing; ++slot) {
      if (seen[slot] && one_[slot] == 0) {
        if (slots_.size() == kMostOfEight) {
          return false;
        }
        one_[slot] = std::uint64_t{1} << (8 * slots_.size());
        slots_.push_back(static_cast<int>(slot));
      }
    }
    return true;
  }

  std::array<std::uint64_t, 256> one_{};
  std::array<std::uint64_t, kUnitsAtATime> words_{};
  std::vector<int> slots_;
  WordCounts counts_;
};

// The ratings of the unit, one a byte, ascending from the highest byte on.
class ByList {
 public:
  bool block(std::span<const Slots> rows, std::size_t units) {
    for (std::size_t u = 0; u < units; ++u) {
      std::array<std::uint8_t, kMostOfEight> unit{};
      std::size_t ratings = 0;
      for (const Slots& row : rows) {
        if (row[u] != kMissing) {
          std::size_t at = ratings++;
          for (; at > 0 && unit[at - 1] > row[u]; --at) {
            unit[at] = unit[at - 1];
          }
          unit[at] = row[u];
        }
      }
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < kMostOfEight; ++i) {
        word = word << 8U | (i < ratings ? std::uint64_t{unit[i]} + 1 : 0);
      }
      counts_.add(word);
    }
    return true;
  }

  FoundPatterns patterns() {
    FoundPatterns found;
    for (int slot = 0; slot < kMissing; ++slot) {
      found.values.push_back(slot + kLeast);
    }
    for (const std::uint64_t word : counts_.words()) {
      for (std::uint64_t rest = word; rest != 0; rest <<= 8U) {
        found.codes.push_back(static_cast<std::uint32_t>(rest >> 56U) - 1);
      }
      found.begins.push_back(found.codes.size());
    }
    found.units_of = std::move(counts_.units());
    return found;
  }

 private:
  WordCounts counts_;
};

template <class Words>
std::optional<FoundPatterns> counted(const RatingMatrix& matrix) {
  Words words;
  std::vector<Slots> rows(matrix.raters());
  for (std::size_t begin = 0; begin < matrix.units(); begin += kUnitsAtATime) {
    const std::size_t units = std::min(kUnitsAtATime, matrix.units() - begin);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const double* first = matrix.row(r) + static_cast<std::ptrdiff_t>(begin) * matrix.unit_step();
      if (!read_row(first, matrix.unit_step(), units, rows[r])) {
        return std::nullopt;
      }
    }
    if (!words.block(rows, units)) {
      return std::nullopt;
    }
  }
  return words.patterns();
}

}  // namespace

std::optional<FoundPatterns> small_patterns(const RatingMatrix& matrix) {
  std::optional<FoundPatterns> found;
  if (matrix.raters() <= kMostRaters) {
    found = counted<ByCount>(matrix);
  }
  if (!found && matrix.raters() <= kMostOfEight) {
    found = counted<ByList>(matrix);
  }
  return found;
}

}  // namespace foley::reliability
