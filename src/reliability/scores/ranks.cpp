#include "scores/ranks.hpp"

#include <algorithm>
#include <numeric>

namespace foley::reliability {

void Ties::add(std::uint64_t t) {
  const auto size = static_cast<double>(t);
  pairs += t * (t - 1) / 2;
  cubes += size * size * size - size;
  triples += size * (size - 1.0) * (size - 2.0);
  spread += size * (size - 1.0) * (2.0 * size + 5.0);
}

CentredRanks::CentredRanks(std::span<const double> values) : ranks(values.size()) {
  const std::vector<std::size_t> places = ascending_places(values, values);
  for (std::size_t begin = 0; begin < places.size();) {
    std::size_t end = begin + 1;
    while (end < places.size() && values[places[end]] == values[places[begin]]) {
      end += 1;
    }
    const double rank = static_cast<double>(begin + end - 1) / 2.0;
    for (std::size_t i = begin; i < end; ++i) {
      ranks[places[i]] = rank - static_cast<double>(places.size() - 1) / 2.0;
    }
    ties.add(end - begin);
    begin = end;
  }
}

std::vector<std::size_t> ascending_places(std::span<const double> values,
                                          std::span<const double> then) {
  std::vector<std::size_t> places(values.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::sort(places, [&](std::size_t a, std::size_t b) {
    return values[a] != values[b] ? values[a] < values[b] : then[a] < then[b];
  });
  return places;
}

std::uint64_t sort_counting(std::vector<double>& values) {
  std::vector<double> merged(values.size());
  std::uint64_t swaps = 0;
  for (std::size_t run = 1; run < values.size(); run *= 2) {
    for (std::size_t begin = 0; begin < values.size(); begin += 2 * run) {
      const std::size_t middle = std::min(begin + run, values.size());
      const std::size_t end = std::min(begin + 2 * run, values.size());
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t out = begin; out < end; ++out) {
        if (right == end || (left < middle && values[left] <= values[right])) {
          merged[out] = values[left++];
        } else {
          swaps += middle - left;
          merged[out] = values[right++];
        }
      }
    }
    values.swap(merged);
  }
  return swaps;
}

}  // namespace foley::reliability
