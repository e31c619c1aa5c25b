#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/stats/topic_matrix.hpp"

namespace foley::stats {

// Sums of the systems' values over topics with random signs. Systems go in chunks of four, so that
// a sum of four systems is a few vector instructions.
class FlippedSums {
 public:
  // Permutations worked on together: few enough that their sums stay in the cache, many enough that
  // the tables of sums pay.
  static constexpr std::size_t kBatch = 1024;

  explicit FlippedSums(const TopicMatrix& matrix);

  // Sums of permutations begin … begin + count - 1, count <= kBatch. The sign of topic t in
  // permutation r is bit t of the words of stream r of the seed, negative where it is set.
  void draw(std::uint64_t seed, std::size_t begin, std::size_t count);

  // Sums without flips, in the same order of additions.
  void take_plain();

  [[nodiscard]] double of(std::size_t system, std::size_t permutation) const {
    return sums_[system / 4 * kBatch + permutation][system % 4];
  }

 private:
  using Four = std::array<double, 4>;

  // Sums of eight topics for each of the 256 patterns of their signs.
  void fill_table(std::size_t chunk, std::size_t topic);
  void add_topics(std::size_t topic, std::span<const std::uint8_t> patterns);

  TopicMatrix matrix_;
  std::size_t chunks_;
  std::vector<Four> sums_;  // chunk by chunk, kBatch each
  std::array<Four, 256> table_{};
};

}  // namespace foley::stats
