#include "clips.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace foley::fidelity {

Clips::Clips(std::size_t rows, std::span<const std::uint32_t> clips) : rows_(rows) {
  if (!clips.empty() && clips.size() != rows) {
    throw std::invalid_argument(std::to_string(clips.size()) + " clips for " +
                                std::to_string(rows) + " rows");
  }
  std::iota(rows_.begin(), rows_.end(), std::uint32_t{0});
  if (!clips.empty()) {
    std::ranges::sort(rows_, [&](std::uint32_t a, std::uint32_t b) {
      return clips[a] != clips[b] ? clips[a] < clips[b] : a < b;
    });
  }
  for (std::size_t i = 1; i <= rows; ++i) {
    if (i == rows || clips.empty() || clips[rows_[i]] != clips[rows_[i - 1]]) {
      begins_.push_back(i);
    }
  }
}

}  // namespace foley::fidelity
