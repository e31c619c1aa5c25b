#include "ratings_order.hpp"

#include <algorithm>
#include <numeric>

#include "field_lines.hpp"
#include "ratings_values.hpp"

namespace foley::io {
namespace {

template <class Key>
std::vector<std::uint32_t> ranks_of(const std::vector<Key>& keys) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  std::vector<std::uint32_t> ranks(keys.size());
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank += i > 0 && keys[order[i - 1]] < keys[order[i]] ? 1 : 0;
    ranks[order[i]] = rank;
  }
  return ranks;
}

}  // namespace

bool RatingOrder::add(std::string_view text) {
  text = trimmed(text);
  bool is_number = false;
  const auto number = finite_number(text, is_number);
  if (number ? !texts_.empty() : is_number || text.empty() || !numbers_.empty()) {
    return false;
  }
  if (number) {
    numbers_.push_back(*number);
  } else {
    texts_.emplace_back(text);
  }
  return true;
}

std::vector<std::uint32_t> RatingOrder::ranks() const {
  return numbers_.empty() ? ranks_of(texts_) : ranks_of(numbers_);
}

}  // namespace foley::io
