#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "foley/core/error.hpp"

namespace foley::retrieval {

/// A way to make the scores of different systems comparable before they are fused, as data.
struct Normalisation {
  std::string_view name;      ///< `min-max`, as the command takes it.
  std::string_view about;     ///< One line.
  std::string_view formula;   ///< Plain text.
  std::string_view citation;  ///< Paper.

  /// Replaces the finite scores of one run for one query, best first, by normalised ones.
  /// `candidates` is the number of documents that at least one run holds for the query. Empty lists
  /// stay empty.
  void (*apply)(std::span<double> scores, std::size_t candidates) = nullptr;

  /// What a run that ranks `ranked` documents gives to a candidate that it does not rank; nullptr
  /// where it says nothing about such a document.
  double (*unranked)(std::size_t ranked, std::size_t candidates) = nullptr;
};

/// All normalisations, in the order in which help lists them:
///
/// - `min-max`: `(s - min) / (max - min)`, in [0, 1]; 1 for all when all scores are equal (also for
///   a single document), so that being found still counts.
/// - `max`: `s / |max|`; the best is 1 when its score is positive, and the order is kept when it is
///   negative. A best score of 0: divided by the largest magnitude, 0 for all when all are 0.
/// - `sum`: `(s - min) / sum of (s - min)`, in [0, 1]; equal scores share alike, 1 / n.
/// - `z-score`: `(s - mean) / standard deviation` of the list (n in the denominator), known as
/// ZMUV;
///   0 for all when all scores are equal.
/// - `rank`: `1 - (rank - 1) / n` for n documents, in (0, 1].
/// - `borda`: `1 - (rank - 1) / c` for c candidates; a candidate that the run does not rank gets
///   `1/2 - (n - 1) / (2 c)`, the mean of the places left over.
/// - `none`: the scores as they are.
///
/// Scores are scaled by a power of two first, which changes no result but lets no square or sum
/// leave the range of double.
[[nodiscard]] std::span<const Normalisation> normalisations();

/// The normalisation of this name; the error names the nearest known one.
[[nodiscard]] Result<const Normalisation*> find_normalisation(std::string_view name);

}  // namespace foley::retrieval
