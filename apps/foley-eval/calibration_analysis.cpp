#include "calibration_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "agreement_analysis.hpp"
#include "agreement_coefficients.hpp"
#include "foley/core/number_text.hpp"
#include "foley/reliability/alpha.hpp"
#include "foley/reliability/causes/confusion.hpp"

namespace foley::app {
namespace {

using reliability::Fault;
using reliability::Rating;
using reliability::Reason;
using report::CalibrationDocument;

// Four digits, or as many as tell the number from the limit.
std::string beside(double value, double limit) {
  const std::string text = fixed_text(value, 4);
  return text == fixed_text(limit, 4) && value != limit ? shortest_text(value) : text;
}

// A finding about the judge that forbids to leave it alone, in words; empty for none. With many
// humans a judge who answers by chance moves alpha but little.
std::string fault_of_judge(const CalibrationDocument& document) {
  for (const report::SuspectRow& row : document.suspects) {
    if (row.rater != document.judge) {
      continue;
    }
    switch (row.suspect.fault) {
      case Fault::constant:
        return "the judge gives one value throughout";
      case Fault::inverted_scale:
        return "the judge's scale is turned round";
      case Fault::random_clicker:
        return "the judge's grades have little or nothing to do with the units";
      case Fault::shifted:
      case Fault::drifting:
        break;  // alpha says how much that matters
    }
  }
  return {};
}

void judge_alpha(CalibrationDocument& document) {
  const Reason reason = document.alpha.reason();
  if (document.units == 0) {
    document.verdict = "no unit is rated by both a human and the judge; nothing is shown";
    return;
  }
  if (reason != Reason::none) {
    document.verdict =
        "these ratings can show nothing: " + std::string(reliability::to_string(reason));
    return;
  }
  const auto& interval = document.alpha.interval;
  const double value =
      document.lower_bound && interval ? interval->interval.low : document.alpha.alpha.value;
  const std::string what = document.lower_bound ? "the lower bound of alpha, " : "alpha ";
  const std::string figure =
      what + beside(value, document.min_alpha) + (document.lower_bound ? "," : "");
  const std::string limit = shortest_text(document.min_alpha);
  const std::string fault = fault_of_judge(document);
  const double own = document.profile.with_others.value;
  const bool carried = document.humans > 1 && own < document.min_alpha;
  const bool few = document.units < document.min_units;
  document.passed = value >= document.min_alpha && fault.empty() && !carried && !few;
  if (value < document.min_alpha) {
    document.verdict = figure + " is below " + limit + (fault.empty() ? "" : "; " + fault);
  } else if (!fault.empty()) {
    document.verdict = fault + ", although " + figure + " reaches " + limit;
  } else if (few) {
    document.verdict = figure + " reaches " + limit +
                       ", but on too few units: " + std::to_string(document.units) +
                       ", of at least " + std::to_string(document.min_units) + " (--min-units)";
  } else if (carried) {
    document.verdict = figure + " reaches " + limit +
                       ", but that is the humans' agreement: the judge's own with them, " +
                       beside(own, document.min_alpha) + ", does not";
  } else {
    document.verdict = figure + " reaches " + limit + ": " + document.judge +
                       " may work unattended on units like these";
  }
}

void add_pairs(CalibrationDocument& document, const MatchedRatings& matched,
               const CalibrationQuestions& questions) {
  const auto pairs = judge_pairs(matched);
  for (std::size_t h = 0; h < pairs.size(); ++h) {
    const auto counts = reliability::AgreementCounts::of(pairs[h]);
    report::JudgePair row{matched.raters[h],
                          reliability::krippendorff_alpha(counts, questions.scale),
                          reliability::percent_agreement(counts), 0.0};
    for (std::size_t u = 0; u < pairs[h].units(); ++u) {
      const auto unit = pairs[h].of(u);
      row.difference += unit[1].value - unit[0].value;
    }
    row.difference /= std::max<double>(1.0, static_cast<double>(pairs[h].units()));
    document.pairs.push_back(std::move(row));
  }
}

void add_base_rates(CalibrationDocument& document, const MatchedRatings& matched) {
  constexpr std::size_t kMostValues = 200;
  std::map<double, report::BaseRate> rates;
  for (std::size_t u = 0; u < matched.ratings.units(); ++u) {
    for (const Rating& each : matched.ratings.of(u)) {
      report::BaseRate& rate = rates[each.value];
      ++(each.rater == matched.judge() ? rate.by_judge : rate.by_humans);
    }
  }
  if (rates.size() > kMostValues) {
    return;
  }
  for (auto& [value, rate] : rates) {
    rate.value = report::value_name(value, matched.labels);
    document.base_rates.push_back(rate);
  }
}

// From the mean of the humans, or the share of them who say otherwise.
double distance_of_judge(std::span<const Rating> unit, bool ordered) {
  const double judge = unit.back().value;
  double sum = 0.0;
  for (const Rating& human : unit.first(unit.size() - 1)) {
    sum += ordered ? judge - human.value : human.value == judge ? 0.0 : 1.0;
  }
  return std::abs(sum) / static_cast<double>(unit.size() - 1);
}

void add_differences(CalibrationDocument& document, const MatchedRatings& matched,
                     std::size_t most) {
  std::vector<std::pair<double, std::size_t>> apart;
  for (std::size_t u = 0; u < matched.ratings.units(); ++u) {
    const double distance = distance_of_judge(matched.ratings.of(u), document.ordered);
    if (distance > 0.0) {
      apart.emplace_back(distance, u);
    }
  }
  const std::size_t shown = std::min(most, apart.size());
  std::partial_sort(apart.begin(), apart.begin() + static_cast<std::ptrdiff_t>(shown), apart.end(),
                    [](const auto& a, const auto& b) {
                      return a.first != b.first ? a.first > b.first : a.second < b.second;
                    });
  for (std::size_t i = 0; i < shown; ++i) {
    report::UnitRow row{matched.units[apart[i].second], apart[i].first, 0.0, {}};
    for (const Rating& each : matched.ratings.of(apart[i].second)) {
      row.ratings.emplace_back(matched.raters[each.rater],
                               report::value_name(each.value, matched.labels));
    }
    document.differences.push_back(std::move(row));
  }
}

void add_confusion(CalibrationDocument& document, const MatchedRatings& matched) {
  if (!document.base_rates.empty()) {  // else there are too many values for a table
    document.confusion = named_confusion(
        reliability::confusion_with_others(matched.ratings, matched.judge()), document.judge,
        document.humans == 1 ? matched.raters.front() : "humans", matched.labels);
  }
}

void add_plan(CalibrationDocument& document, const reliability::AgreementCounts& counts,
              const CalibrationQuestions& questions) {
  const auto& interval = document.alpha.interval;
  const auto& how = questions.intervals;
  const bool settled = !fault_of_judge(document).empty();  // more units would not help such a judge
  if (!interval || !how || settled || document.alpha.reason() != Reason::none) {
    return;
  }
  const double room = document.alpha.alpha.value - document.min_alpha;
  if (room < 0.001 || room >= 1.0 || interval->interval.low >= document.min_alpha) {
    return;
  }
  document.to_settle = reliability::plan_from_pilot(counts, questions.scale,
                                                    {.half_width = room,
                                                     .confidence = how->confidence,
                                                     .seed = how->seed,
                                                     .threads = questions.threads});
}

void add_notes(CalibrationDocument& document) {
  if (document.humans == 1) {
    document.notes.emplace_back(
        "one human is no ceiling: have some units rated by a second one to see how far humans "
        "agree");
  }
}

}  // namespace

CalibrationDocument calibrate(const MatchedRatings& matched,
                              const CalibrationQuestions& questions) {
  CalibrationDocument document;
  document.judge = matched.raters.back();
  document.level = questions.scale.level;
  document.min_alpha = questions.min_alpha;
  document.lower_bound = questions.lower_bound;
  document.min_units = questions.min_units;
  document.intervals = questions.intervals;
  document.units = matched.units.size();
  document.only_human = matched.only_human;
  document.only_judge = matched.only_judge;
  document.humans = matched.judge();
  document.ordered = reliability::values_rise(questions.scale.level);
  document.notes = matched.notes;
  const auto counts = reliability::AgreementCounts::of(matched.ratings);
  if (document.units > 0) {
    document.alpha = alpha_row(counts, questions.scale, questions.intervals);
    document.percent = reliability::percent_agreement(counts);
    if (document.humans > 1) {
      document.humans_alone = alpha_row(reliability::AgreementCounts::of(humans_of(matched)),
                                        questions.scale, questions.intervals);
    }
    add_pairs(document, matched, questions);
    const double confidence = questions.intervals ? questions.intervals->confidence : 0.95;
    document.profile =
        reliability::rater_profiles(matched.ratings, questions.scale, confidence, questions.threads)
            .back();
    document.suspects =
        suspects_of(matched.ratings, questions.scale, matched.raters, document.notes);
    add_base_rates(document, matched);
    add_confusion(document, matched);
    add_differences(document, matched, questions.units);
  }
  judge_alpha(document);
  add_plan(document, counts, questions);
  add_notes(document);
  return document;
}

}  // namespace foley::app
