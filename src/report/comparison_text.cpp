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

std::string value_text(double value) { return fixed_text(value, kDigits); }

std::string interval_text(const stats::Interval& interval, bool with_sign) {
  const auto bound = [&](double value) {
    return with_sign ? signed_fixed_text(value, kDigits) : value_text(value);
  };
  return "[" + bound(interval.low) + ", " + bound(interval.high) + "]";
}

std::string p_text(double p) { return p < 0.0001 ? "<0.0001" : value_text(p); }

std::string share(double confidence) {
  const double percent = confidence * 100.0;
  return fixed_text(percent, percent == std::floor(percent) ? 0 : 1) + "%";
}

std::string run_name(const Comparison& comparison, std::size_t run) {
  return printable(comparison.runs[run], kLongestName);
}

std::string main_table(const Comparison& comparison, const MeasureComparison& measure,
                       const TextStyle& style) {
  const std::string interval = share(comparison.options.confidence) + " interval";
  TextTable table(
      {"run", "mean", interval, "change", interval, "p", "p Holm", "effect", "better/same/worse"},
      {false, true, true, true, true, true, true, true, true});
  table.add({run_name(comparison, 0), value_text(measure.means[0]),
             interval_text(measure.bootstraps[0].bca, false), "", "", "", "", "", ""});
  for (const Difference& each : measure.differences) {
    table.add({run_name(comparison, each.run), value_text(measure.means[each.run]),
               interval_text(measure.bootstraps[each.run].bca, false),
               signed_fixed_text(each.difference, kDigits), interval_text(each.bootstrap.bca, true),
               p_text(each.randomisation.test.p), p_text(each.randomisation.holm),
               fixed_text(each.effect.hedges_g, 2),
               std::to_string(each.topics.wins) + "/" + std::to_string(each.topics.ties) + "/" +
                   std::to_string(each.topics.losses)});
  }
  return table.text(style);
}

std::string test_table(const Comparison& comparison, const MeasureComparison& measure,
                       const TextStyle& style) {
  TextTable table({"p by other tests", "t", "Wilcoxon", "sign", "Tukey", "Tukey (randomised)",
                   "p BH", "shows from"},
                  {false, true, true, true, true, true, true, true});
  for (const Difference& each : measure.differences) {
    const std::size_t pair = each.run - 1;  // (0, 1), (0, 2), … come first
    table.add({run_name(comparison, each.run), p_text(each.t.test.p), p_text(each.wilcoxon.test.p),
               p_text(each.sign.test.p), p_text(measure.tukey.pairs[pair].p),
               p_text(measure.randomised_tukey[pair].p),
               p_text(each.randomisation.benjamini_hochberg),
               value_text(each.detectable.difference)});
  }
  return table.text(style);
}

std::string verdict(const Comparison& comparison, const MeasureComparison& measure,
                    const TextStyle& style) {
  std::string out;
  for (const Difference& each : measure.differences) {
    const std::string name = run_name(comparison, each.run);
    const double alpha = comparison.options.alpha;
    if (each.randomisation.test.reason != stats::Reason::none) {
      out += "  " + name + ": no test, " +
             std::string(stats::to_string(each.randomisation.test.reason)) + "\n";
    } else if (each.randomisation.holm <= alpha) {
      out +=
          "  " + name + " is " +
          (each.difference > 0 ? paint("better", "green", style) : paint("worse", "red", style)) +
          " than " + run_name(comparison, 0) + " (Holm, level " + shortest_text(alpha) + ")\n";
    } else {
      out += "  " + name + ": no difference shown; with these topics one of " +
             value_text(each.detectable.difference) + " would be seen in " +
             share(comparison.options.power) + " of cases\n";
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
                            run_name(comparison, 0) + " → " + run_name(comparison, moves.run);
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
    TextTable pair(
        {"rank", run_name(comparison, 0), "grade", run_name(comparison, moves.run), "grade"},
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
  std::string out = std::to_string(comparison.topics.size()) + " topics; baseline " +
                    run_name(comparison, 0) + "; ties: " + document.ties + "; seed " +
                    std::to_string(comparison.options.seed) + "\n";
  for (const MeasureComparison& measure : comparison.measures) {
    out += "\n" + paint(measure.measure, "bold", style) + "\n" +
           main_table(comparison, measure, style) + "\n" + test_table(comparison, measure, style) +
           verdict(comparison, measure, style);
  }
  for (const RunMoves& moves : document.moves) {
    out += moves_text(document, moves, style);
  }
  out +=
      "\np: randomisation test over topics; effect: Hedges' g of the paired differences; "
      "intervals: "
      "BCa bootstrap.\nCorrections (Holm, BH) are over all rows of this report.\n";
  for (const std::string& note : document.notes) {
    out += paint("note:", "yellow", style) + " " + printable(note, 400) + "\n";
  }
  return out;
}

}  // namespace foley::report
