#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace foley::stats {

// Topics grouped in families, numbered in the order in which they first occur.
class Families {
 public:
  // No labels: each topic is its own family. Throws std::invalid_argument for another length.
  Families(std::size_t topics, std::span<const std::uint32_t> labels);

  [[nodiscard]] std::size_t size() const { return begin_.size() - 1; }

  // The topics of one family, ascending.
  [[nodiscard]] std::span<const std::size_t> topics_of(std::size_t family) const {
    return std::span(topics_).subspan(begin_[family], begin_[family + 1] - begin_[family]);
  }

  // All topics, family by family.
  [[nodiscard]] std::span<const std::size_t> topics() const { return topics_; }

 private:
  std::vector<std::size_t> topics_;
  std::vector<std::size_t> begin_;
};

}  // namespace foley::stats
