#include "foley/reliability/causes/rater_profile.hpp"

#include <algorithm>
#include <map>

#include "coded_units.hpp"
#include "confidence.hpp"
#include "disagreement.hpp"
#include "foley/core/parallel.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "numeric_profile.hpp"

namespace foley::reliability {
namespace {

using Codes = std::vector<std::uint32_t>;

// Kinds of units by values, what their ratings are apart, and who rated which.
class Panel {
 public:
  Panel(const Ratings& ratings, const Scale& scale)
      : counts_(AgreementCounts::of(ratings)),
        distances_(disagreement_of(counts_.values(), scale)),
        units_(ratings, counts_.values(), SameKind::values_and_raters),
        rated_(ratings.raters()) {
    std::vector<double> by_code(counts_.values().size(), 0.0);
    const std::vector<std::uint64_t> units_of = units_.units_of_kinds();
    for (std::size_t kind = 0; kind < units_.kinds(); ++kind) {
      for (std::size_t i = 0; i < units_.size(kind); ++i) {
        by_code[units_.codes(kind)[i]] += static_cast<double>(units_of[kind]);
        rated_[units_.raters(kind)[i]].push_back({kind, i, static_cast<double>(units_of[kind])});
      }
    }
    positions_ = distances_->positions(by_code);
    for (std::size_t kind = 0; kind < units_.kinds(); ++kind) {
      remember_rows(kind);
    }
  }

  [[nodiscard]] Coefficient with_others(std::size_t rater) const;
  /// Alphas with each rater of a higher number who shares units, to both.
  void pair_alphas(std::uint32_t rater, std::vector<std::pair<std::uint32_t, double>>& out) const;

 private:
  struct Place {
    std::size_t kind;
    std::size_t rating;
    double units;
  };

  void remember_rows(std::size_t kind) {
    const auto ascending = units_.ascending(kind);
    const double all = distances_->within(ascending, positions_);
    std::map<std::uint32_t, double> rows;
    for (std::size_t i = 0; i < ascending.size(); ++i) {
      if (i > 0 && ascending[i] == ascending[i - 1]) {
        continue;
      }
      Codes rest(ascending.begin(), ascending.end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      rows[ascending[i]] = (all - distances_->within(rest, positions_)) / 2.0;
    }
    for (const std::uint32_t code : units_.codes(kind)) {
      rows_.push_back(rows.at(code));
    }
  }

  [[nodiscard]] double alpha_of_pair(
      const std::vector<std::pair<std::uint32_t, std::uint32_t>>& codes, bool& defined) const;

  AgreementCounts counts_;
  std::unique_ptr<const Disagreement> distances_;
  CodedUnits units_;
  Disagreement::Positions positions_;
  std::vector<std::vector<Place>> rated_;
  std::vector<double> rows_;  // by rating: sum of squared distances from the others of its unit
};

Coefficient Panel::with_others(std::size_t rater) const {
  Coefficient result;
  std::vector<double> own(counts_.values().size(), 0.0);
  std::vector<double> others(own.size(), 0.0);
  double units = 0.0;
  double observed = 0.0;
  for (const Place& place : rated_[rater]) {
    const auto codes = units_.codes(place.kind);
    const double weight = place.units / static_cast<double>(codes.size() - 1);
    units += place.units;
    result.ratings += static_cast<std::size_t>(place.units) * codes.size();
    observed += weight * rows_[units_.begin(place.kind) + place.rating];
    own[codes[place.rating]] += place.units;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      others[codes[i]] += i == place.rating ? 0.0 : weight;
    }
  }
  result.units = static_cast<std::size_t>(units);
  if (units == 0.0) {
    result.reason = Reason::no_pairs;
    return result;
  }
  const auto used = [](const std::vector<double>& counts) {
    return std::ranges::count_if(counts, [](double n) { return n > 0.0; });
  };
  std::vector<double> both = own;
  for (std::size_t c = 0; c < both.size(); ++c) {
    both[c] += others[c];
  }
  if (used(both) == 1) {
    result.value = 1.0;
    result.reason = Reason::one_value;
    return result;
  }
  const double across = distances_->between(both, positions_) -
                        distances_->between(own, positions_) -
                        distances_->between(others, positions_);
  result.observed = distances_->factor() * observed / units;
  result.expected = distances_->factor() * across / 2.0 / (units * units);
  if (used(own) == 1) {
    result.reason = Reason::constant_rater;
  } else if (result.expected > 0.0) {
    result.value = 1.0 - result.observed / result.expected;
  } else {
    result.value = 1.0;
    result.reason = Reason::one_value;
  }
  return result;
}

double Panel::alpha_of_pair(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& codes,
                            bool& defined) const {
  std::vector<double> by_code(counts_.values().size(), 0.0);
  for (const auto& [first, second] : codes) {
    by_code[first] += 1.0;
    by_code[second] += 1.0;
  }
  const Disagreement::Positions positions = distances_->positions(by_code);
  double within = 0.0;
  for (const auto& [first, second] : codes) {
    if (first != second) {
      const Codes pair{std::min(first, second), std::max(first, second)};
      within += distances_->within(pair, positions);
    }
  }
  const double n = 2.0 * static_cast<double>(codes.size());
  const double between = distances_->between(by_code, positions);
  defined = std::ranges::count_if(by_code, [](double x) { return x > 0.0; }) > 1 && between > 0.0;
  return defined ? 1.0 - within * (n - 1.0) / between : 1.0;
}

void Panel::pair_alphas(std::uint32_t rater,
                        std::vector<std::pair<std::uint32_t, double>>& out) const {
  struct Shared {
    std::uint32_t partner;
    std::uint32_t own;
    std::uint32_t other;
    double units;
  };
  std::vector<Shared> shared;
  for (const Place& place : rated_[rater]) {
    const auto raters = units_.raters(place.kind);
    const auto codes = units_.codes(place.kind);
    for (std::size_t i = place.rating + 1; i < raters.size(); ++i) {
      shared.push_back({raters[i], codes[place.rating], codes[i], place.units});
    }
  }
  std::ranges::stable_sort(shared, {}, &Shared::partner);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> codes;
  for (std::size_t begin = 0; begin < shared.size();) {
    codes.clear();
    std::size_t end = begin;
    for (; end < shared.size() && shared[end].partner == shared[begin].partner; ++end) {
      codes.insert(codes.end(), static_cast<std::size_t>(shared[end].units),
                   {shared[end].own, shared[end].other});
    }
    bool defined = false;
    const double alpha = alpha_of_pair(codes, defined);
    if (defined) {
      out.emplace_back(shared[begin].partner, alpha);
    }
    begin = end;
  }
}

// The ratings given, also those that nobody shares.
void count_values(const Ratings& ratings, std::vector<RaterProfile>& profiles) {
  std::vector<std::vector<double>> given(ratings.raters());
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    for (const Rating& each : ratings.of(u)) {
      given[each.rater].push_back(each.value);
      profiles[each.rater].compared += ratings.of(u).size() > 1 ? 1 : 0;
    }
  }
  for (RaterProfile& profile : profiles) {
    std::vector<double>& values = given[profile.rater];
    profile.ratings = values.size();
    std::ranges::sort(values);
    std::size_t longest = 0;
    for (std::size_t begin = 0; begin < values.size();) {
      const auto end = static_cast<std::size_t>(std::ranges::upper_bound(values, values[begin]) -
                                                values.begin());
      if (end - begin > longest) {
        longest = end - begin;
        profile.most_used = values[begin];
        profile.most_used_share = static_cast<double>(longest) / static_cast<double>(values.size());
      }
      begin = end;
    }
  }
}

}  // namespace

std::vector<RaterProfile> rater_profiles(const Ratings& ratings, const Scale& scale,
                                         double confidence, unsigned threads) {
  require_confidence(confidence);
  const Panel panel(ratings, scale);
  std::vector<RaterProfile> profiles(ratings.raters());
  std::vector<std::vector<std::pair<std::uint32_t, double>>> alphas(ratings.raters());
  const std::vector<std::vector<Beside>> beside =
      values_rise(scale.level) ? beside_others(ratings) : std::vector<std::vector<Beside>>{};
  parallel_for(profiles.size(), threads, [&](std::size_t r) {
    profiles[r].rater = static_cast<std::uint32_t>(r);
    profiles[r].with_others = panel.with_others(r);
    panel.pair_alphas(static_cast<std::uint32_t>(r), alphas[r]);
    if (!beside.empty()) {
      profiles[r].numbers = numeric_profile(beside[r], confidence);
    }
  });
  count_values(ratings, profiles);
  for (std::size_t r = 0; r < profiles.size(); ++r) {
    for (const auto& [partner, alpha] : alphas[r]) {
      for (RaterProfile* const profile : {&profiles[r], &profiles[partner]}) {
        profile->pairwise_alpha.value += alpha;
        profile->partners += 1;
      }
    }
  }
  for (RaterProfile& profile : profiles) {
    if (profile.partners > 0) {
      profile.pairwise_alpha.value /= static_cast<double>(profile.partners);
    } else {
      profile.pairwise_alpha.reason = profile.compared > 0 ? Reason::one_value : Reason::no_pairs;
    }
  }
  return profiles;
}

}  // namespace foley::reliability
