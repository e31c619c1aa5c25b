#include <algorithm>
#include <cmath>
#include <functional>

#include "agreement_shared.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/score_version.hpp"
#include "foley/reliability/band.hpp"
#include "foley/report/agreement_document.hpp"

namespace foley::report {
namespace {

using reliability::Reason;

constexpr std::size_t kLongestName = 24;

std::string signed_two(double value) { return change_text(value, 2); }

std::string number_text(const reliability::ProfileNumber& number, int digits) {
  return number.reason == Reason::none ? fixed_text(number.value, digits) : kNothing;
}

// ` (ann, bob)`: who counts as a rater, which a column of something else would not.
std::string few_names(const std::vector<std::string>& names) {
  constexpr std::size_t kFewNames = 5;
  constexpr std::size_t kMostText = 40;
  if (names.empty() || names.size() > kFewNames) {
    return {};
  }
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? " (" : ", ") + printable(name, kLongestName);
  }
  return text.size() <= kMostText ? text + ")" : std::string();
}

std::string headline(const AgreementDocument& document, const TextStyle& style) {
  const std::vector<std::string> pieces{
      printable(document.file, 100),
      counted(document.units, "unit") + ", " + counted(document.raters, "rater") +
          few_names(document.rater_names) + ", " + counted(document.ratings, "rating"),
      std::string(reliability::to_string(document.level)) + " level",
      "scores " + std::to_string(kScoreVersion)};
  return headline_of(pieces, style);
}

std::string interval_head(const AgreementDocument& document) {
  return document.intervals ? percent_text(document.intervals->confidence) + " interval"
                            : "interval";
}

std::string coefficient_remark(const NamedCoefficient& each) {
  // The part has pairs: what finds none asks for units that all rated.
  if (each.reason != Reason::none && each.units == 0) {
    return "no unit is rated by all";
  }
  return each.reason == Reason::none ? each.remark
                                     : std::string(reliability::to_string(each.reason));
}

// The table of one part: alpha first.
std::string part_table(const AgreementDocument& document, const AgreementPart& part,
                       const TextStyle& style) {
  TextTable table({"coefficient", "value", interval_head(document), ""},
                  {false, true, true, false});
  const Reason reason = part.alpha.reason();
  const bool shows = reason == Reason::none;
  table.add({"Krippendorff's alpha", shows ? four_digits(part.alpha.alpha.value) : kNothing,
             alpha_bounds(part.alpha),
             shows ? std::string(reliability::reliability_band(part.alpha.alpha.value))
                   : std::string(reliability::to_string(reason))});
  for (const NamedCoefficient& each : part.coefficients) {
    const bool bounded =
        each.interval && each.reason == Reason::none && each.interval->low < each.interval->high;
    table.add({each.name, each.reason == Reason::none ? four_digits(each.value) : kNothing,
               bounded ? bounds_text(*each.interval) : kNothing, coefficient_remark(each)});
  }
  return table.text(style);
}

// What may be concluded, in a sentence.
std::string conclusion(const AgreementDocument& document, const TextStyle& style) {
  const AgreementPart& all = document.parts.front();
  const Reason reason = all.alpha.reason();
  if (reason != Reason::none) {
    std::string why =
        "These ratings can show nothing: " + std::string(reliability::to_string(reason)) + ".";
    if (reason == Reason::no_pairs) {
      why += " Have some units rated by two raters or more.";
    } else if (reason == Reason::one_value) {
      why += " Add units on which raters could differ.";
    }
    return paint(wrapped(why, "", style), "yellow", style) + "\n";
  }
  const std::string band(reliability::reliability_band(all.alpha.alpha.value));
  const std::string reached = band == "reliable"    ? "reaches 0.8"
                              : band == "tentative" ? "reaches 0.667 but not 0.8"
                                                    : "is below 0.667";
  std::string text =
      wrapped("Band: " + band + "; alpha " + reached + " on " +
                  counted(all.alpha.alpha.units, "unit") + " with two ratings or more.",
              "", style) +
      "\n";
  text.replace(text.find(band), band.size(), painted_band(band, style));
  return text + interval_remark(all.alpha, style);
}

std::string stratum_name(const AgreementPart& part) {
  return part.stratum.empty() ? "(blank)" : printable(part.stratum, kLongestName);
}

// Strata below one another, a line each.
std::string strata_table(const AgreementDocument& document, const TextStyle& style) {
  TextTable table({"stratum", "units", "ratings", "alpha", interval_head(document), "same", ""},
                  {false, true, true, true, true, true, false});
  for (std::size_t i = 0; i < document.parts.size(); ++i) {
    const AgreementPart& part = document.parts[i];
    const Reason reason = part.alpha.reason();
    const bool shows = reason == Reason::none;
    const auto percent = std::ranges::find(part.coefficients, std::string("percent_agreement"),
                                           &NamedCoefficient::key);
    const bool has_percent = percent != part.coefficients.end() && percent->reason == Reason::none;
    table.add({i == 0 ? "all" : stratum_name(part), std::to_string(part.units),
               std::to_string(part.ratings), shows ? four_digits(part.alpha.alpha.value) : kNothing,
               alpha_bounds(part.alpha), has_percent ? percent_text(percent->value) : kNothing,
               shows ? std::string(reliability::reliability_band(part.alpha.alpha.value))
                     : std::string(reliability::to_string(reason))});
  }
  return "\n" + paint("Strata", "bold", style) + "\n" + table.text(style);
}

std::string strata_text(const AgreementDocument& document, const TextStyle& style) {
  if (document.parts.size() < 2) {
    return {};
  }
  std::string text = strata_table(document, style);
  for (std::size_t i = 1; i < document.parts.size() && document.every_coefficient; ++i) {
    const AgreementPart& part = document.parts[i];
    text += "\n" + paint(stratum_name(part), "bold", style) + ": " + counted(part.units, "unit") +
            ", " + counted(part.ratings, "rating") + "\n" + part_table(document, part, style);
  }
  return text;
}

constexpr std::size_t kMostRaters = 24;

// All raters in the order of the file, or of many those who change alpha most.
std::vector<const RaterRow*> shown_raters(const AgreementDocument& document) {
  std::vector<const RaterRow*> rows;
  for (const RaterRow& row : document.rater_rows) {
    rows.push_back(&row);
  }
  if (rows.size() > kMostRaters) {
    std::ranges::stable_sort(rows, std::greater(),
                             [](const RaterRow* row) { return std::fabs(row->influence.delta); });
    rows.resize(kMostRaters);
  }
  return rows;
}

std::string influence_table(const AgreementDocument& document, const TextStyle& style) {
  TextTable table(
      {"rater", "ratings", "compared", "alpha without", "change", interval_head(document)},
      {false, true, true, true, true, true});
  for (const RaterRow* shown : shown_raters(document)) {
    const RaterRow& row = *shown;
    const reliability::RaterInfluence& each = row.influence;
    const bool defined = each.reason == Reason::none;
    const bool bounded = defined && each.interval.low < each.interval.high;
    table.add({printable(row.rater, kLongestName), std::to_string(each.ratings),
               std::to_string(each.compared), defined ? four_digits(each.without.value) : kNothing,
               defined ? change_text(each.delta, 4) : kNothing,
               bounded ? bounds_text(each.interval, true) : kNothing});
  }
  return "\n" + paint("Raters", "bold", style) +
         ": alpha without each (a rise: the rater lowers agreement)\n" + table.text(style) +
         (document.rater_rows.size() > kMostRaters
              ? "  the " + std::to_string(kMostRaters) + " of " +
                    std::to_string(document.rater_rows.size()) +
                    " raters who change alpha most; --json has all\n"
              : "");
}

std::vector<std::string> profile_cells(const RaterRow& row, const AgreementDocument& document) {
  const reliability::RaterProfile& each = row.profile;
  std::vector<std::string> cells{
      printable(row.rater, kLongestName),
      each.with_others.reason == Reason::none ? fixed_text(each.with_others.value, 2) : kNothing};
  if (each.numbers) {
    const reliability::NumericProfile& numbers = *each.numbers;
    const bool biased = numbers.bias.reason != stats::Reason::no_data && each.compared > 0;
    const bool drifts = numbers.drift.reason == Reason::none;
    cells.push_back(biased ? signed_two(numbers.bias.value) : kNothing);
    cells.push_back(number_text(numbers.spread, 2));
    cells.push_back(number_text(numbers.discrimination, 2));
    cells.push_back(drifts ? signed_two(numbers.drift.slope.value) : kNothing);
    cells.push_back(drifts ? chance_text(numbers.drift.p) : kNothing);
  }
  cells.push_back(each.ratings == 0
                      ? kNothing
                      : printable(value_name(each.most_used, document.labels), 16) + " (" +
                            fixed_text(each.most_used_share * 100.0, 0) + "%)");
  return cells;
}

std::string profile_table(const AgreementDocument& document, const TextStyle& style) {
  const bool numbers = document.rater_rows.front().profile.numbers.has_value();
  std::vector<std::string> head{"rater", "with others"};
  std::vector<bool> right{false, true};
  if (numbers) {
    head.insert(head.end(), {"bias", "spread", "slope", "drift", "p"});
    right.insert(right.end(), {true, true, true, true, true});
  }
  head.emplace_back("most used");
  right.push_back(false);
  TextTable table(head, right);
  for (const RaterRow* row : shown_raters(document)) {
    table.add(profile_cells(*row, document));
  }
  std::string text = "\n" + table.text(style);
  if (numbers) {
    const TextStyle inner{style.color, style.width - 2};
    const std::string legend = wrapped(
        "bias: mean difference from the others; spread: of the scale used, 1 as they do; "
        "slope: 1 tells units apart as they do, 0 not at all; drift: change of the bias "
        "from first rating to last",
        "  ", inner);
    text += paint("  " + legend, "dim", style) + "\n";
  }
  return text;
}

std::string disputed_table(const std::vector<UnitRow>& units, const TextStyle& style) {
  const std::string text = "\n" + paint("Units most disputed", "bold", style) +
                           " (1: as far apart as ratings drawn by chance)\n";
  if (units.empty()) {
    return text + "  none: the ratings of each unit are the same\n";
  }
  TextTable table({"unit", "apart", "ratings"}, {false, true, false});
  for (const UnitRow& row : units) {
    std::string ratings;
    for (const auto& [rater, value] : row.ratings) {
      ratings += (ratings.empty() ? "" : ", ") + printable(rater, kLongestName) + " " +
                 printable(value, kLongestName);
    }
    table.add({printable(row.unit, 32), fixed_text(row.relative, 2), ratings});
  }
  return text + table.text(style);
}

std::string method_line(const AgreementDocument& document, const TextStyle& style) {
  if (!document.intervals || document.parts.front().alpha.reason() != Reason::none) {
    return {};
  }
  const reliability::AlphaIntervalOptions& how = *document.intervals;
  return paint(wrapped("intervals: " + method_and_seed(how) + "; kappas linearised", "", style),
               "dim", style) +
         "\n";
}

// Where to look next, for who has asked for nothing yet.
std::string next_line(const AgreementDocument& document, const TextStyle& style) {
  if (document.parts.front().alpha.reason() != Reason::none || document.every_coefficient ||
      !document.rater_rows.empty() || document.disputed) {
    return {};
  }
  return paint("next:", "bold", style) +
         " who disagrees: --raters; on what: --units 10; more figures: --coefficients\n";
}

}  // namespace

std::string agreement_text(const AgreementDocument& document, const TextStyle& style) {
  std::string text = headline(document, style) + "\n" +
                     part_table(document, document.parts.front(), style) + "\n" +
                     conclusion(document, style) + strata_text(document, style) +
                     suspects_text(document.suspects, style);
  if (!document.rater_rows.empty()) {
    text += influence_table(document, style) + profile_table(document, style);
  }
  if (document.disputed) {
    text += disputed_table(*document.disputed, style);
  }
  for (const ConfusionTable& table : document.confusions) {
    text += "\n" + confusion_text(table, style);
  }
  const std::string notes = notes_text(document.notes, style);
  const std::string method = method_line(document, style) + next_line(document, style);
  return text + (notes.empty() && method.empty() ? "" : "\n") + notes + method;
}

}  // namespace foley::report
