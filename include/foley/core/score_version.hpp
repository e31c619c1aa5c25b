#pragma once

namespace foley {

/// Version of the scores, printed in every report and stamp. It rises when a known input gives
/// another number, with the reason in CHANGELOG.md under *Scores*; numbers of different score
/// versions do not compare.
inline constexpr int kScoreVersion = 1;

}  // namespace foley
