#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "foley/report/fidelity_parts.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// One distance of two generated sets from the same reference.
struct FidelityDifference {
  std::string name;  ///< `fad` or `kad`.
  FidelityMeasure a;
  FidelityMeasure b;
  stats::Interval difference;  ///< B less A: below 0 where B is closer.
  double p = 1.0;              ///< Of no difference.
  std::string p_by;            ///< How p was found, in words.

  /// Whether p and the interval both show a difference.
  [[nodiscard]] bool told_apart(double level) const {
    return p <= level && (difference.low > 0.0 || difference.high < 0.0);
  }
};

/// Which of two generators is closer to the reference.
struct FidelityComparison {
  FidelitySet reference;
  FidelitySet a;
  FidelitySet b;
  FidelityRuler ruler;
  bool paired = false;  ///< Both made the same sounds, clip by clip.
  double level = 0.05;  ///< p up to which a difference counts as shown.
  std::vector<FidelityDifference> differences;
  std::vector<FidelityRule> rules;
  std::vector<std::string> notes;
};

/// The sentence that answers the question.
[[nodiscard]] std::string comparison_verdict(const FidelityComparison& comparison);

/// The report for people: the sentence first.
[[nodiscard]] std::string fidelity_comparison_text(const FidelityComparison& comparison,
                                                   const TextStyle& style);

/// The document for programs, `foley-eval/fidelity-compare/1`.
[[nodiscard]] std::string fidelity_comparison_json(const FidelityComparison& comparison);

/// One generator of a leaderboard.
struct LeaderboardRow {
  std::string name;
  FidelitySet set;
  std::vector<FidelityMeasure> measures;  ///< The one that is sorted by first.
  std::optional<double> p_to_next;        ///< Of no difference from the row below.
};

/// Generators against one reference, closest first.
struct FidelityLeaderboard {
  FidelitySet reference;
  FidelityRuler ruler;
  double level = 0.05;  ///< p up to which neighbours are told apart.
  std::vector<LeaderboardRow> rows;
  std::vector<FidelityRule> rules;
  std::vector<std::string> notes;
};

/// The table for people.
[[nodiscard]] std::string fidelity_leaderboard_text(const FidelityLeaderboard& board,
                                                    const TextStyle& style);

/// The document for programs, `foley-eval/fidelity-leaderboard/1`.
[[nodiscard]] std::string fidelity_leaderboard_json(const FidelityLeaderboard& board);

}  // namespace foley::report
