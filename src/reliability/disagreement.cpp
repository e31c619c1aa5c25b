#include "disagreement.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "foley/core/number_text.hpp"
#include "pair_distances.hpp"

namespace foley::reliability {
namespace {

constexpr double kLargest = 1e150;  // the square of twice as much is finite

class Nominal final : public Disagreement {
 public:
  [[nodiscard]] double within(std::span<const std::uint32_t> codes,
                              const Positions& /*positions*/) const override {
    const auto m = static_cast<double>(codes.size());
    double same = 0.0;
    for (std::size_t i = 0; i < codes.size();) {
      const std::size_t begin = i;
      while (i < codes.size() && codes[i] == codes[begin]) {
        i += 1;
      }
      const auto run = static_cast<double>(i - begin);
      same += run * run;
    }
    return m * m - same;
  }

  [[nodiscard]] double between(std::span<const double> counts,
                               const Positions& /*positions*/) const override {
    double n = 0.0;
    for (const double count : counts) {
      n += count;
    }
    // Not n² - Σ n_c², which loses digits where one value has nearly all.
    double different = 0.0;
    for (const double count : counts) {
      different += count * (n - count);
    }
    return different;
  }
};

// Values are points, and distances Euclidean: sums over pairs are variances. `kAxes` coordinates a
// code, one after the other.
template <std::size_t kAxes>
class Points : public Disagreement {
 public:
  explicit Points(Positions points) : points_(std::move(points)) {}

  [[nodiscard]] Positions positions(std::span<const double> /*counts*/) const override {
    return points_;
  }

  [[nodiscard]] double within(std::span<const std::uint32_t> codes,
                              const Positions& at) const override {
    const auto m = static_cast<double>(codes.size());
    double squares = 0.0;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double first = at[codes.front() * kAxes + axis];
      double sum = 0.0;
      for (const std::uint32_t code : codes) {
        sum += at[code * kAxes + axis] - first;
      }
      const double mean = sum / m;
      for (const std::uint32_t code : codes) {
        const double away = at[code * kAxes + axis] - first - mean;
        squares += away * away;
      }
    }
    return 2.0 * m * squares;
  }

  [[nodiscard]] double between(std::span<const double> counts, const Positions& at) const override {
    double n = 0.0;
    for (const double count : counts) {
      n += count;
    }
    double squares = 0.0;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double first = at[axis];
      double sum = 0.0;
      for (std::size_t c = 0; c < counts.size(); ++c) {
        sum += counts[c] * (at[c * kAxes + axis] - first);
      }
      const double mean = sum / n;
      for (std::size_t c = 0; c < counts.size(); ++c) {
        const double away = at[c * kAxes + axis] - first - mean;
        squares += counts[c] * away * away;
      }
    }
    return 2.0 * n * squares;
  }

 private:
  Positions points_;
};

// Numbers on a line, in units of a power of two near their range so that no square underflows.
class Interval final : public Points<1> {
 public:
  explicit Interval(std::span<const double> values)
      : Points(scaled(values)), factor_(std::ldexp(1.0, 2 * exponent(values))) {}

  [[nodiscard]] double factor() const override { return factor_; }

 private:
  static int exponent(std::span<const double> values) {
    const double range = values.empty() ? 0.0 : values.back() - values.front();
    return range > 0.0 && range < 1e-100 ? std::ilogb(range) : 0;
  }
  static Positions scaled(std::span<const double> values) {
    Positions points;
    for (const double value : values) {
      points.push_back(std::ldexp(value - values.front(), -exponent(values)));
    }
    return points;
  }

  double factor_;
};

// Krippendorff's sum of the counts between two ranks, half of both ends, is the distance of their
// middle ranks.
class Ordinal final : public Points<1> {
 public:
  Ordinal() : Points({}) {}

  [[nodiscard]] bool fixed() const override { return false; }
  [[nodiscard]] Positions positions(std::span<const double> counts) const override {
    Positions middle;
    double below = 0.0;
    for (const double count : counts) {
      middle.push_back(below + count / 2.0);
      below += count;
    }
    return middle;
  }
};

// sin² of half an angle is a quarter of the squared chord.
Disagreement::Positions on_circle(std::span<const double> values, double start,
                                  double circumference) {
  Disagreement::Positions points;
  for (const double value : values) {
    double along = std::fmod(value - start, circumference);
    along += along < 0.0 ? circumference : 0.0;
    const double angle =
        along == circumference ? 0.0 : 2.0 * std::numbers::pi * along / circumference;
    points.push_back(std::cos(angle) / 2.0);
    points.push_back(std::sin(angle) / 2.0);
  }
  return points;
}

void require_domain(std::span<const double> values, const std::vector<double>& domain) {
  for (const double value : values) {
    if (!std::ranges::binary_search(domain, value)) {
      throw std::invalid_argument("the rating " + shortest_text(value) +
                                  " is not in the domain of values");
    }
  }
}

}  // namespace

Disagreement::Positions Disagreement::positions(std::span<const double> /*counts*/) const {
  return {};
}

std::unique_ptr<const Disagreement> disagreement_of(std::span<const double> values,
                                                    const Scale& scale) {
  std::vector<double> domain(values.begin(), values.end());
  if (scale.domain) {
    domain = *scale.domain;
    if (std::ranges::any_of(domain, [](double x) { return !std::isfinite(x); })) {
      throw std::invalid_argument("the domain holds a value that is not finite");
    }
    std::ranges::sort(domain);
    require_domain(values, domain);
  }
  const double least = domain.empty() ? 0.0 : domain.front();
  const double greatest = domain.empty() ? 0.0 : domain.back();
  const bool by_name = scale.level == Level::nominal || scale.level == Level::ordinal ||
                       scale.level == Level::custom;
  if (!by_name && std::max(-least, greatest) > kLargest) {
    throw std::invalid_argument("a rating is beyond 1e150: its square is not finite");
  }
  switch (scale.level) {
    case Level::nominal:
      return std::make_unique<Nominal>();
    case Level::ordinal:
      return std::make_unique<Ordinal>();
    case Level::interval:
      return std::make_unique<Interval>(values);
    case Level::circular: {
      const double around = scale.circumference.value_or(greatest - least + 1.0);
      if (!(around > 0.0) || !std::isfinite(around)) {
        throw std::invalid_argument("the circumference is not a positive number");
      }
      return std::make_unique<Points<2>>(on_circle(values, least, around));
    }
    case Level::ratio:
      return ratio_distances(values);
    case Level::bipolar:
      return bipolar_distances(values, scale.poles.value_or(std::pair{least, greatest}));
    case Level::custom:
      return custom_distances(values, scale);
  }
  throw std::invalid_argument("there is no such level");
}

}  // namespace foley::reliability
