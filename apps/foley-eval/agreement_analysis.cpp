#include "agreement_analysis.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "agreement_coefficients.hpp"
#include "context.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/printable.hpp"
#include "foley/reliability/alpha.hpp"
#include "foley/reliability/causes/unit_influence.hpp"

namespace foley::app {
namespace {

using reliability::Ratings;
using reliability::RatingTable;
using reliability::Reason;
using report::AgreementDocument;
using report::AgreementPart;

AgreementPart part_of(const std::string& stratum, const Ratings& ratings,
                      const AgreementQuestions& questions) {
  const auto counts = reliability::AgreementCounts::of(ratings);
  AgreementPart part{.stratum = stratum,
                     .units = ratings.units(),
                     .ratings = ratings.size(),
                     .alpha = alpha_row(counts, questions.scale, questions.intervals),
                     .coefficients = {}};
  if (part.alpha.alpha.reason != Reason::no_pairs) {
    const auto confidence =
        questions.intervals ? std::optional(questions.intervals->confidence) : std::nullopt;
    part.coefficients =
        coefficients_of(ratings, counts, questions.scale, questions.every_coefficient, confidence);
  }
  return part;
}

// The ratings of each stratum, in the order of the file.
std::vector<std::pair<std::string, Ratings>> strata_of(const RatingTable& table) {
  std::vector<std::pair<std::string, Ratings>> strata;
  std::map<std::string, std::size_t> place;
  for (std::size_t u = 0; u < table.strata.size(); ++u) {
    const auto [at, is_new] = place.try_emplace(table.strata[u], strata.size());
    if (is_new) {
      strata.emplace_back(table.strata[u], Ratings(table.raters.size()));
    }
    strata[at->second].second.add_unit(table.ratings.of(u));
  }
  return strata;
}

std::size_t rater_named(const std::string& name, const RatingTable& table) {
  const auto found = std::ranges::find(table.raters, name);
  if (found != table.raters.end()) {
    return static_cast<std::size_t>(found - table.raters.begin());
  }
  const std::vector<std::string_view> known(table.raters.begin(), table.raters.end());
  const auto near = nearest_name(name.substr(0, 200), known);
  throw Failure{"--confusion: there is no rater '" + printable(name, 80) + "'" +
                    (near ? "; did you mean '" + printable(*near, 80) + "'?"
                          : "; name raters of the file, as A,B or A"),
                kBadInput};
}

// A rater, or two: names may hold commas themselves.
std::pair<std::size_t, std::optional<std::size_t>> raters_in(const std::string& words,
                                                             const RatingTable& table) {
  const auto known = [&](const std::string& name) {
    return std::ranges::find(table.raters, name) != table.raters.end();
  };
  if (known(words) || words.find(',') == std::string::npos) {
    return {rater_named(words, table), std::nullopt};
  }
  std::size_t comma = words.find(',');
  for (std::size_t at = comma; at != std::string::npos; at = words.find(',', at + 1)) {
    if (known(words.substr(0, at)) && known(words.substr(at + 1))) {
      comma = at;
    }
  }
  return {rater_named(words.substr(0, comma), table), rater_named(words.substr(comma + 1), table)};
}

report::ConfusionTable confusion_for(const std::string& words, const RatingTable& table) {
  const auto [first, second] = raters_in(words, table);
  if (second == first) {
    throw Failure{"--confusion: a rater is not confused with himself; name two raters, or one",
                  kBadInput};
  }
  try {
    return second ? named_confusion(reliability::confusion_of(table.ratings, first, *second),
                                    table.raters[first], table.raters[*second], table.labels)
                  : named_confusion(reliability::confusion_with_others(table.ratings, first),
                                    table.raters[first], "all others", table.labels);
  } catch (const std::invalid_argument&) {
    throw Failure{"--confusion: the raters gave over " +
                      std::to_string(reliability::kMostConfusionValues) +
                      " different values; no table shows that",
                  kBadInput};
  }
}

void add_confusions(AgreementDocument& document, const RatingTable& table,
                    const AgreementQuestions& questions) {
  constexpr std::size_t kFewValues = 12;
  for (const std::string& words : questions.confusion) {
    document.confusions.push_back(confusion_for(words, table));
  }
  if (questions.confusion.empty() && table.raters.size() == 2 &&
      document.parts.front().alpha.alpha.reason != Reason::no_pairs &&
      distinct_values(table.ratings).size() <= kFewValues) {
    document.confusions.push_back(named_confusion(reliability::confusion_of(table.ratings, 0, 1),
                                                  table.raters[0], table.raters[1], table.labels));
  }
}

void add_raters(AgreementDocument& document, const RatingTable& table,
                const AgreementQuestions& questions) {
  reliability::InfluenceOptions how{.replicates = 0, .threads = questions.threads};
  double confidence = how.confidence;
  if (questions.intervals) {
    confidence = questions.intervals->confidence;
    how.replicates = questions.intervals->replicates;
    how.confidence = confidence;
    how.seed = questions.intervals->seed;
  }
  auto influence = reliability::leave_one_rater_out(table.ratings, questions.scale, how);
  auto profiles =
      reliability::rater_profiles(table.ratings, questions.scale, confidence, questions.threads);
  for (std::size_t r = 0; r < profiles.size(); ++r) {
    document.rater_rows.push_back({table.raters[r], profiles[r], influence.raters[r]});
  }
}

void add_units(AgreementDocument& document, const RatingTable& table,
               const reliability::Scale& scale, std::size_t most) {
  std::vector<report::UnitRow> rows;
  for (const auto& each : reliability::most_disputed_units(table.ratings, most, scale)) {
    report::UnitRow row{table.units[each.unit], each.distance, each.relative, {}};
    for (const reliability::Rating& rating : each.ratings) {
      row.ratings.emplace_back(table.raters[rating.rater],
                               report::value_name(rating.value, table.labels));
    }
    rows.push_back(std::move(row));
  }
  document.disputed = std::move(rows);
}

}  // namespace

report::AlphaRow alpha_row(const reliability::AgreementCounts& counts,
                           const reliability::Scale& scale,
                           const std::optional<reliability::AlphaIntervalOptions>& intervals) {
  report::AlphaRow row{reliability::krippendorff_alpha(counts, scale), std::nullopt};
  if (intervals) {
    row.interval = reliability::alpha_interval(counts, scale, *intervals);
  }
  return row;
}

std::vector<report::SuspectRow> suspects_of(const Ratings& ratings, const reliability::Scale& scale,
                                            std::span<const std::string> names,
                                            std::vector<std::string>& notes) {
  const reliability::Suspects found = reliability::find_suspects(ratings, scale);
  if (found.reason == Reason::too_many_ratings) {
    notes.emplace_back(
        "too many ratings to search for random clickers and turned scales: take a sample of the "
        "units");
  }
  std::vector<report::SuspectRow> rows;
  for (const auto& suspect : found.ranked) {
    rows.push_back({names[suspect.rater], suspect});
  }
  return rows;
}

report::ConfusionTable named_confusion(const reliability::Confusion& confusion, std::string rows,
                                       std::string columns, std::span<const std::string> labels) {
  report::ConfusionTable table{.rows = std::move(rows),
                               .columns = std::move(columns),
                               .values = {},
                               .counts = confusion.counts,
                               .units = confusion.units};
  for (const double value : confusion.values) {
    table.values.push_back(report::value_name(value, labels));
  }
  return table;
}

AgreementDocument analyse(const std::string& file, const RatingTable& table,
                          const AgreementQuestions& questions) {
  AgreementDocument document;
  document.file = file;
  document.units = table.units.size();
  document.raters = table.raters.size();
  document.ratings = table.ratings.size();
  document.repeats = table.repeats;
  document.level = questions.scale.level;
  document.labels = table.labels;
  document.intervals = questions.intervals;
  document.every_coefficient = questions.every_coefficient;
  document.parts.push_back(part_of("", table.ratings, questions));
  for (const auto& [stratum, ratings] : strata_of(table)) {
    document.parts.push_back(part_of(stratum, ratings, questions));
  }
  document.suspects = suspects_of(table.ratings, questions.scale, table.raters, document.notes);
  document.rater_names = table.raters;
  if (questions.raters) {
    add_raters(document, table, questions);
  }
  if (questions.units) {
    add_units(document, table, questions.scale, *questions.units);
  }
  add_confusions(document, table, questions);
  if (table.repeats > 0) {
    document.notes.push_back(std::to_string(table.repeats) + " repeated ratings were merged");
  }
  return document;
}

}  // namespace foley::app
