#include "foley/reliability/alpha.hpp"

#include <algorithm>

#include "alpha_evaluator.hpp"
#include "disagreement.hpp"

namespace foley::reliability {

AlphaEvaluator::AlphaEvaluator(const AgreementCounts& counts, const Scale& scale)
    : counts_(counts), disagreement_(disagreement_of(counts.values(), scale)) {
  if (disagreement_->fixed()) {
    const Disagreement::Positions positions = disagreement_->positions({});
    for (std::size_t i = 0; i < counts.patterns(); ++i) {
      within_.push_back(disagreement_->within(counts.pattern(i), positions));
    }
  }
}

AlphaEvaluator::~AlphaEvaluator() = default;

Coefficient alpha_from_sums(const Disagreement& disagreement, const std::vector<double>& positions,
                            std::span<const double> counts, std::uint64_t units, double within) {
  double n = 0.0;
  for (const double count : counts) {
    n += count;
  }
  Coefficient result;
  result.value = 1.0;
  result.units = units;
  result.ratings = static_cast<std::size_t>(n);
  // Sums of distances may be off zero by rounding; counts are not.
  const auto used = std::ranges::count_if(counts, [](double count) { return count > 0.0; });
  if (used < 2) {
    result.reason = used == 0 ? Reason::no_pairs : Reason::one_value;
    return result;
  }
  const double observed = std::max(0.0, within) / n;
  const double expected = disagreement.between(counts, positions) / (n * (n - 1.0));
  if (expected > 0.0) {
    result.value = 1.0 - observed / expected;
  } else {
    result.reason = Reason::one_value;  // the scale does not tell them apart
  }
  result.observed = observed * disagreement.factor();
  result.expected = expected * disagreement.factor();
  return result;
}

Coefficient AlphaEvaluator::at(std::span<const std::uint64_t> units_of) const {
  std::vector<double> counts(counts_.values().size(), 0.0);
  std::uint64_t units = 0;
  for (std::size_t i = 0; i < units_of.size(); ++i) {
    if (units_of[i] == 0) {
      continue;
    }
    units += units_of[i];
    for (const std::uint32_t code : counts_.pattern(i)) {
      counts[code] += static_cast<double>(units_of[i]);
    }
  }
  const Disagreement::Positions positions = disagreement_->positions(counts);
  double within = 0.0;
  for (std::size_t i = 0; i < units_of.size(); ++i) {
    if (units_of[i] != 0) {
      const auto pattern = counts_.pattern(i);
      const double apart = within_.empty() ? disagreement_->within(pattern, positions) : within_[i];
      within += static_cast<double>(units_of[i]) * apart / static_cast<double>(pattern.size() - 1);
    }
  }
  return alpha_from_sums(*disagreement_, positions, counts, units, within);
}

Coefficient krippendorff_alpha(const AgreementCounts& counts, const Scale& scale) {
  return AlphaEvaluator(counts, scale).at(counts.units_of());
}

Coefficient krippendorff_alpha(const RatingMatrix& matrix, const Scale& scale) {
  return krippendorff_alpha(AgreementCounts::of(matrix), scale);
}

Coefficient percent_agreement(const AgreementCounts& counts) {
  Coefficient result;
  result.units = counts.units();
  result.ratings = counts.ratings();
  double equal = 0.0;
  double pairs = 0.0;
  for (std::size_t i = 0; i < counts.patterns(); ++i) {
    const auto pattern = counts.pattern(i);
    const auto units = static_cast<double>(counts.units_of()[i]);
    double same = 0.0;
    for (std::size_t at = 0; at < pattern.size();) {
      const std::size_t begin = at;
      while (at < pattern.size() && pattern[at] == pattern[begin]) {
        at += 1;
      }
      const auto run = static_cast<double>(at - begin);
      same += run * (run - 1.0);
    }
    const auto m = static_cast<double>(pattern.size());
    equal += same * units;
    pairs += m * (m - 1.0) * units;
  }
  if (pairs == 0.0) {
    result.reason = Reason::no_pairs;
    return result;
  }
  result.value = equal / pairs;
  result.observed = result.value;
  return result;
}

Coefficient percent_agreement(const RatingMatrix& matrix) {
  return percent_agreement(AgreementCounts::of(matrix));
}

}  // namespace foley::reliability
