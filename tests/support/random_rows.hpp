#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/rows.hpp"

namespace foley::testing {

/// Judgments and run of one query with everything that makes rankings hard: ties, ids whose order
/// by code point differs from that of a dictionary, documents that one side lacks.
struct RandomRanking {
  Row qrels;
  Row run;
  std::int64_t k = 10;
  double rel_level = 1.0;
};

/// Which values may occur.
struct RandomOptions {
  bool negative_grades = false;
  bool strange_scores = false;  ///< NaN, infinities, -0.0.
  std::int64_t least_k = -5;
  std::int64_t greatest_k = 60;
};

/// Ids of a small world, so that judgments and run overlap.
inline std::string world_id(std::size_t index) {
  static const std::array<const char*, 10> kHard{"",       "Z",   "z",  "é",    "\U0001F600",
                                                 "\uFFFD", "a b", "d1", "d100", "~"};
  return index < kHard.size() ? kHard.at(index) : "d" + std::to_string(index);
}

/// Distinct indices below `world`, in random order.
inline std::vector<std::size_t> random_subset(std::size_t world) {
  const auto size = *rc::gen::inRange<std::size_t>(0, world + 1);
  std::vector<std::size_t> all(world);
  for (std::size_t i = 0; i < world; ++i) {
    all[i] = i;
  }
  for (std::size_t i = 0; i < size; ++i) {
    std::swap(all[i], all[*rc::gen::inRange<std::size_t>(i, world)]);
  }
  all.resize(size);
  return all;
}

/// Draws a ranking; call inside a property.
inline RandomRanking random_ranking(const RandomOptions& options) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> strange{std::numeric_limits<double>::quiet_NaN(), infinity, -infinity,
                                    -0.0, 0.0};
  const auto world = *rc::gen::element<std::size_t>(3, 14, 45);
  RandomRanking drawn;
  for (const std::size_t i : random_subset(world)) {
    const int grade = *rc::gen::inRange(options.negative_grades ? -3 : 0, 4);
    const bool half = *rc::gen::inRange(0, 4) == 0;
    drawn.qrels.emplace_back(world_id(i), static_cast<double>(grade) + (half ? 0.5 : 0.0));
  }
  for (const std::size_t i : random_subset(world)) {
    const bool odd = options.strange_scores && *rc::gen::inRange(0, 4) == 0;
    // Few different scores: most rows hold ties.
    const double score =
        odd ? *rc::gen::elementOf(strange) : static_cast<double>(*rc::gen::inRange(-4, 5)) / 4.0;
    drawn.run.emplace_back(world_id(i), score);
  }
  drawn.k = *rc::gen::inRange<std::int64_t>(options.least_k, options.greatest_k + 1);
  drawn.rel_level = *rc::gen::element(1.0, 1.0, 2.0, 0.0, -1.0, 0.5);
  return drawn;
}

/// The same row in another order.
inline Row shuffled(Row row) {
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    std::swap(row[i], row[*rc::gen::inRange<std::size_t>(i, row.size())]);
  }
  return row;
}

}  // namespace foley::testing
