#include "pair_distances.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "pair_integral.hpp"

namespace foley::reliability {
namespace {

// With more values than this, all their pairs take longer than an integral.
constexpr std::size_t kFewValues = 512;
constexpr double kMostDistance = 1e150;  // the product of two is finite

class PairDistances : public Disagreement {
 public:
  [[nodiscard]] double within(std::span<const std::uint32_t> codes,
                              const Positions& /*positions*/) const override {
    double sum = 0.0;
    for (std::size_t i = 1; i < codes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        sum += codes[i] == codes[j] ? 0.0 : distance(codes[i], codes[j]);
      }
    }
    return 2.0 * sum;
  }

  [[nodiscard]] double between(std::span<const double> counts,
                               const Positions& /*positions*/) const override {
    if (const std::optional<double> sum = integral(counts)) {
      return *sum;
    }
    double sum = 0.0;
    for (std::size_t c = 1; c < counts.size(); ++c) {
      double row = 0.0;
      for (std::size_t k = 0; counts[c] > 0.0 && k < c; ++k) {
        row += counts[k] * distance(c, k);
      }
      sum += counts[c] * row;
    }
    return 2.0 * sum;
  }

 private:
  // Of two different codes.
  [[nodiscard]] virtual double distance(std::size_t c, std::size_t k) const = 0;
  // The same sum in another way, where there is one and it is quicker.
  [[nodiscard]] virtual std::optional<double> integral(std::span<const double> /*counts*/) const {
    return std::nullopt;
  }
};

class Ratio final : public PairDistances {
 public:
  explicit Ratio(std::span<const double> values) : values_(values.begin(), values.end()) {
    if (values_.size() > kFewValues) {
      integral_.emplace(values_, 2);
    }
  }

 private:
  [[nodiscard]] double distance(std::size_t c, std::size_t k) const override {
    // Different values are not both zero.
    const double share = (values_[c] - values_[k]) / (values_[c] + values_[k]);
    return share * share;
  }
  [[nodiscard]] std::optional<double> integral(std::span<const double> counts) const override {
    return integral_ ? std::optional(integral_->sum(counts)) : std::nullopt;
  }

  std::vector<double> values_;
  std::optional<PairIntegral> integral_;
};

class Bipolar final : public PairDistances {
 public:
  // Positions between the poles, as seen from both, in units of their distance.
  Bipolar(std::span<const double> values, double low, double high) {
    for (const double value : values) {
      from_low_.push_back((value - low) / (high - low));
      from_high_.push_back((high - value) / (high - low));
    }
    if (values.size() > kFewValues) {
      of_low_.emplace(from_low_, 1);
      of_high_.emplace(from_high_, 1);
    }
  }

 private:
  [[nodiscard]] double distance(std::size_t c, std::size_t k) const override {
    const double apart = from_low_[c] - from_low_[k];
    return apart * apart / ((from_low_[c] + from_low_[k]) * (from_high_[c] + from_high_[k]));
  }
  // The two sums below the line add up to 2, so 1 / (a b) = (1 / a + 1 / b) / 2.
  [[nodiscard]] std::optional<double> integral(std::span<const double> counts) const override {
    return of_low_ ? std::optional((of_low_->sum(counts) + of_high_->sum(counts)) / 2.0)
                   : std::nullopt;
  }

  std::vector<double> from_low_;
  std::vector<double> from_high_;
  std::optional<PairIntegral> of_low_;
  std::optional<PairIntegral> of_high_;
};

class Custom final : public PairDistances {
 public:
  Custom(const std::vector<double>& table, std::size_t width, std::vector<std::size_t> place)
      : table_(table), width_(width), place_(std::move(place)) {}

 private:
  [[nodiscard]] double distance(std::size_t c, std::size_t k) const override {
    return table_[place_[c] * width_ + place_[k]];
  }

  std::vector<double> table_;
  std::size_t width_;
  std::vector<std::size_t> place_;
};

void require_distances(const Scale& scale) {
  if (!scale.domain) {
    throw std::invalid_argument("a table of distances needs the domain of its values");
  }
  const std::size_t n = scale.domain->size();
  if (scale.distances.size() != n * n) {
    throw std::invalid_argument(
        "a table of distances has a row and a column for each value of the "
        "domain");
  }
  double greatest = 0.0;
  for (const double distance : scale.distances) {
    if (!std::isfinite(distance) || distance < 0.0) {
      throw std::invalid_argument("a distance is negative or not finite");
    }
    greatest = std::max(greatest, distance);
  }
  if (greatest > kMostDistance) {
    throw std::invalid_argument("a distance is beyond 1e150: sums of such are not finite");
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (scale.distances[i * n + i] != 0.0) {
      throw std::invalid_argument("the distance of a value from itself is not 0");
    }
    for (std::size_t j = 0; j < i; ++j) {
      const double a = scale.distances[i * n + j];
      const double b = scale.distances[j * n + i];
      if (a != b) {
        throw std::invalid_argument("the table of distances is not symmetric");
      }
    }
  }
}

}  // namespace

std::unique_ptr<const Disagreement> ratio_distances(std::span<const double> values) {
  if (!values.empty() && values.front() < 0.0) {
    throw std::invalid_argument("ratio level: a rating is negative; it measures sizes from zero");
  }
  return std::make_unique<Ratio>(values);
}

std::unique_ptr<const Disagreement> bipolar_distances(std::span<const double> values,
                                                      std::pair<double, double> poles) {
  const auto [low, high] = poles;
  if (!std::isfinite(low) || !std::isfinite(high) || low > high) {
    throw std::invalid_argument("bipolar level: the poles are not two numbers in ascending order");
  }
  if (low < -kMostDistance || high > kMostDistance) {
    throw std::invalid_argument("bipolar level: a pole is beyond 1e150: its square is not finite");
  }
  if (!values.empty() && (values.front() < low || values.back() > high)) {
    throw std::invalid_argument("bipolar level: a rating lies beyond the poles");
  }
  return std::make_unique<Bipolar>(values, low, high == low ? low + 1.0 : high);
}

std::unique_ptr<const Disagreement> custom_distances(std::span<const double> values,
                                                     const Scale& scale) {
  require_distances(scale);
  std::vector<std::size_t> order(scale.domain->size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return (*scale.domain)[i]; });
  std::vector<std::size_t> place;
  std::size_t at = 0;
  for (const double value : values) {
    while ((*scale.domain)[order[at]] != value) {
      at += 1;
    }
    place.push_back(order[at]);
  }
  for (std::size_t i = 1; i < order.size(); ++i) {
    if ((*scale.domain)[order[i - 1]] == (*scale.domain)[order[i]]) {
      throw std::invalid_argument("a table of distances needs a domain without repetition");
    }
  }
  return std::make_unique<Custom>(scale.distances, scale.domain->size(), std::move(place));
}

}  // namespace foley::reliability
