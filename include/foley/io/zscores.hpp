#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "foley/core/error.hpp"

namespace foley::io {

/// Mean and standard deviation of a measure over reference runs, for one query.
struct Reference {
  double mean = 0.0;
  double deviation = 0.0;
};

/// Reference values by query and reported name of the measure.
using ZScores = std::map<std::pair<std::string, std::string>, Reference, std::less<>>;

/// What trec_eval reports where no reference is known.
inline constexpr double kNoZScore = -1000000.0;

/// The value in units of the reference's deviation from its mean; kNoZScore when there is no
/// reference. With a deviation of 0 only the mean itself has a place: 0.
[[nodiscard]] double z_score(const ZScores& references, std::string_view query,
                             std::string_view measure, double value);

/// Reads trec_eval's file of reference values: `query measure mean deviation` a line. Blank lines
/// and lines with `#` in column 1 are skipped. Refused with the line: another number of fields, no
/// finite number, a deviation below 0, a measure twice for a query.
[[nodiscard]] Result<ZScores> parse_zscores(std::string_view bytes, const std::string& source);

/// The same from a file, plain or compressed.
[[nodiscard]] Result<ZScores> load_zscores(const std::string& path);

}  // namespace foley::io
