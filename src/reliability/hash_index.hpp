#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace foley::reliability {

/// Mixes 64 bits so that every bit of the result depends on all of them (finaliser of SplitMix64).
[[nodiscard]] inline std::uint64_t mixed_bits(std::uint64_t x) {
  x ^= x >> 30U;
  x *= 0xBF58476D1CE4E5B9U;
  x ^= x >> 27U;
  x *= 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

/// Finds things that are stored elsewhere, by hash: open addressing, eight bytes a slot. A
/// std::unordered_map costs an allocation a thing, and there may be tens of millions.
class HashIndex {
 public:
  /// The index of the thing with this hash for which `same(index)` is true; where there is none,
  /// `next` is added and returned.
  template <class Same>
  std::uint32_t find_or_add(std::uint64_t hash, std::size_t next, const Same& same) {
    if ((used_ + 1) * 2 > slots_.size()) {
      grow();
    }
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    for (std::size_t at = tag & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.index == kFree) {
        if (next >= kFree) {
          throw std::length_error("more different ratings than can be counted");
        }
        slot = {tag, static_cast<std::uint32_t>(next)};
        used_ += 1;
        return slot.index;
      }
      if (slot.tag == tag && same(slot.index)) {
        return slot.index;
      }
    }
  }

 private:
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t index = kFree;
  };

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.index != kFree) {
        std::size_t at = slot.tag & mask_;
        while (slots_[at].index != kFree) {
          at = (at + 1) & mask_;
        }
        slots_[at] = slot;
      }
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::size_t used_ = 0;
};

}  // namespace foley::reliability
