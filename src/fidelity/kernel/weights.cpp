#include "weights.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "foley/core/random.hpp"

namespace foley::fidelity {

namespace {

// Streams of replicate i: three sets and the permutation.
constexpr std::uint64_t streams = 4;

}  // namespace

RowClips::RowClips(ClipIds ids, std::size_t rows, const char* what)
    : ids_(ids), rows_(rows), count_(rows) {
  if (ids.empty()) {
    return;
  }
  if (ids.size() != rows) {
    throw std::invalid_argument(std::string(what) + ": " + std::to_string(ids.size()) +
                                " clips for " + std::to_string(rows) + " rows");
  }
  count_ = std::size_t{*std::max_element(ids.begin(), ids.end())} + 1;
  if (count_ > rows) {
    throw std::invalid_argument(std::string(what) + ": clips must be numbered from 0 on");
  }
}

Weights bootstrap_weights(const RowClips& clips, std::size_t first, std::size_t count,
                          std::uint64_t seed, std::uint64_t set) {
  Weights weights(clips.rows(), count);
  std::vector<float> drawn(clips.count());
  const auto n = static_cast<std::uint32_t>(clips.count());
  for (std::size_t r = 0; r < count; ++r) {
    RandomStream random(seed, streams * (first + r) + set);
    std::fill(drawn.begin(), drawn.end(), 0.0F);
    for (std::uint32_t i = 0; i < n; ++i) {
      drawn[random.below(n)] += 1.0F;
    }
    for (std::size_t row = 0; row < clips.rows(); ++row) {
      weights.at(row, r) = drawn[clips.clip_of(row)];
    }
  }
  return weights;
}

Labels permutation_labels(const RowClips& first, const RowClips& second, bool paired,
                          std::size_t begin, std::size_t count, std::uint64_t seed) {
  Labels labels{Weights(first.rows(), count), Weights(second.rows(), count)};
  const std::size_t n = first.count();
  const std::size_t all = n + second.count();
  std::vector<std::uint32_t> order(all);
  std::vector<float> in_first(all);
  for (std::size_t r = 0; r < count; ++r) {
    RandomStream random(seed, streams * (begin + r) + streams - 1);
    if (paired) {
      for (std::size_t clip = 0; clip < n; ++clip) {
        const bool stays = (random() & 1U) == 0;
        in_first[clip] = stays ? 1.0F : 0.0F;
        in_first[n + clip] = stays ? 0.0F : 1.0F;
      }
    } else {
      std::iota(order.begin(), order.end(), 0U);
      std::fill(in_first.begin(), in_first.end(), 0.0F);
      for (std::size_t i = 0; i < n; ++i) {
        std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(all - i))]);
        in_first[order[i]] = 1.0F;
      }
    }
    for (std::size_t row = 0; row < first.rows(); ++row) {
      labels.first.at(row, r) = in_first[first.clip_of(row)];
    }
    for (std::size_t row = 0; row < second.rows(); ++row) {
      labels.second.at(row, r) = in_first[n + second.clip_of(row)];
    }
  }
  return labels;
}

}  // namespace foley::fidelity
