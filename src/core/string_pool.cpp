#include "foley/core/string_pool.hpp"

#include <algorithm>
#include <cstring>

namespace foley {

std::string_view StringPool::keep(std::string_view text) {
  constexpr std::size_t kBlock = std::size_t{64} * 1024;
  if (text.empty()) {
    return {};
  }
  if (blocks_.empty() || capacity_ - used_ < text.size()) {
    capacity_ = std::max(kBlock, text.size());
    blocks_.push_back(std::make_unique<char[]>(capacity_));
    used_ = 0;
  }
  char* place = blocks_.back().get() + used_;
  std::memcpy(place, text.data(), text.size());
  used_ += text.size();
  return {place, text.size()};
}

}  // namespace foley
