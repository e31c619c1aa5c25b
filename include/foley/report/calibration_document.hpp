#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/causes/rater_profile.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/planning.hpp"
#include "foley/report/agreement_parts.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// The judge beside one human.
struct JudgePair {
  std::string human;
  reliability::Coefficient alpha;    ///< On the units that both rated.
  reliability::Coefficient percent;  ///< Share of these with the same value.
  double difference = 0.0;           ///< Mean of judge minus human; 0 without an order of values.
};

/// How often a value was given.
struct BaseRate {
  std::string value;
  std::uint64_t by_humans = 0;
  std::uint64_t by_judge = 0;
};

/// Whether a judge may work unattended, and what that rests on: units that the judge and at least
/// one human rated.
struct CalibrationDocument {
  std::string human_file;
  std::string judge_file;
  std::string judge;  ///< Name of the judge.
  reliability::Level level = reliability::Level::ordinal;
  double min_alpha = 0.8;
  std::size_t min_units = 0;  ///< Fewer shared units let no judge pass.
  bool lower_bound = false;   ///< The lower bound must reach min_alpha, not alpha alone.
  std::optional<reliability::AlphaIntervalOptions> intervals;

  bool passed = false;
  std::string verdict;  ///< Why, in a sentence.

  std::size_t units = 0;       ///< In both files, with a human's and the judge's rating.
  std::size_t only_human = 0;  ///< Not judged by the judge.
  std::size_t only_judge = 0;  ///< Not judged by a human.
  std::size_t humans = 0;
  AlphaRow alpha;                        ///< Of humans and judge.
  std::optional<AlphaRow> humans_alone;  ///< The same units without the judge, from two humans on.
  reliability::Coefficient percent;
  std::vector<JudgePair> pairs;
  reliability::RaterProfile profile;  ///< Of the judge beside the humans.
  bool ordered = true;                ///< Values rise, so that bias and differences mean something.
  std::optional<ConfusionTable> confusion;
  std::vector<BaseRate> base_rates;
  std::vector<UnitRow> differences;  ///< By distance of the judge from the mean of the humans.
  std::vector<SuspectRow> suspects;
  std::optional<reliability::AgreementPlan> to_settle;  ///< For an undecided lower bound.
  std::vector<std::string> notes;
};

/// The report for people: the verdict first.
[[nodiscard]] std::string calibration_text(const CalibrationDocument& document,
                                           const TextStyle& style);

/// The document for programs, `foley-eval/calibration/1`.
[[nodiscard]] std::string calibration_json(const CalibrationDocument& document);

}  // namespace foley::report
