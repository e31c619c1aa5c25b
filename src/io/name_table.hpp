#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace foley::io {

/// Numbers different names in the order of their first appearance: eight bytes a slot beside the
/// names, because there may be tens of millions.
class NameTable {
 public:
  /// Most names that are held.
  static constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() - 1;

  /// The number of a name, which is added when it is new. No more than kMost may be added.
  std::uint32_t place_of(std::string_view name);

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::string& name(std::uint32_t place) const { return names_[place]; }

  /// Gives the names away and forgets them.
  [[nodiscard]] std::vector<std::string> take();

 private:
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t place = kFree;
  };

  void grow();

  std::vector<std::string> names_;
  std::vector<Slot> slots_;
  std::uint32_t last_ = kFree;  // files name a unit many times in a row
};

}  // namespace foley::io
