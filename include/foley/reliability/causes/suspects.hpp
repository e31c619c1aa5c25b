#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/ratings.hpp"

namespace foley::reliability {

/// What may be wrong with a rater.
enum class Fault : std::uint8_t {
  constant,        ///< One value throughout, where others saw differences.
  inverted_scale,  ///< Agrees once each value is mirrored, `least + greatest - value`.
  random_clicker,  ///< Ratings have nothing to do with those of the others.
  shifted,         ///< Agrees once a constant is taken off.
  drifting,        ///< The difference from the others changes while rating.
};

/// `constant`, `inverted_scale`, …
[[nodiscard]] std::string_view to_string(Fault fault);

/// When to name a rater.
struct SuspectOptions {
  /// Greatest chance of naming anybody by error where all raters rate alike, in (0, 1), once for
  /// drift and once for all else: of p-values adjusted for the number of raters (Holm).
  double level = 0.01;
  /// A shift or drift below this many standard deviations of the others' ratings is no fault.
  double least_shift = 0.5;
  /// The search compares each rating with all others of its unit. Beyond so many comparisons (some
  /// ten seconds) nobody is looked for, and the reason is too_many_ratings.
  double most_comparisons = 1.5e8;
};

/// A rater with a finding, and what it rests on.
struct Suspect {
  std::uint32_t rater = 0;
  Fault fault = Fault::random_clicker;
  std::size_t units = 0;  ///< Units shared with the raters who were not named before.
  /// How far beyond chance the finding is, as a normal deviate.
  double score = 0.0;
  double p = 1.0;           ///< Of the finding, were this rater like the others; never quite 0.
  double p_adjusted = 1.0;  ///< For the number of raters.
  /// Correlation with the mean of the others (ranks at ordinal level); at levels without an order
  /// an association that is 0 for independent ratings. 0 for a constant rater.
  double relation = 0.0;
  double distance = 0.0;           ///< Mean distance from the others on the same unit.
  double usual_distance = 0.0;     ///< The same, had any of the unit's raters been this one.
  double mirrored_distance = 0.0;  ///< Distance with the scale mirrored; 0 without an order.
  double shift = 0.0;              ///< Mean difference from the others; 0 without an order.
  double slope = 0.0;              ///< drifting: change from the first rating to the last.
};

/// Raters with a finding.
struct Suspects {
  std::vector<Suspect> ranked;  ///< The worst first.
  std::size_t tested = 0;       ///< Raters who share a unit with another.
  /// no_pairs: nobody could be tested. too_few_raters: of two raters who differ nobody can say
  /// which one it is, so that only a constant rater is named. too_many_ratings: see
  /// SuspectOptions.
  Reason reason = Reason::none;
};

/// Names raters with a fault, the worst first. A rater who is named no longer counts among the
/// others, so that one who clicks at random does not make his partners look odd.
///
/// The test is one of exchange: were the rater like the others, any of the ratings of a unit could
/// as well be his, so that the chance of his distances from the others (sum over units, the scale's
/// distance, not squared) is known from the ratings themselves: saddlepoint approximation, never
/// above Chernoff's bound. A unit with two ratings says nothing about which is odd; there the
/// distance is held against that of all such units. A rater who fails the test has the fault that
/// contradicts the ratings least: independence of the others, a mirrored scale, a shift; nobody is
/// named who fails it in no such way (say, a careless rater). A constant rater's p-value is the
/// chance that the ratings of his units taken at random are all his value. Drift is tested last, by
/// the slope in rater_profiles. In 9,600 simulated panels without a fault (tests) 34 had a finding,
/// 30 of them drift. Three raters of whom many units have only two need about 100 units, not 40,
/// for one who clicks at random to be told surely; fewer name nobody rather than somebody else.
///
/// At nominal and circular level and with a table of distances values have no two ends: nothing
/// can be inverted, shifted or drifting, and only constant and random raters are named.
///
/// Throws what krippendorff_alpha throws, and std::invalid_argument for a level outside (0, 1) and
/// a negative least_shift.
///
/// Source: the question is Raykar & Yu's, *Ranking annotators for crowdsourced labeling tasks*,
/// NIPS 2011, after Raykar et al., *Learning from crowds*, JMLR 2010: a spammer is who rates
/// independently of the unit. Barndorff-Nielsen & Cox, *Inference and Asymptotics*, 1994, for the
/// approximation.
[[nodiscard]] Suspects find_suspects(const Ratings& ratings, const Scale& scale = {},
                                     const SuspectOptions& options = {});

}  // namespace foley::reliability
