#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "foley/retrieval/fusion/fusion_topic.hpp"

namespace foley::retrieval {

/// Sum from the least to the greatest: `values` are ascending.
inline double sum_of(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  return sum;
}

/// For each document: `value(run, rank, score)` of every list that holds it, ascending, made into
/// one number by `combine`. Sorted, so that the order of the runs has no say in the rounding.
template <class Value, class Combine>
void combine_by_document(const FusionTopic& topic, const Value& value, const Combine& combine,
                         std::vector<double>& fused) {
  std::vector<std::size_t> end_of(topic.docs.size() + 1, 0);
  for (const auto& list : topic.lists) {
    for (const FusionEntry& entry : list) {
      end_of[entry.doc + 1] += 1;
    }
  }
  for (std::size_t d = 0; d < topic.docs.size(); ++d) {
    end_of[d + 1] += end_of[d];
  }
  std::vector<double> values(end_of.back());
  std::vector<std::size_t> next(end_of.begin(), end_of.end() - 1);
  for (std::size_t run = 0; run < topic.lists.size(); ++run) {
    const auto& list = topic.lists[run];
    for (std::size_t i = 0; i < list.size(); ++i) {
      values[next[list[i].doc]++] = value(run, static_cast<double>(i + 1), list[i].score);
    }
  }
  fused.resize(topic.docs.size());
  for (std::size_t d = 0; d < topic.docs.size(); ++d) {
    const std::span<double> mine(values.data() + end_of[d], end_of[d + 1] - end_of[d]);
    std::sort(mine.begin(), mine.end());
    fused[d] = combine(std::span<const double>(mine));
  }
}

}  // namespace foley::retrieval
