#include "exact_flips.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace foley::stats {
namespace {

// The sums of all sign patterns, ascending.
std::vector<double> all_sums(std::span<const double> values) {
  std::vector<double> sums{0.0};
  for (const double value : values) {
    const std::size_t before = sums.size();
    for (std::size_t i = 0; i < before; ++i) {
      sums.push_back(sums[i] - value);
      sums[i] += value;
    }
  }
  std::ranges::sort(sums);
  return sums;
}

// Number of pairs, one of each list, whose sum is at least `limit`.
std::uint64_t count_from(const std::vector<double>& left, const std::vector<double>& right,
                         double limit) {
  std::uint64_t count = 0;
  std::size_t too_small = right.size();  // right[0 … too_small) with the present left
  for (const double sum : left) {
    while (too_small > 0 && sum + right[too_small - 1] >= limit) {
      --too_small;
    }
    count += right.size() - too_small;
  }
  return count;
}

}  // namespace

double exact_flip_p(std::span<const double> differences, double slack, Alternative alternative) {
  double seen = 0.0;
  for (const double difference : differences) {
    seen += difference;
  }
  const std::size_t half = differences.size() / 2;
  const std::vector<double> left = all_sums(differences.first(half));
  const std::vector<double> right = all_sums(differences.subspan(half));
  const double all = std::ldexp(1.0, static_cast<int>(differences.size()));
  // The patterns come in pairs of opposite sums: the lower tail of a sum is the upper of its
  // negative.
  switch (alternative) {
    case Alternative::greater:
      return static_cast<double>(count_from(left, right, seen - slack)) / all;
    case Alternative::less:
      return static_cast<double>(count_from(left, right, -seen - slack)) / all;
    case Alternative::two_sided:
      break;
  }
  const double limit = std::fabs(seen) - slack;
  if (limit <= 0.0) {
    return 1.0;
  }
  return 2.0 * static_cast<double>(count_from(left, right, limit)) / all;
}

}  // namespace foley::stats
