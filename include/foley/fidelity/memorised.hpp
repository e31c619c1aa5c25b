#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"

namespace foley::fidelity {

/// A generated row beside the nearest row of the reference.
struct NearestReference {
  std::size_t row = 0;          ///< The nearest reference row; of equal ones the first.
  double distance = 0.0;        ///< To it.
  std::optional<double> ratio;  ///< Distance to the usual one (Memorised::usual_distance).
  /// Distance to that of the found row and its own nearest different row in the reference; small
  /// also in a crowded place of the reference only where the generated row is a near copy.
  std::optional<double> local_ratio;
  bool exact = false;  ///< The very same numbers.
  bool near = false;   ///< Exact, or nearer than Memorised::near_limit.
};

/// How near is suspicious.
struct MemorisedOptions {
  double quantile = 0.01;  ///< Of the reference's own distances, in (0, 1); see near_limit.
  unsigned threads = 1;    ///< The bits do not depend on them.
  Progress progress{};     ///< Asked after every tile.
};

/// Whether generated sounds are copies of the reference (the training set, for this purpose).
struct Memorised {
  std::vector<NearestReference> nearest;  ///< One a generated row.
  std::size_t exact_count = 0;            ///< Rows that equal one of the reference.
  std::size_t near_count = 0;             ///< Rows that are suspiciously near, exact ones included.
  /// So many would be near if the generated rows were as far apart from the reference as its own
  /// different rows are from each other: quantile times rows.
  double expected_near = 0.0;
  /// Median distance of a reference row to the nearest different one, each family of equal rows
  /// once; none where all rows are the same.
  std::optional<double> usual_distance;
  /// The quantile of those distances (linear between neighbours); none likewise, and then only
  /// exact copies count as near.
  std::optional<double> near_limit;
};

/// The nearest reference row of each generated one. Throws std::invalid_argument for sets without
/// rows, different dimensions, unusable numbers, a quantile out of range; Stopped when progress
/// says so.
[[nodiscard]] Memorised memorised(const EmbeddingView& reference, const EmbeddingView& generated,
                                  const MemorisedOptions& options = {});

}  // namespace foley::fidelity
