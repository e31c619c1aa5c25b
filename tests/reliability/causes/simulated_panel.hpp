#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "foley/core/random.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability::testing {

/// A scale with nothing but its level.
inline Scale scale_of(Level level) {
  Scale scale;
  scale.level = level;
  return scale;
}

/// A standard normal deviate.
inline double normal(RandomStream& random) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - random.u01()));
  return radius * std::cos(2.0 * std::numbers::pi * random.u01());
}

/// What a simulated panel is like.
struct PanelShape {
  std::uint32_t raters = 4;
  std::size_t units = 100;
  double top = 3.0;          ///< Ratings are whole numbers from 0 to this.
  double missing = 0.0;      ///< Share of ratings that are missing.
  double error = 0.1;        ///< Standard deviation of an honest rating, as a share of top.
  bool mostly_zero = false;  ///< Seven units in ten are truly 0.
};

/// What the last rater does.
enum class Planted : std::uint8_t { nothing, uniform_clicks, shuffled, inverted, constant };

/// Honest raters see the same truth with independent errors.
inline Ratings simulated_panel(const PanelShape& shape, Planted planted, std::uint64_t seed) {
  RandomStream random(seed, 77);
  const auto whole = [&](double value) { return std::clamp(std::round(value), 0.0, shape.top); };
  const auto truth = [&] {
    const bool zero = shape.mostly_zero && random.u01() < 0.7;
    return zero ? -shape.error * shape.top : random.u01() * (shape.top + 1.0) - 0.5;
  };
  Ratings result(shape.raters);
  std::vector<Rating> unit;
  for (std::size_t u = 0; u < shape.units; ++u) {
    const double true_value = truth();
    const double elsewhere = truth();
    unit.clear();
    for (std::uint32_t r = 0; r < shape.raters; ++r) {
      double value = whole(true_value + shape.error * shape.top * normal(random));
      const double click = std::floor(random.u01() * (shape.top + 1.0));
      if (r + 1 == shape.raters) {
        switch (planted) {
          case Planted::nothing:
            break;
          case Planted::uniform_clicks:
            value = click;
            break;
          case Planted::shuffled:
            value = whole(elsewhere + shape.error * shape.top * normal(random));
            break;
          case Planted::inverted:
            value = shape.top - value;
            break;
          case Planted::constant:
            value = whole(shape.top / 2.0);
            break;
        }
      }
      if (random.u01() >= shape.missing) {
        unit.push_back({value, r, static_cast<std::uint32_t>(u)});
      }
    }
    result.add_unit(unit);
  }
  return result;
}

}  // namespace foley::reliability::testing
