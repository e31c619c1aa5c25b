#pragma once

#include <cstddef>
#include <optional>

#include "calibration_inputs.hpp"
#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/calibration.hpp"
#include "foley/reliability/level.hpp"
#include "foley/report/calibration_document.hpp"

namespace foley::app {

/// What a judge is measured by.
struct CalibrationQuestions {
  reliability::Scale scale;
  std::optional<reliability::AlphaIntervalOptions> intervals;
  double min_alpha = 0.8;
  bool lower_bound = false;
  std::size_t min_units = reliability::kFewestUnits;  ///< That judge and humans must share.
  std::size_t units = 5;  ///< Units with the largest differences to show.
  unsigned threads = 1;
};

/// The numbers and the verdict, without the names of the files. Ratings must fit the scale.
[[nodiscard]] report::CalibrationDocument calibrate(const MatchedRatings& matched,
                                                    const CalibrationQuestions& questions);

}  // namespace foley::app
