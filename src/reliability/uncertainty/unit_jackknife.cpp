#include "uncertainty/unit_jackknife.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"

namespace foley::reliability {
namespace {

constexpr std::size_t kMostPatterns = 4096;
constexpr std::size_t kGroups = 512;
constexpr std::size_t kLeftOutAtATime = 64;
constexpr std::uint64_t kDealingStream = std::numeric_limits<std::uint64_t>::max();

// Each unit's pattern, in an order that is left to chance.
std::vector<std::uint32_t> shuffled_units(const AgreementCounts& counts, std::uint64_t seed) {
  std::vector<std::uint32_t> units;
  units.reserve(counts.units());
  for (std::size_t i = 0; i < counts.patterns(); ++i) {
    units.insert(units.end(), counts.units_of()[i], static_cast<std::uint32_t>(i));
  }
  RandomStream random(seed, kDealingStream);
  for (std::size_t left = units.size(); left > 1; --left) {
    const std::size_t other = random.below(static_cast<std::uint32_t>(left));
    std::swap(units[left - 1], units[other]);
  }
  return units;
}

}  // namespace

double UnitJackknife::standard_error() const {
  double mean = 0.0;
  for (std::size_t i = 0; i < without.size(); ++i) {
    mean += times[i] * without[i];
  }
  mean /= parts;
  double squares = 0.0;
  for (std::size_t i = 0; i < without.size(); ++i) {
    squares += times[i] * (without[i] - mean) * (without[i] - mean);
  }
  return std::sqrt((parts - 1.0) / parts * squares);
}

UnitJackknife unit_jackknife(const AgreementCounts& counts, const AlphaEvaluator& evaluator,
                             std::uint64_t seed, unsigned threads) {
  UnitJackknife result;
  const auto units_of = counts.units_of();
  const bool one_by_one = counts.patterns() <= kMostPatterns ||
                          counts.units() > std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> dealt;
  if (one_by_one) {
    result.times.assign(units_of.begin(), units_of.end());
    result.parts = static_cast<double>(counts.units());
  } else {
    dealt = shuffled_units(counts, seed);
    result.times.assign(kGroups, 1.0);
    result.parts = kGroups;
  }
  result.without.resize(result.times.size());
  const std::size_t chunks = (result.without.size() + kLeftOutAtATime - 1) / kLeftOutAtATime;
  parallel_for(chunks, threads, [&](std::size_t chunk) {
    std::vector<std::uint64_t> rest(units_of.begin(), units_of.end());
    const std::size_t begin = chunk * kLeftOutAtATime;
    const std::size_t end = std::min(begin + kLeftOutAtATime, result.without.size());
    for (std::size_t part = begin; part < end; ++part) {
      if (one_by_one) {
        rest[part] -= 1;
        result.without[part] = evaluator.at(rest).value;
        rest[part] += 1;
        continue;
      }
      for (std::size_t u = part; u < dealt.size(); u += kGroups) {
        rest[dealt[u]] -= 1;
      }
      result.without[part] = evaluator.at(rest).value;
      for (std::size_t u = part; u < dealt.size(); u += kGroups) {
        rest[dealt[u]] += 1;
      }
    }
  });
  return result;
}

}  // namespace foley::reliability
