#include "rater_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "association.hpp"

namespace foley::reliability {
namespace {

constexpr std::size_t kPairGroups = 32;
constexpr std::size_t kSteps = 1024;  // that distances of pairs are counted in

}  // namespace

TrustedRatings::TrustedRatings(const Ratings& ratings, const ValueDistance& distance)
    : distance_(distance), units_of_(ratings.raters()), pairs_(kSteps + 1, 0) {
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    const auto given = ratings.of(u);
    if (given.size() < 2) {
      continue;
    }
    Unit unit;
    for (const Rating& each : given) {
      unit.entries.push_back({each, distance.place(each.value), 0.0});
      units_of_[each.rater].push_back(units_.size());
    }
    measure(unit);
    units_.push_back(std::move(unit));
  }
  for (const Unit& unit : units_) {
    count_pairs(unit);
  }
}

// Equal values are looked at once.
void TrustedRatings::measure(Unit& unit) const {
  std::map<double, std::pair<double, double>> by_place;  // how many, sum of distances
  for (const Entry& each : unit.entries) {
    by_place[each.place].first += 1.0;
  }
  for (auto& [place, sums] : by_place) {
    for (const auto& [other, others] : by_place) {
      sums.second += others.first * distance_.between(place, other);
    }
  }
  for (Entry& each : unit.entries) {
    each.away = by_place.at(each.place).second;
  }
}

std::size_t TrustedRatings::step_of(double distance) const {
  const double share = std::min(1.0, distance / distance_.longest());
  return static_cast<std::size_t>(std::lround(share * kSteps));
}

void TrustedRatings::count_pairs(const Unit& unit) {
  std::map<double, std::int64_t> uses;
  for (const Entry& each : unit.entries) {
    uses[each.place] += 1;
  }
  for (auto one = uses.begin(); one != uses.end(); ++one) {
    pairs_[0] += one->second * (one->second - 1) / 2;
    for (auto other = uses.begin(); other != one; ++other) {
      pairs_[step_of(distance_.between(one->first, other->first))] += one->second * other->second;
    }
  }
}

void TrustedRatings::take_pairs(std::uint32_t rater, std::vector<std::int64_t>& pairs) const {
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    for (const Entry& each : unit.entries) {
      if (&each != &own) {
        pairs[step_of(distance_.between(each.place, own.place))] -= 1;
      }
    }
  });
}

double TrustedRatings::place_of(const Entry& own, Change change) const {
  if (change.mirror) {
    return distance_.place(distance_.mirrored(own.rating.value));
  }
  return change.minus != 0.0 ? distance_.place(own.rating.value - change.minus) : own.place;
}

std::vector<double> TrustedRatings::usual_pairs(std::uint32_t rater, Change change) const {
  std::vector<std::int64_t> pairs = pairs_;
  take_pairs(rater, pairs);
  bool needed = false;
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    if (unit.entries.size() == 2) {
      const Entry& other = unit.entries[&unit.entries.front() == &own ? 1 : 0];
      pairs[step_of(distance_.between(other.place, place_of(own, change)))] += 1;
      needed = true;
    }
  });
  if (!needed) {
    return {};
  }
  std::int64_t all = 0;
  for (const std::int64_t count : pairs) {
    all += count;
  }
  const auto groups = std::min<std::int64_t>(kPairGroups, all);
  std::vector<double> result;
  std::size_t step = 0;
  std::int64_t rest = pairs[0];
  for (std::int64_t group = 0; group < groups; ++group) {
    const std::int64_t size = (group + 1) * all / groups - group * all / groups;
    std::int64_t wanted = size;
    double sum = 0.0;
    while (wanted > 0) {
      while (rest == 0) {
        rest = pairs[++step];
      }
      const std::int64_t taken = std::min(rest, wanted);
      sum += static_cast<double>(taken) * static_cast<double>(step);
      rest -= taken;
      wanted -= taken;
    }
    result.push_back(sum / static_cast<double>(size) / kSteps * distance_.longest());
  }
  return result;
}

std::vector<std::uint32_t> TrustedRatings::leave_out(std::uint32_t rater) {
  take_pairs(rater, pairs_);
  std::vector<std::uint32_t> partners;
  for (const std::size_t u : units_of_[rater]) {
    Unit& unit = units_[u];
    std::erase_if(unit.entries, [&](const Entry& each) { return each.rating.rater == rater; });
    for (const Entry& each : unit.entries) {
      partners.push_back(each.rating.rater);
    }
    measure(unit);
  }
  units_of_[rater].clear();
  std::ranges::sort(partners);
  const auto repeated = std::ranges::unique(partners);
  partners.erase(repeated.begin(), repeated.end());
  return partners;
}

const TrustedRatings::Entry& TrustedRatings::entry_of(const Unit& unit, std::uint32_t rater) const {
  return *std::ranges::lower_bound(unit.entries, rater, {},
                                   [](const Entry& each) { return each.rating.rater; });
}

template <typename Visit>
void TrustedRatings::each_shared(std::uint32_t rater, const Visit& visit) const {
  for (const std::size_t u : units_of_[rater]) {
    if (units_[u].entries.size() > 1) {
      visit(units_[u], entry_of(units_[u], rater));
    }
  }
}

std::size_t TrustedRatings::shared(std::uint32_t rater) const {
  std::size_t count = 0;
  each_shared(rater, [&](const Unit&, const Entry&) { count += 1; });
  return count;
}

bool TrustedRatings::constant(std::uint32_t rater) const {
  bool same = true;
  bool others_differ = false;
  const Entry* first = nullptr;
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    first = first == nullptr ? &own : first;
    same = same && own.rating.value == first->rating.value;
    others_differ = others_differ || std::ranges::any_of(unit.entries, [&](const Entry& each) {
                      return each.rating.value != first->rating.value;
                    });
  });
  return same && others_differ;
}

double TrustedRatings::log_chance_constant(std::uint32_t rater) const {
  double result = 0.0;
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    const auto same = std::ranges::count_if(
        unit.entries, [&](const Entry& each) { return each.rating.value == own.rating.value; });
    result += std::log(static_cast<double>(same) / static_cast<double>(unit.entries.size()));
  });
  return result;
}

TailSum TrustedRatings::exchange(std::uint32_t rater, Change change) const {
  TailSum result;
  const std::vector<double> pairs = usual_pairs(rater, change);
  std::vector<double> possible;
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    const double place = place_of(own, change);
    const double others = static_cast<double>(unit.entries.size()) - 1.0;
    possible.clear();
    double observed = 0.0;
    for (const Entry& each : unit.entries) {
      if (&each == &own) {
        continue;
      }
      const double distance = distance_.between(each.place, place);
      observed += distance;
      possible.push_back((each.away - distance_.between(each.place, own.place) + distance) /
                         others);
    }
    observed /= others;
    possible.push_back(observed);
    if (unit.entries.size() == 2) {
      // Either of two is as far from the other: only other pairs tell whether that is far.
      observed = static_cast<double>(step_of(observed)) / kSteps * distance_.longest();
      possible = pairs;
    }
    result.add(possible, observed);
  });
  return result;
}

TrustedRatings::Relation TrustedRatings::relation(std::uint32_t rater) const {
  return distance_.rises() ? rising_relation(rater) : unordered_relation(rater);
}

TrustedRatings::Relation TrustedRatings::rising_relation(std::uint32_t rater) const {
  std::vector<double> own_places;
  std::vector<double> others;
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    double sum = 0.0;
    for (const Entry& each : unit.entries) {
      sum += &each == &own ? 0.0 : each.place;
    }
    own_places.push_back(own.place);
    others.push_back(sum / (static_cast<double>(unit.entries.size()) - 1.0));
  });
  const double r = correlation(scatter_of(own_places, others)).value_or(0.0);
  const auto n = static_cast<double>(own_places.size());
  return {r, n > 1.0 ? r * std::sqrt(n - 1.0) : 0.0};
}

// Were the ratings dealt to the rater's units at random, the sum of their distances would have a
// known mean and variance (Hoeffding 1951).
TrustedRatings::Relation TrustedRatings::unordered_relation(std::uint32_t rater) const {
  std::map<double, double> uses;
  double n = 0.0;
  each_shared(rater, [&](const Unit&, const Entry& own) {
    uses[own.place] += 1.0;
    n += 1.0;
  });
  if (uses.size() < 2) {
    return {};
  }
  // Distances of each value that the rater used from the others of each unit.
  std::vector<double> table;
  std::vector<double> columns;
  std::vector<double> rows(uses.size(), 0.0);
  double observed = 0.0;
  double all = 0.0;
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    std::size_t row = 0;
    double column = 0.0;
    for (const auto& [place, count] : uses) {
      double sum = 0.0;
      for (const Entry& each : unit.entries) {
        sum += &each == &own ? 0.0 : distance_.between(each.place, place);
      }
      const double mean = sum / (static_cast<double>(unit.entries.size()) - 1.0);
      table.push_back(mean);
      rows[row++] += mean / n;
      column += count * mean / n;
      observed += place == own.place ? mean : 0.0;
    }
    columns.push_back(column);
    all += column / n;
  });
  double squares = 0.0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t row = 0;
    for (const auto& [place, count] : uses) {
      const double centred = table[i * uses.size() + row] - columns[i] - rows[row] + all;
      squares += count * centred * centred;
      row += 1;
    }
  }
  const double sd = std::sqrt(squares / (n - 1.0));
  if (!(sd > 1e-12 * all * n)) {
    return {};
  }
  const double deviate = (all * n - observed) / sd;
  return {all > 0.0 ? 1.0 - observed / (n * all) : 0.0, deviate};
}

std::vector<Beside> TrustedRatings::beside(std::uint32_t rater) const {
  std::vector<Beside> result;
  each_shared(rater, [&](const Unit& unit, const Entry& own) {
    Beside each;
    each.own = own.rating.value;
    each.order = own.rating.order;
    each.how_many = static_cast<double>(unit.entries.size()) - 1.0;
    for (const Entry& other : unit.entries) {
      each.others += &other == &own ? 0.0 : other.rating.value / each.how_many;
    }
    for (const Entry& other : unit.entries) {
      const double away = other.rating.value - each.others;
      each.others_squares += &other == &own ? 0.0 : away * away;
    }
    result.push_back(each);
  });
  return result;
}

}  // namespace foley::reliability
