#include "foley/stats/multinomial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "boost_random.hpp"

namespace foley::stats {
namespace {

constexpr std::uint64_t kMostDraws = std::uint64_t{1} << 53;
// A binomial costs about as much as this many draws from the table.
constexpr std::uint64_t kDrawsWorthABinomial = 6;

std::uint64_t binomial(std::uint64_t trials, double p, RandomStream& random) {
  if (trials == 0 || p <= 0.0) {
    return 0;
  }
  if (p >= 1.0) {
    return trials;
  }
  WideStream wide(random);
  const boost::random::binomial_distribution<std::int64_t, double> law(
      static_cast<std::int64_t>(trials), p);
  return static_cast<std::uint64_t>(law(wide));
}

void require_draws(std::uint64_t n) {
  if (n > kMostDraws) {
    throw std::invalid_argument("over 2^53 random draws");
  }
}

}  // namespace

std::uint64_t draw_binomial(std::uint64_t trials, double p, RandomStream& random) {
  require_draws(trials);
  if (!(p >= 0.0 && p <= 1.0)) {
    throw std::invalid_argument("the chance of a binomial must lie in [0, 1]");
  }
  return binomial(trials, p, random);
}

Multinomial::Multinomial(std::span<const double> weights) {
  const std::size_t n = weights.size();
  if (n > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("too many categories");
  }
  double total = 0.0;
  for (const double weight : weights) {
    if (!(weight >= 0.0 && std::isfinite(weight))) {
      throw std::invalid_argument("weights must be finite and not negative");
    }
    total += weight;
  }
  if (!(total > 0.0 && std::isfinite(total))) {
    throw std::invalid_argument("weights need a finite sum above 0");
  }
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), std::uint32_t{0});
  std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
  });
  shares_.resize(n);
  double from_here = 0.0;
  for (std::size_t i = n; i-- > 0;) {
    const double weight = weights[order_[i]];
    from_here += weight;
    shares_[i] = weight > 0.0 ? weight / from_here : 0.0;
  }

  keeps_.resize(n);
  other_ = order_;
  std::iota(other_.begin(), other_.end(), std::uint32_t{0});
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::size_t i = 0; i < n; ++i) {
    keeps_[i] = weights[i] / total * static_cast<double>(n);
    (keeps_[i] < 1.0 ? small : large).push_back(static_cast<std::uint32_t>(i));
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back();
    const std::uint32_t rich = large.back();
    small.pop_back();
    other_[poor] = rich;
    keeps_[rich] -= 1.0 - keeps_[poor];
    if (keeps_[rich] < 1.0) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  // what rounding left over is a full column, except that weight 0 must never come up
  for (const auto& rest : {small, large}) {
    for (const std::uint32_t i : rest) {
      keeps_[i] = weights[i] > 0.0 ? 1.0 : 0.0;
      other_[i] = weights[i] > 0.0 ? i : order_.front();
    }
  }
}

void Multinomial::draw(std::uint64_t n, RandomStream& random,
                       std::span<std::uint64_t> counts) const {
  require_draws(n);
  if (counts.size() != categories()) {
    throw std::invalid_argument("one count a category");
  }
  std::ranges::fill(counts, std::uint64_t{0});
  if (n / kDrawsWorthABinomial >= categories()) {
    draw_by_category(n, random, counts);
  } else {
    draw_one_by_one(n, random, counts);
  }
}

void Multinomial::draw_by_category(std::uint64_t n, RandomStream& random,
                                   std::span<std::uint64_t> counts) const {
  std::uint64_t left = n;
  for (std::size_t i = 0; i < order_.size() && left > 0; ++i) {
    const std::uint64_t drawn = binomial(left, shares_[i], random);
    counts[order_[i]] = drawn;
    left -= drawn;
  }
}

void Multinomial::draw_one_by_one(std::uint64_t n, RandomStream& random,
                                  std::span<std::uint64_t> counts) const {
  const auto columns = static_cast<std::uint32_t>(keeps_.size());
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint32_t column = random.below(columns);
    const double keep = keeps_[column];
    ++counts[keep >= 1.0 || random.u01() < keep ? column : other_[column]];
  }
}

}  // namespace foley::stats
