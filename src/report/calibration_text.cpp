#include <algorithm>
#include <utility>

#include "agreement_shared.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/score_version.hpp"
#include "foley/reliability/band.hpp"
#include "foley/report/calibration_document.hpp"

namespace foley::report {
namespace {

using reliability::Reason;

constexpr std::size_t kLongestName = 24;

std::string verdict_line(const CalibrationDocument& document, const TextStyle& style) {
  const std::string word = document.passed ? "PASS" : "FAIL";
  const std::string line = wrapped(word + "  " + printable(document.verdict), "      ", style);
  return paint(word, document.passed ? "green" : "red", style) + line.substr(word.size()) + "\n";
}

std::string matched_line(const CalibrationDocument& document, const TextStyle& style) {
  std::vector<std::string> pieces{counted(document.units, "unit") + " rated by " +
                                  printable(document.judge, kLongestName) + " and " +
                                  counted(document.humans, "human")};
  if (document.only_human > 0) {
    pieces.push_back(std::to_string(document.only_human) + " without the judge");
  }
  if (document.only_judge > 0) {
    pieces.push_back(std::to_string(document.only_judge) + " without a human");
  }
  pieces.push_back(std::string(reliability::to_string(document.level)) + " level");
  pieces.push_back("scores " + std::to_string(kScoreVersion));
  return headline_of(pieces, style);
}

// A share of the same values, where any were compared.
std::string same_text(const reliability::Coefficient& percent) {
  return percent.reason == Reason::no_pairs ? kNothing : fixed_text(percent.value * 100.0, 0) + "%";
}

std::string alpha_text(const AlphaRow& row) {
  return row.reason() == Reason::none ? four_digits(row.alpha.value) : kNothing;
}

std::string band_text(const AlphaRow& row) {
  return std::string(row.reason() == Reason::none ? reliability::reliability_band(row.alpha.value)
                                                  : reliability::to_string(row.reason()));
}

std::string alpha_table(const CalibrationDocument& document, const TextStyle& style) {
  const std::string interval =
      document.intervals ? percent_text(document.intervals->confidence) + " interval" : "interval";
  const std::string change = document.ordered ? "bias" : "";
  TextTable table({"raters", "units", "alpha", interval, "same", change, ""},
                  {false, true, true, true, true, true, false});
  table.add({"everyone", std::to_string(document.alpha.alpha.units), alpha_text(document.alpha),
             alpha_bounds(document.alpha), same_text(document.percent), "",
             band_text(document.alpha)});
  if (document.humans_alone) {
    const AlphaRow& humans = *document.humans_alone;
    table.add({"humans alone", std::to_string(humans.alpha.units), alpha_text(humans),
               alpha_bounds(humans), "", "", band_text(humans)});
  }
  constexpr std::size_t kMostPairs = 30;
  const std::size_t longest = style.width < 100 ? 8 : kLongestName;
  for (std::size_t i = 0; i < document.pairs.size() && i < kMostPairs; ++i) {
    const JudgePair& pair = document.pairs[i];
    const AlphaRow row{pair.alpha, std::nullopt};
    const bool compared = pair.percent.reason != Reason::no_pairs;
    table.add({"judge/" + printable(pair.human, longest), std::to_string(pair.alpha.units),
               alpha_text(row), "", same_text(pair.percent),
               compared && document.ordered ? change_text(pair.difference, 2) : "",
               row.reason() == Reason::none ? "" : band_text(row)});
  }
  return table.text(style) +
         (document.pairs.size() > kMostPairs
              ? "  … and " + std::to_string(document.pairs.size() - kMostPairs) +
                    " more humans; --json has them all\n"
              : "");
}

std::string profile_line(const CalibrationDocument& document, const TextStyle& style) {
  if (!document.profile.numbers) {
    return {};
  }
  const reliability::NumericProfile& numbers = *document.profile.numbers;
  std::string text = "The judge beside the humans:";
  if (numbers.bias.reason == stats::Reason::none) {
    text += " bias " + change_text(numbers.bias.value, 2) + " [" +
            change_text(numbers.bias.low, 2) + ", " + change_text(numbers.bias.high, 2) + "];";
  }
  if (numbers.spread.reason == Reason::none) {
    text += " spread " + fixed_text(numbers.spread.value, 2) + " (1: uses the scale as they do);";
  }
  if (numbers.discrimination.reason == Reason::none) {
    text += " slope " + fixed_text(numbers.discrimination.value, 2) +
            " (1: tells units apart as they do);";
  }
  if (!text.ends_with(";")) {
    return {};
  }
  text.back() = '.';
  return wrapped(text, "", style) + "\n";
}

std::string settle_line(const CalibrationDocument& document, const TextStyle& style) {
  if (!document.to_settle) {
    return {};
  }
  const reliability::AgreementPlan& plan = *document.to_settle;
  std::string text = "The lower bound is still below " + shortest_text(document.min_alpha) + ". ";
  if (plan.units == 0) {
    text += "No number of units that can be planned would lift it: " +
            std::string(reliability::to_string(plan.reason)) + ".";
  } else if (plan.units <= document.units) {
    text += "A few more units rated by both would settle it, if alpha stays as it is.";
  } else {
    text += "About " + counted(plan.units - document.units, "more unit") +
            " rated by both would settle it, if alpha stays as it is.";
  }
  return wrapped(text, "", style) + "\n";
}

std::string rates_table(const CalibrationDocument& document, const TextStyle& style) {
  constexpr std::size_t kMostRates = 20;
  if (document.base_rates.empty() || document.base_rates.size() > kMostRates) {
    return {};
  }
  std::uint64_t humans = 0;
  std::uint64_t judge = 0;
  for (const BaseRate& rate : document.base_rates) {
    humans += rate.by_humans;
    judge += rate.by_judge;
  }
  const auto share = [](std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
  };
  TextTable table({"value", "humans", "judge", "difference"}, {false, true, true, true});
  for (const BaseRate& rate : document.base_rates) {
    const double by_humans = share(rate.by_humans, humans);
    const double by_judge = share(rate.by_judge, judge);
    table.add({printable(rate.value, kLongestName), fixed_text(by_humans, 1) + "%",
               fixed_text(by_judge, 1) + "%", change_text(by_judge - by_humans, 1)});
  }
  return "\n" + paint("How often each value is given", "bold", style) + "\n" + table.text(style);
}

std::string differences_table(const CalibrationDocument& document, const TextStyle& style) {
  if (document.differences.empty()) {
    return {};
  }
  TextTable table({"unit", "apart", "judge", "humans"}, {false, true, true, false});
  for (const UnitRow& row : document.differences) {
    std::string judge;
    std::string humans;
    for (const auto& [rater, value] : row.ratings) {
      if (rater == document.judge) {
        judge = printable(value, kLongestName);
      } else {
        humans += (humans.empty() ? "" : ", ") + printable(rater, kLongestName) + " " +
                  printable(value, kLongestName);
      }
    }
    table.add({printable(row.unit, 32), fixed_text(row.distance, 2), judge, humans});
  }
  return "\n" + paint("Units on which the judge is furthest from the humans", "bold", style) +
         "\n" + table.text(style);
}

std::string method_line(const CalibrationDocument& document, const TextStyle& style) {
  if (!document.intervals) {
    return {};
  }
  const reliability::AlphaIntervalOptions& how = *document.intervals;
  return paint(wrapped("interval: " + method_and_seed(how), "", style), "dim", style) + "\n";
}

}  // namespace

std::string calibration_text(const CalibrationDocument& document, const TextStyle& style) {
  std::string text = verdict_line(document, style) + "\n" + matched_line(document, style);
  if (document.units > 0) {
    text += "\n" + alpha_table(document, style) + "\n" + interval_remark(document.alpha, style) +
            profile_line(document, style) + settle_line(document, style) +
            suspects_text(document.suspects, style);
    if (document.confusion) {
      text += "\n" + confusion_text(*document.confusion, style);
    }
    text += rates_table(document, style) + differences_table(document, style);
  }
  const std::string notes = notes_text(document.notes, style);
  const std::string method = document.units > 0 ? method_line(document, style) : "";
  return text + (notes.empty() && method.empty() ? "" : "\n") + notes + method;
}

}  // namespace foley::report
