#pragma once

#include <cstdint>
#include <string_view>

namespace foley::stats {

/// Why a number is a placeholder instead of a result. Statistics of degenerate data are never NaN:
/// they hold the value that misleads least (p = 1, an interval of one point) and one of these.
enum class Reason : std::uint8_t {
  none,                  ///< All is well; the number means what it says.
  no_data,               ///< No topic (or no trial) at all.
  too_few,               ///< One topic, or one family: no spread can be seen.
  identical,             ///< The systems have the same value on every topic.
  constant,              ///< The values (or differences) are all the same: no spread, no test.
  one_sided_replicates,  ///< All replicates lie on one side of the value: BCa has no correction.
  undefined_replicates,  ///< The statistic was not finite on some replicates, which were left out.
  unreachable,           ///< No number of topics (or no difference) does what was asked.
};

/// The reason in words, e.g. `only one topic`; empty for none.
[[nodiscard]] std::string_view to_string(Reason reason);

}  // namespace foley::stats
