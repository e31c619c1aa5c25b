#include "counts_builder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace foley::reliability {
namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

// The first codes of a pattern in one number that sorts as they do; a shorter pattern comes first.
struct Prefix {
  unsigned bits;
  std::size_t codes;

  explicit Prefix(std::size_t values)
      : bits(values < 0xFF     ? 8
             : values < 0xFFFF ? 16
                               : 32),
        codes(64 / bits) {}

  [[nodiscard]] std::uint64_t of(std::span<const std::uint32_t> pattern) const {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < codes; ++i) {
      key = key << bits | (i < pattern.size() ? std::uint64_t{pattern[i]} + 1 : 0);
    }
    return key;
  }
};

// New codes of the values that compared units use, in ascending order of the values.
std::vector<std::uint32_t> ranked(const std::vector<double>& values, const std::vector<bool>& used,
                                  std::vector<double>& ascending) {
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (used[i]) {
      order.emplace_back(values[i], static_cast<std::uint32_t>(i));
    }
  }
  std::ranges::sort(order);
  std::vector<std::uint32_t> rank(values.size(), kUnused);
  for (const auto& [value, old] : order) {
    rank[old] = static_cast<std::uint32_t>(ascending.size());
    ascending.push_back(value);
  }
  return rank;
}

struct Keyed {
  std::uint64_t key;
  std::size_t pattern;
};

}  // namespace

std::uint32_t CountsBuilder::code_of(double value) {
  if (std::isinf(value)) {
    throw std::invalid_argument("ratings: a rating is infinite");
  }
  value += 0.0;  // one zero, not two
  const std::uint64_t hash = mixed_bits(std::bit_cast<std::uint64_t>(value));
  const std::uint32_t code = values_.find_or_add(
      hash, found_.values.size(), [&](std::uint32_t i) { return found_.values[i] == value; });
  if (code == found_.values.size()) {
    found_.values.push_back(value);
  }
  return code;
}

void CountsBuilder::add(std::span<const double> ratings) {
  scratch_.clear();
  for (const double value : ratings) {
    scratch_.push_back(code_of(value));
  }
  std::ranges::sort(scratch_);
  std::uint64_t hash = scratch_.size();
  for (const std::uint32_t code : scratch_) {
    hash = mixed_bits(hash ^ (std::uint64_t{code} + 0x9E3779B97F4A7C15U));
  }
  const std::uint32_t pattern = patterns_.find_or_add(hash, found_.size(), [&](std::uint32_t i) {
    return std::ranges::equal(found_.pattern(i), scratch_);
  });
  if (pattern == found_.size()) {
    found_.codes.insert(found_.codes.end(), scratch_.begin(), scratch_.end());
    found_.begins.push_back(found_.codes.size());
    found_.units_of.push_back(0);
  }
  found_.units_of[pattern] += 1;
}

AgreementCounts CountsBuilder::assemble(FoundPatterns found) {
  AgreementCounts counts;
  std::vector<bool> used(found.values.size(), false);
  std::vector<Keyed> order;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto pattern = found.pattern(i);
    if (pattern.size() < 2) {
      counts.lone_ratings_ += pattern.size() * found.units_of[i];
      continue;
    }
    for (const std::uint32_t code : pattern) {
      used[code] = true;
    }
    order.push_back({0, i});
  }
  const std::vector<std::uint32_t> rank = ranked(found.values, used, counts.values_);
  const Prefix prefix(counts.values_.size());
  std::size_t codes = 0;
  for (Keyed& each : order) {
    const auto pattern = found.pattern(each.pattern);
    for (std::uint32_t& code : pattern) {
      code = rank[code];
    }
    std::ranges::sort(pattern);
    each.key = prefix.of(pattern);
    codes += pattern.size();
  }
  std::ranges::sort(order, [&](const Keyed& a, const Keyed& b) {
    return a.key != b.key ? a.key < b.key
                          : std::ranges::lexicographical_compare(found.pattern(a.pattern),
                                                                 found.pattern(b.pattern));
  });
  counts.codes_.reserve(codes);
  counts.begins_.reserve(order.size() + 1);
  counts.units_of_.reserve(order.size());
  for (const Keyed& each : order) {
    const auto pattern = found.pattern(each.pattern);
    counts.codes_.insert(counts.codes_.end(), pattern.begin(), pattern.end());
    counts.begins_.push_back(counts.codes_.size());
    counts.units_of_.push_back(found.units_of[each.pattern]);
    counts.units_ += found.units_of[each.pattern];
    counts.ratings_ += found.units_of[each.pattern] * pattern.size();
  }
  return counts;
}

AgreementCounts CountsBuilder::merged(const AgreementCounts& first, const AgreementCounts& second) {
  AgreementCounts counts;
  std::ranges::set_union(first.values_, second.values_, std::back_inserter(counts.values_));
  const auto places = [&](const AgreementCounts& of) {
    std::vector<std::uint32_t> place;
    std::size_t at = 0;
    for (const double value : of.values_) {
      while (counts.values_[at] != value) {
        at += 1;
      }
      place.push_back(static_cast<std::uint32_t>(at));
    }
    return place;
  };
  const std::vector<std::uint32_t> first_place = places(first);
  const std::vector<std::uint32_t> second_place = places(second);
  const auto recoded = [](const AgreementCounts& of, const std::vector<std::uint32_t>& place,
                          std::size_t i, std::vector<std::uint32_t>& to) {
    to.clear();
    for (const std::uint32_t code : of.pattern(i)) {
      to.push_back(place[code]);
    }
  };
  // New codes rise as the old ones do, so both lists are still in order.
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < first.patterns() || j < second.patterns()) {
    if (i < first.patterns()) {
      recoded(first, first_place, i, a);
    }
    if (j < second.patterns()) {
      recoded(second, second_place, j, b);
    }
    const bool from_first = i < first.patterns() &&
                            (j == second.patterns() || !std::ranges::lexicographical_compare(b, a));
    const bool from_second = j < second.patterns() &&
                             (i == first.patterns() || !std::ranges::lexicographical_compare(a, b));
    const std::vector<std::uint32_t>& pattern = from_first ? a : b;
    counts.codes_.insert(counts.codes_.end(), pattern.begin(), pattern.end());
    counts.begins_.push_back(counts.codes_.size());
    counts.units_of_.push_back((from_first ? first.units_of_[i] : 0) +
                               (from_second ? second.units_of_[j] : 0));
    i += from_first ? 1 : 0;
    j += from_second ? 1 : 0;
  }
  counts.units_ = first.units_ + second.units_;
  counts.ratings_ = first.ratings_ + second.ratings_;
  counts.lone_ratings_ = first.lone_ratings_ + second.lone_ratings_;
  return counts;
}

bool CountsBuilder::restore(FoundPatterns found, std::uint64_t lone_ratings,
                            AgreementCounts& counts) {
  AgreementCounts sorted = assemble(found);
  if (sorted.values_ != found.values || sorted.codes_ != found.codes ||
      sorted.begins_ != found.begins || sorted.units_of_ != found.units_of) {
    return false;
  }
  for (std::size_t i = 1; i < sorted.patterns(); ++i) {
    if (std::ranges::equal(sorted.pattern(i - 1), sorted.pattern(i))) {
      return false;
    }
  }
  counts = std::move(sorted);
  counts.lone_ratings_ = lone_ratings;
  return true;
}

}  // namespace foley::reliability
