#include "foley/report/fidelity_parts.hpp"

#include <algorithm>
#include <cmath>

#include "fidelity_shared.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/score_version.hpp"

namespace foley::report {
namespace {

constexpr std::size_t kLongestPath = 60;

std::string warning_lines(const std::string& about, std::span<const std::string> warnings,
                          const TextStyle& style) {
  std::string text;
  for (const std::string& warning : warnings) {
    const std::string line =
        wrapped("warning: " + printable(about + warning, 600), "         ", style);
    text += paint("warning:", "red", style) + line.substr(8) + "\n";
  }
  return text;
}

// Pieces with a semicolon between them; lines are broken between pieces where these fit.
std::string joined(std::span<const std::string> pieces, const std::string& lead,
                   const TextStyle& style) {
  std::string text;
  std::size_t column = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const TextStyle beside{style.color, style.width - lead.size()};
    const std::string piece =
        wrapped(pieces[i] + (i + 1 < pieces.size() ? ";" : ""), lead, i == 0 ? style : beside);
    const std::size_t end = piece.rfind('\n');
    const std::size_t width = display_width(piece.substr(0, piece.find('\n')));
    if (i > 0 && column + 1 + width > style.width) {
      text += "\n" + lead;
      column = lead.size();
    } else if (i > 0) {
      text += " ";
      ++column;
    }
    text += piece;
    column = end == std::string::npos ? column + width : display_width(piece.substr(end + 1));
  }
  return text;
}

}  // namespace

std::vector<gate::Quantity> quantities_of(std::span<const FidelityMeasure> measures) {
  std::vector<gate::Quantity> quantities;
  for (const FidelityMeasure& measure : measures) {
    quantities.emplace_back(measure.name, measure.value);
    if (measure.interval) {
      quantities.emplace_back(measure.name + ".low", measure.interval->low);
      quantities.emplace_back(measure.name + ".high", measure.interval->high);
    }
    if (measure.p) {
      quantities.emplace_back(measure.name + ".p", measure.p);
    }
    for (const auto& [name, value] : measure.details) {
      quantities.emplace_back(measure.name + "." + name, value);
    }
  }
  return quantities;
}

std::string figure_text(double value) {
  constexpr int kDigits = 4;
  const double size = std::abs(value);
  if (size == 0.0) {
    return "0.0000";
  }
  if (size < 0.001 || size >= 1e9) {
    const int before = static_cast<int>(std::floor(std::log10(size)));
    if (before < -300 || before > 15) {
      return shortest_text(value);
    }
    return shortest_text(round_decimal(value, kDigits - 1 - before));
  }
  return fixed_text(value, size >= 1e5 ? 1 : size >= 1e3 ? 2 : kDigits);
}

std::string signed_figure(double value) {
  return (value < 0.0 ? "" : "+") + figure_text(value == 0.0 ? 0.0 : value);
}

std::string_view measure_title(std::string_view name) {
  if (name == "fad") {
    return "FAD";
  }
  if (name == "kad") {
    return "KAD";
  }
  if (name == "vendi") {
    return "Vendi score";
  }
  return name;
}

std::string figure_bounds(const stats::Interval& interval, bool with_sign) {
  const auto bound = [&](double value) {
    return with_sign ? signed_figure(value) : figure_text(value);
  };
  return "[" + bound(interval.low) + ", " + bound(interval.high) + "]";
}

std::string size_text(const FidelitySet& set) {
  const std::string cols = " x " + std::to_string(set.dimension);
  if (set.is_statistics) {
    return "statistics of " + (set.rows == 0 ? "unknown rows" : counted(set.rows, "row")) + cols;
  }
  return set.clips == set.rows
             ? counted(set.rows, "clip") + cols
             : counted(set.rows, "row") + " of " + counted(set.clips, "clip") + cols;
}

std::string section(const std::string& title, const TextStyle& style) {
  return "\n" + paint(title, "bold", style) + "\n";
}

std::string measures_table(std::span<const FidelityMeasure> measures,
                           const std::optional<double>& confidence, const TextStyle& style) {
  const auto any = [&](auto has) { return std::ranges::any_of(measures, has); };
  const bool intervals = any([](const FidelityMeasure& m) { return m.interval.has_value(); });
  const bool chances = any([](const FidelityMeasure& m) { return m.p.has_value(); });
  std::vector<std::string> header{"measure", "value"};
  std::vector<bool> numbers{false, true};
  if (intervals) {
    header.push_back(percent_text(confidence.value_or(0.95)) + " interval");
    numbers.push_back(true);
  }
  if (chances) {
    header.emplace_back("p");
    numbers.push_back(true);
  }
  header.emplace_back("");
  numbers.push_back(false);
  TextTable table(header, numbers);
  for (const FidelityMeasure& measure : measures) {
    std::vector<std::string> cells{std::string(measure_title(measure.name)),
                                   measure.value ? figure_text(*measure.value) : kNothing};
    if (intervals) {
      cells.push_back(measure.interval ? figure_bounds(*measure.interval) : "");
    }
    if (chances) {
      cells.push_back(measure.p ? chance_text(*measure.p) : "");
    }
    cells.push_back(measure.value ? measure.remark : measure.reason);
    table.add(std::move(cells));
  }
  return table.text(style);
}

std::string warnings_text(std::span<const FidelitySet* const> sets,
                          std::span<const std::string> notes, const TextStyle& style) {
  std::string text;
  for (const FidelitySet* set : sets) {
    text += warning_lines(set->path + ": ", set->warnings, style);
  }
  text += notes_text(notes, style);
  return text.empty() ? text : "\n" + text;
}

std::string stamp_text(const FidelityRuler& ruler, const FidelitySet& reference,
                       std::span<const FidelitySet* const> generated, const TextStyle& style) {
  std::vector<std::string> pieces{"stamp: embedding " + printable(ruler.embedding, kLongestPath) +
                                  ", toolkit " + printable(ruler.toolkit, kLongestPath) + " " +
                                  printable(ruler.version, kLongestPath)};
  std::string sizes =
      "n_ref " + (reference.rows == 0 ? "unknown" : std::to_string(reference.rows)) + ", n_gen ";
  for (std::size_t i = 0; i < generated.size(); ++i) {
    sizes += (i == 0 ? "" : "/") + std::to_string(generated[i]->rows);
  }
  pieces.push_back(sizes);
  if (!ruler.kernel.empty()) {
    std::string kernel = "kernel " + ruler.kernel;
    if (ruler.bandwidth > 0.0) {
      kernel += ", bandwidth " + figure_text(ruler.bandwidth) + " (" + ruler.bandwidth_rule + ")";
    }
    if (ruler.bandwidth_range) {
      kernel += " within [" + figure_text(ruler.bandwidth_range->first) + ", " +
                figure_text(ruler.bandwidth_range->second) + "]";
    }
    pieces.push_back(kernel + (ruler.convention == "kadtk" ? ", kadtk's convention" : ""));
  }
  pieces.push_back(ruler.kernel.empty() ? ruler.precision : "products of KAD " + ruler.precision);
  if (ruler.neighbours > 0) {
    pieces.push_back("k " + std::to_string(ruler.neighbours));
  }
  if (ruler.replicates > 0) {
    pieces.push_back(counted(ruler.replicates, "bootstrap sample"));
  }
  if (ruler.permutations > 0) {
    pieces.push_back(counted(ruler.permutations, "permutation"));
  }
  pieces.push_back("seed " + std::to_string(ruler.seed));
  pieces.push_back("scores " + std::to_string(kScoreVersion));
  return "\n" + paint(joined(pieces, "       ", style), "dim", style) + "\n";
}

std::string rules_text(std::span<const FidelityRule> rules, const TextStyle& style) {
  std::string text;
  for (const FidelityRule& rule : rules) {
    const std::string word = rule.passed ? "PASS" : "FAIL";
    const std::string line =
        wrapped(word + "  " + rule.text + ": " + rule.finding, "      ", style);
    text += paint(word, rule.passed ? "green" : "red", style) + line.substr(word.size()) + "\n";
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace foley::report
