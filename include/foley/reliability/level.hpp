#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace foley::reliability {

/// What the values of a scale mean, and so how far two of them are apart.
enum class Level : std::uint8_t {
  nominal,   ///< Names: any two different values are equally far apart.
  ordinal,   ///< Ranks: apart by the ratings that lie between.
  interval,  ///< Numbers: squared difference.
  ratio,     ///< Sizes from zero: squared difference over squared sum.
  circular,  ///< Points of a circle: squared sine of half the angle.
  bipolar,   ///< Between two poles: a difference weighs more near a pole.
  custom,    ///< A table of distances.
};

/// `nominal`, `ordinal`, …
[[nodiscard]] std::string_view to_string(Level level);
/// The level of that name; nothing for any other text.
[[nodiscard]] std::optional<Level> level_named(std::string_view name);

/// Whether values of the level rise from a least to a greatest, so that means, ranks and a mirrored
/// scale say something: ordinal, interval, ratio, bipolar.
[[nodiscard]] bool values_rise(Level level);

/// A scale: its level and what that level needs to be complete.
struct Scale {
  Level level = Level::ordinal;
  /// The values that ratings may have, in any order; without it, those that occur. Repetition does
  /// no harm, except with a table of distances.
  std::optional<std::vector<double>> domain;
  /// circular: the length of the circle; without it, greatest - least value of the domain + 1.
  std::optional<double> circumference;
  /// bipolar: the poles; without them, least and greatest value of the domain.
  std::optional<std::pair<double, double>> poles;
  /// custom: squared distances, row by row, in the order of the domain as given; symmetric, not
  /// negative, 0 on the diagonal.
  std::vector<double> distances;
};

}  // namespace foley::reliability
