#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace foley {

/// Keeps copies of many short texts alive at stable addresses, in few large blocks.
class StringPool {
 public:
  /// Copies the text; the view stays valid as long as the pool lives, also when it is moved.
  std::string_view keep(std::string_view text);

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace foley
