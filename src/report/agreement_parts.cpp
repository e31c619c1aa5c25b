#include "foley/report/agreement_parts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "agreement_shared.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/reliability/band.hpp"

namespace foley::report {
namespace {

constexpr int kDigits = 4;
constexpr std::size_t kLongestName = 24;

// What a finding rests on, in one line.
std::string evidence_of(const reliability::Suspect& suspect) {
  using reliability::Fault;
  switch (suspect.fault) {
    case Fault::constant:
      return "one value throughout";
    case Fault::inverted_scale:
      return "would agree turned round (" + signed_fixed_text(suspect.relation, 2) + ")";
    case Fault::random_clicker:
      return "hardly related to the units (" + signed_fixed_text(suspect.relation, 2) + ")";
    case Fault::shifted:
      return signed_fixed_text(suspect.shift, 2) + " from the others throughout";
    case Fault::drifting:
      return "bias moves by " + signed_fixed_text(suspect.slope, 2) + " while rating";
  }
  return {};
}

std::string fault_words(reliability::Fault fault) {
  std::string words(reliability::to_string(fault));
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace

reliability::Reason AlphaRow::reason() const {
  return alpha.reason == reliability::Reason::none && alpha.units < 2
             ? reliability::Reason::too_few_units
             : alpha.reason;
}

std::string value_name(double value, std::span<const std::string> labels) {
  if (!labels.empty() && value >= 0.0 && value < static_cast<double>(labels.size()) &&
      value == std::floor(value)) {
    return labels[static_cast<std::size_t>(value)];
  }
  const std::string text = shortest_text(value);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

std::string_view method_words(reliability::IntervalMethod method) {
  using reliability::IntervalMethod;
  switch (method) {
    case IntervalMethod::bca:
      return "BCa bootstrap over units";
    case IntervalMethod::percentile:
      return "percentile bootstrap over units";
    case IntervalMethod::jackknife:
      return "jackknife over units";
    case IntervalMethod::krippendorff:
      return "Krippendorff's bootstrap";
  }
  return {};
}

std::string_view to_string(reliability::IntervalMethod method) {
  using reliability::IntervalMethod;
  switch (method) {
    case IntervalMethod::bca:
      return "bca";
    case IntervalMethod::percentile:
      return "percentile";
    case IntervalMethod::jackknife:
      return "jackknife";
    case IntervalMethod::krippendorff:
      return "krippendorff";
  }
  return {};
}

std::string counted(std::size_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

std::string four_digits(double value) {
  const std::string text = fixed_text(value, kDigits);
  return text == "-0.0000" ? "0.0000" : text;
}

std::string bounds_text(const stats::Interval& interval, bool with_sign) {
  const auto bound = [&](double value) {
    return with_sign ? change_text(value, kDigits) : four_digits(value);
  };
  return "[" + bound(interval.low) + ", " + bound(interval.high) + "]";
}

std::string percent_text(double share) {
  const double percent = share * 100.0;
  const bool whole = std::abs(percent - std::round(percent)) < 1e-9;
  return fixed_text(percent, whole ? 0 : 1) + "%";
}

std::string chance_text(double p) { return p < 0.0001 ? "<0.0001" : four_digits(p); }

std::string alpha_bounds(const AlphaRow& row) {
  if (!row.interval || row.reason() != reliability::Reason::none) {
    return kNothing;
  }
  return bounds_text(row.interval->interval);
}

std::string method_and_seed(const reliability::AlphaIntervalOptions& how) {
  const bool draws = how.method != reliability::IntervalMethod::jackknife;
  return std::string(method_words(how.method)) +
         (draws ? ", " + std::to_string(how.replicates) + " replicates" : "") + ", seed " +
         std::to_string(how.seed);
}

std::string painted_band(std::string_view band, const TextStyle& style) {
  return paint(band, band == "reliable" ? "green" : band == "tentative" ? "yellow" : "red", style);
}

std::string wrapped(const std::string& text, const std::string& lead, const TextStyle& style) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    const std::string word = text.substr(from, to - from);
    const std::size_t width = display_width(word);
    if (column > 0 && column + 1 + width > style.width) {
      out += "\n" + lead;
      column = display_width(lead);
    } else if (!out.empty()) {
      out += " ";
      ++column;
    }
    out += word;
    column += width;
    from = to + 1;
  }
  return out;
}

std::string headline_of(std::span<const std::string> pieces, const TextStyle& style) {
  const std::string point = "  ·  ";
  std::string text;
  std::size_t column = 0;
  for (const std::string& piece : pieces) {
    const std::size_t width = display_width(piece);
    const bool first = text.empty();
    if (!first && column + 5 + width > style.width) {
      text += "\n  ";
      column = 2;
    } else if (!first) {
      text += point;
      column += 5;
    }
    text += piece;
    column += width;
  }
  return text + "\n";
}

std::string interval_remark(const AlphaRow& row, const TextStyle& style) {
  if (!row.interval || row.reason() != reliability::Reason::none) {
    return {};
  }
  const reliability::AlphaInterval& interval = *row.interval;
  std::string text;
  if (interval.interval.reason == stats::Reason::constant) {
    text = "All raters agree on every unit. The lower bound is what " +
           counted(interval.units, "unit") + " without a disagreement can promise.";
  } else {
    text = "Lower bound: " + std::string(reliability::reliability_band(interval.interval.low)) +
           "; " + percent_text(std::round(interval.below_reliable * 1000.0) / 1000.0) +
           " of replicates fall below " + shortest_text(reliability::kAlphaReliable) + ".";
  }
  if (interval.reason != reliability::Reason::none) {
    text += " Mind: " + std::string(reliability::to_string(interval.reason)) + ".";
  }
  return wrapped(text, "", style) + "\n";
}

std::string suspects_text(std::span<const SuspectRow> suspects, const TextStyle& style) {
  if (suspects.empty()) {
    return {};
  }
  TextTable table({"rater", "finding", "units", "p", "evidence"},
                  {false, false, true, true, false});
  for (const SuspectRow& row : suspects) {
    table.add({printable(row.rater, kLongestName), fault_words(row.suspect.fault),
               std::to_string(row.suspect.units), chance_text(row.suspect.p_adjusted),
               evidence_of(row.suspect)});
  }
  return "\n" + paint("Suspects", "red", style) + ", worst first\n" + table.text(style);
}

std::string notes_text(std::span<const std::string> notes, const TextStyle& style) {
  std::string text;
  for (const std::string& note : notes) {
    const std::string line = wrapped("note: " + printable(note, 600), "      ", style);
    text += paint("note:", "yellow", style) + line.substr(5) + "\n";
  }
  return text;
}

}  // namespace foley::report
