#include <algorithm>
#include <array>
#include <cmath>

#include "fidelity_shared.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/fidelity_document.hpp"

namespace foley::report {
namespace {

constexpr std::size_t kLongestName = 28;

std::string short_name(const std::string& name) { return printable(name, kLongestName); }

std::string head(const FidelityDocument& document, const TextStyle& style) {
  const std::array<std::string, 2> pieces{
      "reference " + printable(document.reference.path, 60) + ": " + size_text(document.reference),
      "generated " + printable(document.generated.path, 60) + ": " + size_text(document.generated)};
  return headline_of(pieces, style);
}

std::string curve_text(const FidelityCurve& curve, const TextStyle& style) {
  const std::string title(measure_title(curve.name));
  std::string text = section(title + " by number of sounds, " + std::to_string(curve.replicates) +
                                 " draws each, without replacement",
                             style);
  double largest = 0.0;
  for (const FidelityPoint& point : curve.points) {
    largest = std::max(largest, std::abs(point.mean));
  }
  TextTable table({"n", "mean", "spread", ""}, {true, true, true, false});
  constexpr double kBar = 32.0;
  for (const FidelityPoint& point : curve.points) {
    const double share = largest > 0.0 ? std::max(point.mean, 0.0) / largest : 0.0;
    std::string bar;
    for (long i = std::lround(share * kBar); i > 0; --i) {
      bar += "▪";
    }
    table.add(
        {std::to_string(point.size), figure_text(point.mean), figure_text(point.spread), bar});
  }
  text += table.text(style);
  std::string line = title + " towards infinite n: " + figure_text(curve.limit.value) + " " +
                     figure_bounds(curve.limit) + ", " + percent_text(curve.limit.confidence) +
                     " interval; R² of the line " + fixed_text(curve.r_squared, 3) + ".";
  line += curve.enough
              ? " From n = " + std::to_string(*curve.enough) + " on, " + curve.enough_means + "."
              : " No n that can be told makes sure that " + curve.enough_means + ".";
  text += wrapped(line, "", style) + "\n";
  return text + notes_text(curve.warnings, style);
}

std::string influence_text(const FidelityCauses& causes, const TextStyle& style) {
  if (causes.influence.empty()) {
    return {};
  }
  const auto any = [&](auto has) { return std::ranges::any_of(causes.influence, has); };
  const bool categories = any([](const InfluenceRow& row) { return !row.category.empty(); });
  const bool fad = any([](const InfluenceRow& row) { return row.fad.has_value(); });
  const bool kad = any([](const InfluenceRow& row) { return row.kad.has_value(); });
  std::vector<std::string> header;
  std::vector<bool> numbers;
  const auto column = [&](const char* name, bool number) {
    header.emplace_back(name);
    numbers.push_back(number);
  };
  column("clip", false);
  if (fad) {
    column("FAD", true);
  }
  if (kad) {
    column("KAD", true);
  }
  if (categories) {
    column("category", false);
  }
  TextTable table(header, numbers);
  for (const InfluenceRow& row : causes.influence) {
    std::vector<std::string> cells{short_name(row.clip)};
    if (fad) {
      cells.push_back(row.fad ? signed_figure(*row.fad) : kNothing);
    }
    if (kad) {
      cells.push_back(row.kad ? signed_figure(*row.kad) : kNothing);
    }
    if (categories) {
      cells.push_back(short_name(row.category));
    }
    table.add(std::move(cells));
  }
  return section("Which sounds raise the distance most (it would fall by that much without them)",
                 style) +
         table.text(style);
}

std::string outliers_text(const FidelityCauses& causes, const TextStyle& style) {
  if (causes.outlier_count == 0) {
    return section("Outliers", style) +
           "  none: no generated sound lies further out than those of the reference do\n";
  }
  TextTable table({"clip", "score", "distance", "nearest sound of the reference"},
                  {false, true, true, false});
  for (const OutlierRow& row : causes.outliers) {
    table.add({short_name(row.clip), fixed_text(row.score, 1), figure_text(row.distance),
               short_name(row.nearest)});
  }
  return section("Outliers: " + counted(causes.outlier_count, "sound") +
                     " far from all of the reference (score: robust deviations)",
                 style) +
         table.text(style);
}

std::string memorised_text(const FidelityCauses& causes, const TextStyle& style) {
  std::string limits;
  if (causes.usual_distance && causes.near_limit) {
    limits = "  usual: distance of neighbours within the reference, " +
             figure_text(*causes.usual_distance) + "; suspicious below " +
             figure_text(*causes.near_limit) + ", where " + fixed_text(causes.expected_near, 1) +
             " would be by chance\n";
  }
  if (causes.memorised_count == 0) {
    return section("Memorised", style) +
           "  none: no generated sound is suspiciously near to the "
           "reference\n" +
           limits;
  }
  TextTable table({"clip", "distance", "of usual", "sound of the reference"},
                  {false, true, true, false});
  for (const NearestRow& row : causes.memorised) {
    table.add({short_name(row.clip), row.exact ? "same" : figure_text(row.distance),
               row.ratio ? fixed_text(*row.ratio * 100.0, 1) + "%" : kNothing,
               short_name(row.reference)});
  }
  return section("Memorised? " + counted(causes.memorised_count, "sound") +
                     " suspiciously near to the reference, " + std::to_string(causes.exact_count) +
                     " of them the very same",
                 style) +
         table.text(style) + limits;
}

std::string duplicates_text(const FidelityCauses& causes, const TextStyle& style) {
  if (causes.duplicate_rows == 0) {
    return {};
  }
  TextTable table({"times", "clips"}, {true, false});
  for (const DuplicateRow& row : causes.duplicates) {
    std::string names;
    for (const std::string& name : row.clips) {
      names += (names.empty() ? "" : ", ") + short_name(name);
    }
    table.add({std::to_string(row.count), names + (row.count > row.clips.size() ? ", …" : "")});
  }
  return section(counted(causes.duplicate_rows, "generated sound") + " repeat another one exactly",
                 style) +
         table.text(style);
}

std::string categories_text(const FidelityDocument& document, const TextStyle& style) {
  if (document.categories.empty()) {
    return {};
  }
  std::vector<std::string> header{"category", "n_ref", "n_gen"};
  std::vector<bool> numbers{false, true, true};
  const auto& values = document.categories.front().values;
  for (const auto& [name, value] : values) {
    header.emplace_back(measure_title(name));
    numbers.push_back(true);
  }
  header.emplace_back("");
  numbers.push_back(false);
  TextTable table(header, numbers);
  for (const FidelityCategory& category : document.categories) {
    std::vector<std::string> cells{short_name(category.name), std::to_string(category.reference),
                                   std::to_string(category.generated)};
    for (const auto& [name, value] : category.values) {
      cells.push_back(value ? figure_text(*value) : kNothing);
    }
    cells.push_back(category.reason);
    table.add(std::move(cells));
  }
  return section("By category", style) + table.text(style);
}

}  // namespace

std::string fidelity_text(const FidelityDocument& document, const TextStyle& style) {
  const std::array<const FidelitySet*, 2> sets{&document.reference, &document.generated};
  const std::array<const FidelitySet*, 1> generated{&document.generated};
  std::string text = head(document, style) + "\n" +
                     measures_table(document.measures, document.ruler.confidence, style) +
                     warnings_text(sets, document.notes, style);
  for (const FidelityCurve& curve : document.curves) {
    text += curve_text(curve, style);
  }
  if (document.causes) {
    text += influence_text(*document.causes, style) + outliers_text(*document.causes, style) +
            memorised_text(*document.causes, style) + duplicates_text(*document.causes, style);
  }
  return text + categories_text(document, style) +
         stamp_text(document.ruler, document.reference, generated, style) +
         rules_text(document.rules, style);
}

}  // namespace foley::report
