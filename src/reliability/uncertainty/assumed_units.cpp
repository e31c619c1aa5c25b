#include "uncertainty/assumed_units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "disagreement.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {
namespace {

constexpr double kMostPatterns = 20'000.0;

void require(const AssumedRatings& assumed) {
  if (assumed.values.empty() || assumed.values.size() != assumed.shares.size()) {
    throw std::invalid_argument("one share a value, and one value at least");
  }
  for (std::size_t i = 0; i < assumed.values.size(); ++i) {
    if (!std::isfinite(assumed.values[i]) ||
        (i > 0 && assumed.values[i] <= assumed.values[i - 1])) {
      throw std::invalid_argument("the values must be finite and ascend");
    }
    if (!(assumed.shares[i] >= 0.0 && std::isfinite(assumed.shares[i]))) {
      throw std::invalid_argument("the shares must be finite and not negative");
    }
  }
  if (!(assumed.alpha >= 0.0 && assumed.alpha <= 1.0)) {
    throw std::invalid_argument("the assumed alpha must lie in [0, 1]");
  }
  if (assumed.raters < 2) {
    throw std::invalid_argument("agreement needs two raters");
  }
}

}  // namespace

AssumedUnits::AssumedUnits(const AssumedRatings& assumed, const Scale& scale)
    : alpha_(assumed.alpha), raters_(assumed.raters) {
  require(assumed);
  double total = 0.0;
  for (const double share : assumed.shares) {
    total += share;
  }
  if (!(total > 0.0 && std::isfinite(total))) {
    throw std::invalid_argument("the shares need a finite sum above 0");
  }
  for (std::size_t i = 0; i < assumed.values.size(); ++i) {
    if (assumed.shares[i] > 0.0) {
      values_.push_back(assumed.values[i]);
      shares_.push_back(assumed.shares[i] / total);
    }
  }
  const std::size_t n = values_.size();
  const auto disagreement = disagreement_of(values_, scale);
  const auto positions = disagreement->positions(shares_);
  const auto distance = [&](std::size_t c, std::size_t k) {
    const std::array<std::uint32_t, 2> codes{static_cast<std::uint32_t>(std::min(c, k)),
                                             static_cast<std::uint32_t>(std::max(c, k))};
    return c == k ? 0.0 : disagreement->within(codes, positions) / 2.0;
  };
  std::vector<double> means(n, 0.0);
  double squares = 0.0;
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t k = 0; k < n; ++k) {
      const double d = distance(c, k);
      means[c] += shares_[k] * d;
      squares += shares_[c] * shares_[k] * d * d;
    }
    expected_ += shares_[c] * means[c];
  }
  if (expected_ > 0.0) {
    variance_of_distance_ = squares / (expected_ * expected_) - 1.0;
    for (std::size_t c = 0; c < n; ++c) {
      const double away = means[c] / expected_ - 1.0;
      variance_of_mean_ += shares_[c] * away * away;
    }
  }
}

double AssumedUnits::chance_to_differ() const {
  double different = 0.0;
  for (const double share : shares_) {
    different += share * (1.0 - share);
  }
  return different;
}

// The influence of a unit on alpha is 2 b ḡ - d̄ - b, with the means of g over its ratings and of d
// over their pairs. It does not hold how distances move with the ratings (ordinal): observed and
// expected disagreement move by the same factor, as alpha does not depend on the distances.
double AssumedUnits::variance() const {
  const double a = alpha_;
  const double b = 1.0 - alpha_;
  const auto m = static_cast<double>(raters_);
  return a * b + 4.0 * a * b * variance_of_mean_ * (b + a / m) +
         2.0 * b * (variance_of_distance_ - 2.0 * variance_of_mean_) / (m * (m - 1.0));
}

bool AssumedUnits::can_be_listed() const {
  // C(n + m - 1, m) multisets
  const auto n = static_cast<double>(values_.size());
  double number = 1.0;
  for (std::size_t i = 0; i < raters_ && number <= kMostPatterns; ++i) {
    const auto step = static_cast<double>(i);
    number *= (n + step) / (step + 1.0);
  }
  return number <= kMostPatterns && raters_ <= static_cast<std::size_t>(kMostPatterns);
}

AssumedUnits::Patterns AssumedUnits::patterns() const {
  Ratings ratings(raters_);
  std::vector<std::size_t> code(raters_, 0);
  std::vector<Rating> unit(raters_);
  while (true) {
    for (std::size_t r = 0; r < raters_; ++r) {
      unit[r] = {values_[code[r]], static_cast<std::uint32_t>(r), 0};
    }
    ratings.add_unit(unit);
    std::size_t last = raters_;
    while (last > 0 && code[last - 1] + 1 == values_.size()) {
      last -= 1;
    }
    if (last == 0) {
      break;
    }
    const std::size_t next = code[last - 1] + 1;
    std::fill(code.begin() + static_cast<std::ptrdiff_t>(last) - 1, code.end(), next);
  }
  Patterns result{AgreementCounts::of(ratings), {}};
  for (std::size_t i = 0; i < result.counts.patterns(); ++i) {
    const auto pattern = result.counts.pattern(i);
    double chance = 1.0;  // m! Π p^k / k!, rating by rating
    std::size_t run = 0;
    for (std::size_t r = 0; r < pattern.size(); ++r) {
      run = r > 0 && pattern[r] == pattern[r - 1] ? run + 1 : 1;
      chance *= shares_[pattern[r]] * static_cast<double>(r + 1) / static_cast<double>(run);
    }
    chance *= 1.0 - alpha_;
    if (pattern.front() == pattern.back()) {
      chance += alpha_ * shares_[pattern.front()];
    }
    result.chances.push_back(chance);
  }
  return result;
}

}  // namespace foley::reliability
