#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// Fewer units that judge and humans rated let no judge work unattended.
inline constexpr std::size_t kFewestUnits = 10;

/// What raters' agreement allows.
struct Calibration {
  double alpha = 0.0;              ///< Krippendorff's.
  Level level = Level::ordinal;    ///< Of the scale.
  std::size_t n_units = 0;         ///< Units with two or more ratings.
  std::size_t n_raters = 0;        ///< Rows of the table.
  double percent_agreement = 0.0;  ///< See percent_agreement.
  std::string_view band;           ///< That alpha reaches.
  /// Whether alpha is 0.8 or more, for whatever reason: no ratings at all have alpha 1.
  bool promoted = false;
  /// Why the ratings cannot show anything: what krippendorff_alpha says, or too_few_units for one.
  Reason reason = Reason::none;
  bool evidence = false;                  ///< Whether there is no such reason.
  std::optional<AlphaInterval> interval;  ///< Where asked for.
  std::string_view lower_band;            ///< That the lower bound reaches; empty without interval.
  /// Units that the judge and a human rated, and the judge's own agreement with the humans on them
  /// (RaterProfile::with_others; with one human, alpha). Humans who agree among themselves lift
  /// alpha, however bad the judge. Without a judge, n_units and alpha.
  std::size_t judge_units = 0;
  double with_humans = 0.0;
  /// Promoted on evidence of at least kFewestUnits units, and with_humans reaches 0.8 too.
  bool unattended = false;
};

/// Alpha of a table and what it allows. Without options no interval is made. Throws what
/// krippendorff_alpha and alpha_interval throw.
[[nodiscard]] Calibration alpha_result(
    const RatingMatrix& matrix, const Scale& scale = {},
    const std::optional<AlphaIntervalOptions>& interval = AlphaIntervalOptions{});

/// The same for a judge as one more rater, the last, beside the humans. Throws also
/// std::invalid_argument unless the judge has one grade (NaN: none) a unit.
[[nodiscard]] Calibration calibrate_judge_vs_human(
    const RatingMatrix& humans, std::span<const double> judge, const Scale& scale = {},
    const std::optional<AlphaIntervalOptions>& interval = AlphaIntervalOptions{});

}  // namespace foley::reliability
