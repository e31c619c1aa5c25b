#include "foley/reliability/causes/confusion.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace foley::reliability {
namespace {

using ValuePair = std::pair<double, double>;

void require_rater(const Ratings& ratings, std::size_t rater) {
  if (rater >= ratings.raters()) {
    throw std::invalid_argument("confusion: there is no such rater");
  }
}

const Rating* rating_by(std::span<const Rating> unit, std::size_t rater) {
  const auto found = std::ranges::lower_bound(unit, rater, {}, &Rating::rater);
  return found != unit.end() && found->rater == rater ? &*found : nullptr;
}

Confusion table_of(const std::vector<ValuePair>& pairs, std::size_t units) {
  Confusion result;
  result.units = units;
  for (const auto& [first, second] : pairs) {
    result.values.push_back(first);
    result.values.push_back(second);
  }
  std::ranges::sort(result.values);
  const auto repeated = std::ranges::unique(result.values);
  result.values.erase(repeated.begin(), repeated.end());
  if (result.values.size() > kMostConfusionValues) {
    throw std::invalid_argument(
        "confusion: more than 200 distinct values; round the ratings to fewer steps first");
  }
  result.counts.assign(result.values.size() * result.values.size(), 0);
  const auto place = [&](double value) {
    return static_cast<std::size_t>(std::ranges::lower_bound(result.values, value) -
                                    result.values.begin());
  };
  for (const auto& [first, second] : pairs) {
    result.counts[place(first) * result.values.size() + place(second)] += 1;
  }
  return result;
}

}  // namespace

Confusion confusion_of(const Ratings& ratings, std::size_t first, std::size_t second) {
  require_rater(ratings, first);
  require_rater(ratings, second);
  if (first == second) {
    throw std::invalid_argument("confusion: the same rater twice");
  }
  std::vector<ValuePair> pairs;
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    const Rating* const one = rating_by(ratings.of(u), first);
    const Rating* const other = rating_by(ratings.of(u), second);
    if (one != nullptr && other != nullptr) {
      pairs.emplace_back(one->value, other->value);
    }
  }
  return table_of(pairs, pairs.size());
}

Confusion confusion_with_others(const Ratings& ratings, std::size_t rater) {
  require_rater(ratings, rater);
  std::vector<ValuePair> pairs;
  std::size_t units = 0;
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    const auto unit = ratings.of(u);
    const Rating* const own = rating_by(unit, rater);
    if (own == nullptr || unit.size() < 2) {
      continue;
    }
    units += 1;
    for (const Rating& each : unit) {
      if (each.rater != rater) {
        pairs.emplace_back(own->value, each.value);
      }
    }
  }
  return table_of(pairs, units);
}

std::vector<RaterPair> pairs_sharing_units(const Ratings& ratings) {
  std::vector<std::vector<std::size_t>> units_of(ratings.raters());
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    for (const Rating& each : ratings.of(u)) {
      units_of[each.rater].push_back(u);
    }
  }
  std::vector<RaterPair> result;
  std::vector<std::size_t> shared(ratings.raters(), 0);
  std::vector<std::uint32_t> met;
  for (std::uint32_t first = 0; first < units_of.size(); ++first) {
    met.clear();
    for (const std::size_t u : units_of[first]) {
      const auto unit = ratings.of(u);
      for (auto each = std::ranges::upper_bound(unit, first, {}, &Rating::rater);
           each != unit.end(); ++each) {
        if (shared[each->rater]++ == 0) {
          met.push_back(each->rater);
        }
      }
    }
    std::ranges::sort(met);
    for (const std::uint32_t second : met) {
      result.push_back({first, second, std::exchange(shared[second], 0)});
    }
  }
  return result;
}

}  // namespace foley::reliability
