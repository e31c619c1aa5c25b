#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"

namespace foley::fidelity {

/// How far out is too far.
struct OutlierOptions {
  std::size_t k = 5;       ///< Which neighbour the distance is taken to.
  double threshold = 3.5;  ///< Scores above it are listed; at least 0.
  unsigned threads = 1;    ///< The bits do not depend on them.
  Progress progress{};     ///< Asked after every tile.
};

/// Why there are no scores.
enum class OutlierReason : std::uint8_t {
  none,           ///< There are.
  few_reference,  ///< The reference has no more than k different rows.
  no_spread,      ///< Most of the reference's own distances are the same but for rounding.
};

/// The reason in words; empty for none.
[[nodiscard]] std::string_view to_string(OutlierReason reason);

/// A generated row far from all of the reference.
struct Outlier {
  std::size_t row = 0;      ///< Which.
  std::size_t nearest = 0;  ///< The nearest reference row.
  double distance = 0.0;    ///< To the k-th nearest different reference row.
  double score = 0.0;       ///< As in Outliers::scores.
};

/// Generated rows against the spread of the reference.
struct Outliers {
  /// For each generated row how far its distance lies above the reference's median one, in robust
  /// standard deviations of log distances; 0 at or below the median. Empty with a reason.
  std::vector<double> scores;
  std::vector<Outlier> far;      ///< Rows with scores above the threshold, furthest first.
  double median_distance = 0.0;  ///< Of reference rows to their k-th nearest different one.
  double log_spread = 0.0;       ///< 1.4826 times the median deviation of its logarithms.
  OutlierReason reason = OutlierReason::none;
};

/// Scores each generated row by the distance to its k-th nearest different reference row, against
/// the same distance of the reference rows themselves (each family of equal rows once): z = (log
/// distance - median) / (1.4826 MAD). Throws std::invalid_argument for sets without rows, different
/// dimensions, unusable numbers, k = 0, a threshold below 0; Stopped when progress says so.
///
/// Source: Ramaswamy, Rastogi & Shim, *Efficient algorithms for mining outliers from large data
/// sets*, SIGMOD 2000; Iglewicz & Hoaglin, *How to detect and handle outliers*, 1993, for 3.5.
[[nodiscard]] Outliers outliers(const EmbeddingView& reference, const EmbeddingView& generated,
                                const OutlierOptions& options = {});

}  // namespace foley::fidelity
