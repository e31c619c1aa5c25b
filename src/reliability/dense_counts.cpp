#include "dense_counts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace foley::reliability {
namespace {

constexpr std::size_t kUnitsAtATime = 1024;  // slots and words stay in the nearest cache
constexpr std::size_t kMostOfEight = 8;
constexpr std::size_t kMostRaters = 255;  // what a byte of a word counts
constexpr int kLeast = -127;
constexpr std::uint8_t kMissing = 255;

using Slots = std::array<std::uint8_t, kUnitsAtATime>;

// Whole numbers as 0 to 254, missing ratings as 255; false where there is anything else.
bool read_slots(const double* first, std::ptrdiff_t step, std::size_t count, Slots& slots) {
  // Without branches: missing ratings come as they like.
  unsigned strange = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = first[static_cast<std::ptrdiff_t>(i) * step];
    const bool missing = value != value;
    const bool small = value >= kLeast && value <= -kLeast;
    const int whole = static_cast<int>(small ? value : 0.0);
    const bool fine = missing | (small & (static_cast<double>(whole) == value));
    strange |= static_cast<unsigned>(!fine);
    slots[i] = static_cast<std::uint8_t>(missing ? kMissing : whole - kLeast);
  }
  return strange == 0;
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
    for (const Slots& row : rows) {
      for (std::size_t u = 0; u < units; ++u) {
        seen_[row[u]] = true;
      }
    }
    if (!learn()) {
      return false;
    }
    words_.fill(0);
    for (const Slots& row : rows) {
      for (std::size_t u = 0; u < units; ++u) {
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
  // Gives new values their bytes; false when there are too many.
  bool learn() {
    for (std::size_t slot = 0; slot < kMissing; ++slot) {
      if (seen_[slot] && one_[slot] == 0) {
        if (slots_.size() == kMostOfEight) {
          return false;
        }
        one_[slot] = std::uint64_t{1} << (8 * slots_.size());
        slots_.push_back(static_cast<int>(slot));
      }
    }
    return true;
  }

  std::array<bool, 256> seen_{};
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
      if (!read_slots(first, matrix.unit_step(), units, rows[r])) {
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
