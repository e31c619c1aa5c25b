#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "foley/reliability/rating_table.hpp"

namespace foley::app {

/// Ratings of humans and of a judge, for the units that both rated.
struct MatchedRatings {
  reliability::Ratings ratings{0};  ///< The humans, then the judge.
  std::vector<std::string> units;
  std::vector<std::string> raters;  ///< The humans, then the judge.
  std::vector<std::string> labels;
  std::size_t only_human = 0;  ///< Units that a human rated and the judge did not.
  std::size_t only_judge = 0;  ///< Units that the judge rated and no human did.
  std::vector<std::string> notes;

  /// Number of the judge.
  [[nodiscard]] std::size_t judge() const { return raters.size() - 1; }
};

/// Matches units by name. `judge_rater` says who of the judge's table is the judge (empty: the only
/// one); that rater is none of the humans. A Failure where it is not clear who the judge is, or
/// nobody else is left.
[[nodiscard]] MatchedRatings match_ratings(const reliability::RatingTable& humans,
                                           const reliability::RatingTable& judge,
                                           const std::string& judge_rater);

/// The humans without the judge.
[[nodiscard]] reliability::Ratings humans_of(const MatchedRatings& matched);

/// The judge (1) beside each human (0), on the units that both rated.
[[nodiscard]] std::vector<reliability::Ratings> judge_pairs(const MatchedRatings& matched);

}  // namespace foley::app
