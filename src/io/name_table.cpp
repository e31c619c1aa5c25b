#include "name_table.hpp"

#include <functional>

namespace foley::io {

std::uint32_t NameTable::place_of(std::string_view name) {
  if (last_ != kFree && names_[last_] == name) {
    return last_;
  }
  if ((names_.size() + 1) * 3 > slots_.size() * 2) {
    grow();
  }
  const std::size_t hash = std::hash<std::string_view>{}(name);
  const auto tag = static_cast<std::uint32_t>(hash ^ (hash >> 32U));
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = tag & mask;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.place == kFree) {
      slot = {tag, static_cast<std::uint32_t>(names_.size())};
      names_.emplace_back(name);
    } else if (slot.tag != tag || names_[slot.place] != name) {
      continue;
    }
    last_ = slot.place;
    return last_;
  }
}

std::vector<std::string> NameTable::take() {
  slots_ = {};
  last_ = kFree;
  return std::exchange(names_, {});
}

void NameTable::grow() {
  std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.place != kFree) {
      std::size_t at = slot.tag & mask;
      while (slots_[at].place != kFree) {
        at = (at + 1) & mask;
      }
      slots_[at] = slot;
    }
  }
}

}  // namespace foley::io
