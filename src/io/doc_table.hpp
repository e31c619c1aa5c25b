#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace foley::io {

/// Hash of a document id; the same on every machine of one byte order.
[[nodiscard]] std::uint64_t hash_of_id(std::string_view id);

/// Finds documents of one query by id: whether an id stands twice, and where one stands. Keeps its
/// memory from query to query.
class DocTable {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Takes the ids of a query, which must stay alive. Returns the position of the first id that
  /// stands there already, or kNone when all differ.
  std::size_t assign(std::span<const std::string_view> ids);

  /// Position of an id, or kNone.
  [[nodiscard]] std::size_t find(std::string_view id) const;

 private:
  struct Slot {
    std::uint32_t tag = 0;       // upper half of the hash
    std::uint32_t position = 0;  // + 1; 0: free
  };

  std::size_t assign_sorted();

  std::span<const std::string_view> ids_;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::vector<std::uint32_t> sorted_;  // used instead of the slots when ids collide on purpose
};

}  // namespace foley::io
