#include "families.hpp"

#include <numeric>
#include <stdexcept>
#include <unordered_map>

namespace foley::stats {

Families::Families(std::size_t topics, std::span<const std::uint32_t> labels) {
  if (!labels.empty() && labels.size() != topics) {
    throw std::invalid_argument("families: one label a topic is needed");
  }
  if (labels.empty()) {
    topics_.resize(topics);
    begin_.resize(topics + 1);
    std::iota(topics_.begin(), topics_.end(), std::size_t{0});
    std::iota(begin_.begin(), begin_.end(), std::size_t{0});
    return;
  }
  std::unordered_map<std::uint32_t, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t topic = 0; topic < topics; ++topic) {
    const auto [found, is_new] = numbers.try_emplace(labels[topic], members.size());
    if (is_new) {
      members.emplace_back();
    }
    members[found->second].push_back(topic);
  }
  begin_.push_back(0);
  for (const auto& family : members) {
    topics_.insert(topics_.end(), family.begin(), family.end());
    begin_.push_back(topics_.size());
  }
}

}  // namespace foley::stats
