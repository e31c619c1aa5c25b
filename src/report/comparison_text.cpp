#include <algorithm>
#include <cmath>

#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/comparison_document.hpp"

namespace foley::report {
namespace {

using comparison::Comparison;
using comparison::Corrected;
using comparison::Difference;
using comparison::MeasureComparison;

constexpr int kDigits = 4;
constexpr std::size_t kLongestName = 32;
const std::string kNothing = "–";

std::string value_text(double value) { return fixed_text(value, kDigits); }

std::string interval_text(const stats::Interval& interval, bool with_sign) {
  const auto bound = [&](double value) {
    return with_sign ? signed_fixed_text(value, kDigits) : value_text(value);
  };
  return "[" + bound(interval.low) + ", " + bound(interval.high) + "]";
}

std::string p_text(double p) { return p < 0.0001 ? "<0.0001" : value_text(p); }

// A test that the data did not allow has no p to show.
std::string p_text(const stats::TestResult& test) {
  return test.reason == stats::Reason::none ? p_text(test.p) : kNothing;
}

std::string p_text(double p, stats::Reason reason) {
  return reason == stats::Reason::none ? p_text(p) : kNothing;
}

std::string share(double confidence) {
  const double percent = confidence * 100.0;
  return fixed_text(percent, percent == std::floor(percent) ? 0 : 1) + "%";
}

std::string topics_text(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " topic" : " topics");
}

std::string run_name(const Comparison& comparison, std::size_t run, std::size_t longest) {
  return printable(comparison.runs[run], longest);
}

// What is left for names beside the numbers of the main table.
std::size_t name_width(const TextStyle& style) {
  constexpr std::size_t kNumbers = 76;
  constexpr std::size_t kShortestName = 12;
  return std::clamp(style.width > kNumbers ? style.width - kNumbers : 0, kShortestName,
                    kLongestName);
}

std::string main_table(const Comparison& comparison, const MeasureComparison& measure,
                       const TextStyle& style) {
  const std::size_t longest = name_width(style);
  const std::string interval = share(comparison.options.confidence) + " interval";
  TextTable table({"run", "mean", interval, "change", interval, "p", "+/=/-"},
                  {false, true, true, true, true, true, true});
  table.add({run_name(comparison, 0, longest), value_text(measure.means[0]),
             interval_text(measure.bootstraps[0].bca, false), "", "", "", ""});
  for (const Difference& each : measure.differences) {
    table.add({run_name(comparison, each.run, longest), value_text(measure.means[each.run]),
               interval_text(measure.bootstraps[each.run].bca, false),
               signed_fixed_text(each.difference, kDigits), interval_text(each.bootstrap.bca, true),
               p_text(each.randomisation.test),
               std::to_string(each.topics.wins) + "/" + std::to_string(each.topics.ties) + "/" +
                   std::to_string(each.topics.losses)});
  }
  return table.text(style);
}

// Whether the spread of the differences says which difference could be shown, and the measure could
// have one that large: nearly all lie within 0 and 1.
bool has_power(const Difference& each, const MeasureComparison& measure) {
  const bool within_one = std::all_of(measure.means.begin(), measure.means.end(),
                                      [](double mean) { return mean >= 0.0 && mean <= 1.0; });
  return each.detectable.reason == stats::Reason::none && each.detectable.difference > 0.0 &&
         (each.detectable.difference <= 1.0 || !within_one);
}

std::string effect_table(const Comparison& comparison, const MeasureComparison& measure,
                         const TextStyle& style) {
  TextTable table({"", "p Holm", "p BH", "effect size", "shows from"},
                  {false, true, true, true, true});
  for (const Difference& each : measure.differences) {
    const bool tested = each.randomisation.test.reason == stats::Reason::none;
    table.add(
        {run_name(comparison, each.run, name_width(style)),
         tested ? p_text(each.randomisation.holm) : kNothing,
         tested ? p_text(each.randomisation.benjamini_hochberg) : kNothing,
         each.effect.reason == stats::Reason::none ? fixed_text(each.effect.hedges_g, 2) : kNothing,
         has_power(each, measure) ? value_text(each.detectable.difference) : kNothing});
  }
  return table.text(style);
}

std::string test_table(const Comparison& comparison, const MeasureComparison& measure,
                       const TextStyle& style) {
  TextTable table({"p by other tests", "t", "Wilcoxon", "sign", "Tukey", "randomised Tukey"},
                  {false, true, true, true, true, true});
  for (const Difference& each : measure.differences) {
    const std::size_t pair = each.run - 1;  // (0, 1), (0, 2), … come first
    const stats::TukeyPair& tukey = measure.tukey.pairs[pair];
    const stats::PairResult& randomised = measure.randomised_tukey[pair];
    table.add({run_name(comparison, each.run, name_width(style)), p_text(each.t.test),
               p_text(each.wilcoxon.test), p_text(each.sign.test),
               p_text(tukey.p, tukey.difference.reason), p_text(randomised.p, randomised.reason)});
  }
  return table.text(style);
}

std::string verdict(const Comparison& comparison, const MeasureComparison& measure,
                    const TextStyle& style) {
  std::string out;
  for (const Difference& each : measure.differences) {
    const std::string name = run_name(comparison, each.run, kLongestName);
    const double alpha = comparison.options.alpha;
    if (each.randomisation.test.reason != stats::Reason::none) {
      out += "  " + name + ": no test, " +
             std::string(stats::to_string(each.randomisation.test.reason)) + "\n";
    } else if (each.randomisation.holm <= alpha) {
      out +=
          "  " + name + " is " +
          (each.difference > 0 ? paint("better", "green", style) : paint("worse", "red", style)) +
          " than " + run_name(comparison, 0, kLongestName) + " (Holm, level " +
          shortest_text(alpha) + ")\n";
    } else if (has_power(each, measure)) {
      out += "  " + name + ": no difference shown; with these topics one of " +
             value_text(each.detectable.difference) + " would be seen in " +
             share(comparison.options.power) + " of cases\n";
    } else {
      const stats::Reason reason = each.detectable.reason != stats::Reason::none
                                       ? each.detectable.reason
                                       : each.effect.reason;
      out += "  " + name + ": no difference shown; " +
             (reason == stats::Reason::none ? "too few topics"
                                            : std::string(stats::to_string(reason))) +
             "\n";
    }
  }
  return out;
}

std::string doc_text(const std::vector<RankedDoc>& docs, std::size_t i) {
  return i < docs.size() ? printable(docs[i].id, kLongestName) : "";
}

std::string grade_text(const std::vector<RankedDoc>& docs, std::size_t i) {
  if (i >= docs.size()) {
    return "";
  }
  if (!docs[i].grade) {
    return "–";
  }
  const double grade = *docs[i].grade;
  return grade == std::floor(grade) ? fixed_text(grade, 0) : shortest_text(grade);
}

std::string moves_text(const ComparisonDocument& document, const RunMoves& moves,
                       const TextStyle& style) {
  const Comparison& comparison = document.comparison;
  const std::string title = "Topics that moved most in " + comparison.measures[0].measure + ": " +
                            run_name(comparison, 0, kLongestName) + " → " +
                            run_name(comparison, moves.run, kLongestName);
  std::string out = "\n" + paint(title, "bold", style) + "\n";
  if (moves.moves.empty()) {
    return out + "  none moved\n";
  }
  TextTable table({"topic", "before", "after", "change"}, {false, true, true, true});
  for (const ShownMove& each : moves.moves) {
    table.add({printable(comparison.topics[each.move.topic], 60), value_text(each.move.from),
               value_text(each.move.to), signed_fixed_text(each.move.change(), kDigits)});
  }
  out += table.text(style);
  for (const ShownMove& each : moves.moves) {
    const std::size_t rows = std::max(each.before.size(), each.after.size());
    if (rows == 0) {
      continue;
    }
    TextTable pair({"rank", run_name(comparison, 0, kLongestName), "grade",
                    run_name(comparison, moves.run, kLongestName), "grade"},
                   {true, false, true, false, true});
    for (std::size_t i = 0; i < rows; ++i) {
      pair.add({std::to_string(i + 1), doc_text(each.before, i), grade_text(each.before, i),
                doc_text(each.after, i), grade_text(each.after, i)});
    }
    out += "\n  " + printable(comparison.topics[each.move.topic], 60) + "\n" + pair.text(style);
  }
  return out;
}

}  // namespace

std::string comparison_text(const ComparisonDocument& document, const TextStyle& style) {
  const Comparison& comparison = document.comparison;
  std::string out = topics_text(comparison.topics.size()) + "; baseline " +
                    run_name(comparison, 0, kLongestName) + "; ties: " + document.ties + "; seed " +
                    std::to_string(comparison.options.seed) + "\n";
  for (const MeasureComparison& measure : comparison.measures) {
    out += "\n" + paint(measure.measure, "bold", style) + "\n" +
           main_table(comparison, measure, style) + "\n" +
           effect_table(comparison, measure, style) + "\n" +
           test_table(comparison, measure, style) + verdict(comparison, measure, style);
  }
  for (const RunMoves& moves : document.moves) {
    out += moves_text(document, moves, style);
  }
  out +=
      "\np: randomisation test over topics; intervals: BCa bootstrap; +/=/-: topics better, same, "
      "worse;\neffect size: Hedges' g of paired differences; Holm, BH: corrected over all rows of "
      "this report;\nshows from: the difference that these topics would show in " +
      share(comparison.options.power) + " of cases\n";
  for (const std::string& note : document.notes) {
    out += paint("note:", "yellow", style) + " " + printable(note, 400) + "\n";
  }
  return out;
}

}  // namespace foley::report
