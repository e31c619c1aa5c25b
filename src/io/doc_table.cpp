#include "doc_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace foley::io {
namespace {

std::uint64_t load8(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

std::uint64_t load4(const char* at) {
  std::uint32_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// Folds the 128-bit product, as the fastest hashes of short keys do (cf. Wang Yi's wyhash).
std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

constexpr std::uint64_t kFirst = 0xA0761D6478BD642FU;
constexpr std::uint64_t kSecond = 0xE7037ED1A0B428DBU;

// More probes a document than this do not come from chance: the ids were made to collide.
constexpr std::size_t kMostProbes = 16;

}  // namespace

std::uint64_t hash_of_id(std::string_view id) {
  const char* const at = id.data();
  const std::size_t n = id.size();
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t seed = kFirst ^ n;
  if (n >= 8) {
    // Ids of up to 16 bytes are covered by their first and last eight; longer ones fold the rest.
    for (std::size_t i = 8; i + 8 < n; i += 8) {
      seed = fold(seed ^ load8(at + i), kSecond);
    }
    a = load8(at);
    b = load8(at + n - 8);
  } else if (n >= 4) {
    a = load4(at);
    b = load4(at + n - 4);
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      a = (a << 8U) | static_cast<unsigned char>(at[i]);
    }
  }
  return fold(a ^ kSecond, b ^ seed);
}

std::size_t DocTable::assign(std::span<const std::string_view> ids) {
  ids_ = ids;
  sorted_.clear();
  const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * ids.size(), 16));
  mask_ = size - 1;
  slots_.assign(size, {});
  std::size_t probes = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::uint64_t hash = hash_of_id(ids[i]);
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    std::size_t at = hash & mask_;
    while (slots_[at].position != 0) {
      if (slots_[at].tag == tag && ids[slots_[at].position - 1] == ids[i]) {
        return i;
      }
      at = (at + 1) & mask_;
      probes += 1;
    }
    slots_[at] = {tag, static_cast<std::uint32_t>(i + 1)};
    if (probes > kMostProbes * ids.size() + 1024) {
      return assign_sorted();
    }
  }
  return kNone;
}

std::size_t DocTable::assign_sorted() {
  sorted_.resize(ids_.size());
  std::iota(sorted_.begin(), sorted_.end(), std::uint32_t{0});
  std::stable_sort(sorted_.begin(), sorted_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ids_[a] < ids_[b]; });
  std::size_t first = kNone;
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    if (ids_[sorted_[i]] == ids_[sorted_[i - 1]]) {
      first = std::min<std::size_t>(first, sorted_[i]);
    }
  }
  return first;
}

std::size_t DocTable::find(std::string_view id) const {
  if (!sorted_.empty()) {
    const auto at = std::lower_bound(
        sorted_.begin(), sorted_.end(), id,
        [&](std::uint32_t i, std::string_view wanted) { return ids_[i] < wanted; });
    return at != sorted_.end() && ids_[*at] == id ? *at : kNone;
  }
  if (ids_.empty()) {
    return kNone;
  }
  const std::uint64_t hash = hash_of_id(id);
  const auto tag = static_cast<std::uint32_t>(hash >> 32U);
  for (std::size_t at = hash & mask_; slots_[at].position != 0; at = (at + 1) & mask_) {
    if (slots_[at].tag == tag && ids_[slots_[at].position - 1] == id) {
      return slots_[at].position - 1;
    }
  }
  return kNone;
}

}  // namespace foley::io
