#include "foley/reliability/alpha.hpp"

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

Coefficient AlphaEvaluator::at(std::span<const std::uint64_t> units_of) const {
  Coefficient result;
  std::vector<double> counts(counts_.values().size(), 0.0);
  for (std::size_t i = 0; i < units_of.size(); ++i) {
    if (units_of[i] == 0) {
      continue;
    }
    const auto pattern = counts_.pattern(i);
    const auto units = static_cast<double>(units_of[i]);
    for (const std::uint32_t code : pattern) {
      counts[code] += units;
    }
    result.units += units_of[i];
    result.ratings += units_of[i] * pattern.size();
  }
  result.value = 1.0;
  if (result.units == 0) {
    result.reason = Reason::no_pairs;
    return result;
  }
  const Disagreement::Positions positions = disagreement_->positions(counts);
  double observed = 0.0;
  for (std::size_t i = 0; i < units_of.size(); ++i) {
    if (units_of[i] != 0) {
      const auto pattern = counts_.pattern(i);
      const double within =
          within_.empty() ? disagreement_->within(pattern, positions) : within_[i];
      observed +=
          static_cast<double>(units_of[i]) * within / static_cast<double>(pattern.size() - 1);
    }
  }
  const auto n = static_cast<double>(result.ratings);
  observed /= n;
  const double expected = disagreement_->between(counts, positions) / (n * (n - 1.0));
  if (expected > 0.0) {
    result.value = 1.0 - observed / expected;
  } else {
    result.reason = Reason::one_value;
  }
  result.observed = observed * disagreement_->factor();
  result.expected = expected * disagreement_->factor();
  return result;
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
  std::uint64_t equal = 0;
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < counts.patterns(); ++i) {
    const auto pattern = counts.pattern(i);
    std::uint64_t same = 0;
    for (std::size_t at = 0; at < pattern.size();) {
      const std::size_t begin = at;
      while (at < pattern.size() && pattern[at] == pattern[begin]) {
        at += 1;
      }
      same += (at - begin) * (at - begin - 1);
    }
    equal += same * counts.units_of()[i];
    pairs += pattern.size() * (pattern.size() - 1) * counts.units_of()[i];
  }
  if (pairs == 0) {
    result.reason = Reason::no_pairs;
    return result;
  }
  result.value = static_cast<double>(equal) / static_cast<double>(pairs);
  result.observed = result.value;
  return result;
}

Coefficient percent_agreement(const RatingMatrix& matrix) {
  return percent_agreement(AgreementCounts::of(matrix));
}

}  // namespace foley::reliability
