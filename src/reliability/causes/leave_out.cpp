#include "leave_out.hpp"

#include <algorithm>

#include "alpha_evaluator.hpp"

namespace foley::reliability {

// Counts after something was taken out.
struct LeaveOut::Left {
  std::vector<double> counts;
  double units = 0.0;
};

LeaveOut::LeaveOut(const CodedUnits& units, const Disagreement& distances, std::size_t raters)
    : units_(units), distances_(distances), rater_begins_(raters + 1, 0) {
  for (std::size_t kind = 0; kind < units.kinds(); ++kind) {
    codes_ = std::max<std::size_t>(codes_, units.ascending(kind).back() + 1);
    for (const std::uint32_t rater : units.raters(kind)) {
      rater_begins_[rater + 1] += 1;
      kind_of_rating_.push_back(static_cast<std::uint32_t>(kind));
    }
  }
  for (std::size_t r = 0; r < raters; ++r) {
    rater_begins_[r + 1] += rater_begins_[r];
  }
  by_rater_.resize(kind_of_rating_.size());
  std::vector<std::size_t> next(rater_begins_.begin(), rater_begins_.end() - 1);
  for (std::size_t kind = 0; kind < units.kinds(); ++kind) {
    for (std::size_t i = 0; i < units.size(kind); ++i) {
      by_rater_[next[units.raters(kind)[i]]++] = units.begin(kind) + i;
    }
  }
  if (distances.fixed()) {
    remember_fixed();
  }
}

void LeaveOut::remember_fixed() {
  const Disagreement::Positions positions = distances_.positions({});
  std::vector<double> by_code(codes_, 0.0);
  std::vector<double> shares_without;
  for (std::size_t kind = 0; kind < units_.kinds(); ++kind) {
    shares_.push_back(share(kind, positions));
    const auto ascending = units_.ascending(kind);
    const auto codes = units_.codes(kind);
    for (std::size_t i = 0; i < ascending.size(); ++i) {
      if (i == 0 || ascending[i] != ascending[i - 1]) {
        const auto at = std::ranges::find(codes, ascending[i]) - codes.begin();
        by_code[ascending[i]] =
            share_without(units_.begin(kind) + static_cast<std::size_t>(at), kind, positions);
      }
    }
    for (const std::uint32_t code : codes) {
      shares_without.push_back(by_code[code]);
    }
  }
  shares_without_ = std::move(shares_without);
}

double LeaveOut::share(std::size_t kind, const Disagreement::Positions& positions) const {
  if (kind < shares_.size()) {
    return shares_[kind];
  }
  return distances_.within(units_.ascending(kind), positions) /
         static_cast<double>(units_.size(kind) - 1);
}

double LeaveOut::share_without(std::size_t rating, std::size_t kind,
                               const Disagreement::Positions& positions) const {
  if (!shares_without_.empty()) {
    return shares_without_[rating];
  }
  if (units_.size(kind) < 3) {
    return 0.0;
  }
  const auto ascending = units_.ascending(kind);
  std::vector<std::uint32_t> rest(ascending.begin(), ascending.end());
  rest.erase(std::ranges::lower_bound(rest, units_.codes(kind)[rating - units_.begin(kind)]));
  return distances_.within(rest, positions) / static_cast<double>(rest.size() - 1);
}

LeaveOut::Base LeaveOut::base(std::vector<std::uint64_t> units_of) const {
  Base base;
  base.units_of = std::move(units_of);
  base.counts.assign(codes_, 0.0);
  std::size_t listed = 0;
  for (std::size_t kind = 0; kind < units_.kinds(); ++kind) {
    if (base.units_of[kind] == 0) {
      continue;
    }
    const auto units = static_cast<double>(base.units_of[kind]);
    base.units += units;
    listed += units_.size(kind);
    for (const std::uint32_t code : units_.codes(kind)) {
      base.counts[code] += units;
    }
    if (distances_.fixed()) {
      base.within += units * shares_[kind];
    }
  }
  // Pairs of codes pay where they are fewer than the ratings they stand for.
  if (!distances_.fixed() && codes_ * codes_ <= listed) {
    base.pairs.assign(codes_ * codes_, 0.0);
    for (std::size_t kind = 0; kind < units_.kinds(); ++kind) {
      const auto codes = units_.ascending(kind);
      const double weight =
          2.0 * static_cast<double>(base.units_of[kind]) / static_cast<double>(codes.size() - 1);
      for (std::size_t i = 1; i < codes.size() && weight > 0.0; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          base.pairs[codes[j] * codes_ + codes[i]] += weight;
        }
      }
    }
  }
  return base;
}

double LeaveOut::total_within(const Base& base, const Disagreement::Positions& positions) const {
  if (distances_.fixed()) {
    return base.within;
  }
  double sum = 0.0;
  if (!base.pairs.empty()) {
    for (std::size_t c = 0; c < codes_; ++c) {
      for (std::size_t k = c + 1; k < codes_; ++k) {
        const double apart = positions[k] - positions[c];
        sum += base.pairs[c * codes_ + k] * apart * apart;
      }
    }
    return sum;
  }
  for (std::size_t kind = 0; kind < units_.kinds(); ++kind) {
    if (base.units_of[kind] != 0) {
      sum += static_cast<double>(base.units_of[kind]) * share(kind, positions);
    }
  }
  return sum;
}

Coefficient LeaveOut::finish(const Left& left, double within,
                             const Disagreement::Positions& positions) const {
  return alpha_from_sums(distances_, positions, left.counts, static_cast<std::uint64_t>(left.units),
                         within);
}

Coefficient LeaveOut::whole(const Base& base) const {
  const Disagreement::Positions positions = distances_.positions(base.counts);
  return finish({base.counts, base.units}, total_within(base, positions), positions);
}

Coefficient LeaveOut::without_rater(const Base& base, std::size_t rater) const {
  Left left{base.counts, base.units};
  for (const std::size_t rating : ratings_of(rater)) {
    const std::size_t kind = kind_of_rating_[rating];
    const auto codes = units_.codes(kind);
    const auto units = static_cast<double>(base.units_of[kind]);
    if (codes.size() == 2) {
      left.counts[codes[0]] -= units;
      left.counts[codes[1]] -= units;
      left.units -= units;
    } else {
      left.counts[codes[rating - units_.begin(kind)]] -= units;
    }
  }
  const Disagreement::Positions positions = distances_.positions(left.counts);
  double within = total_within(base, positions);
  for (const std::size_t rating : ratings_of(rater)) {
    const std::size_t kind = kind_of_rating_[rating];
    if (base.units_of[kind] != 0) {
      within += static_cast<double>(base.units_of[kind]) *
                (share_without(rating, kind, positions) - share(kind, positions));
    }
  }
  return finish(left, within, positions);
}

Coefficient LeaveOut::without_unit(const Base& base, std::size_t kind) const {
  Left left{base.counts, base.units - 1.0};
  for (const std::uint32_t code : units_.codes(kind)) {
    left.counts[code] -= 1.0;
  }
  const Disagreement::Positions positions = distances_.positions(left.counts);
  return finish(left, total_within(base, positions) - share(kind, positions), positions);
}

}  // namespace foley::reliability
