#pragma once

namespace foley::retrieval {

/// Grades mapped linearly to gains in [0, 1].
struct GainScale {
  double min_rel = 0.0;
  double max_rel = 1.0;

  /// Gain of a judged grade: negative grades count 0, then the grade is taken within
  /// [min_rel, max_rel] and scaled. Unjudged documents gain 0.
  [[nodiscard]] double gain(double grade) const {
    double g = grade > 0.0 ? grade : 0.0;
    g = g < min_rel ? min_rel : g;
    g = g > max_rel ? max_rel : g;
    return (g - min_rel) / (max_rel - min_rel);
  }
};

}  // namespace foley::retrieval
