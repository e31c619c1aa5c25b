#include "calibration_inputs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "context.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/printable.hpp"

namespace foley::app {
namespace {

using reliability::Rating;
using reliability::RatingTable;

std::string few_names(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i) {
    text += (i == 0 ? "" : ", ") + printable(names[i], 40);
  }
  return text + (names.size() > kShown ? ", …" : "");
}

std::optional<std::size_t> place_of(const std::string& name,
                                    const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt
                              : std::optional(static_cast<std::size_t>(found - names.begin()));
}

std::size_t judge_in(const RatingTable& table, const std::string& name) {
  if (name.empty()) {
    if (table.raters.size() != 1) {
      throw Failure{
          "the judge's file has " + std::to_string(table.raters.size()) +
              " raters; say which one is the judge with --judge-rater: " + few_names(table.raters),
          kBadInput};
    }
    return 0;
  }
  if (const auto place = place_of(name, table.raters)) {
    return *place;
  }
  const std::vector<std::string_view> known(table.raters.begin(), table.raters.end());
  const auto near = nearest_name(name.substr(0, 200), known);
  throw Failure{"--judge-rater: there is no rater '" + printable(name, 80) + "'; " +
                    (near ? "did you mean '" + printable(*near, 80) + "'?"
                          : "the file has: " + few_names(table.raters)),
                kBadInput};
}

// Words of two files are numbered anew where the files number them differently.
class LabelUnion {
 public:
  explicit LabelUnion(std::vector<std::string> labels) : labels_(std::move(labels)) {
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      place_.emplace(labels_[i], i);
    }
  }

  double number_of(double value, const std::vector<std::string>& labels) {
    if (labels.empty()) {
      return value;
    }
    const std::string& label = labels[static_cast<std::size_t>(value)];
    const auto [at, is_new] = place_.try_emplace(label, labels_.size());
    if (is_new) {
      labels_.push_back(label);
    }
    return static_cast<double>(at->second);
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(labels_); }

 private:
  std::vector<std::string> labels_;
  std::unordered_map<std::string, std::size_t> place_;
};

std::unordered_map<std::string_view, Rating> ratings_by_judge(const RatingTable& table,
                                                              std::size_t judge) {
  std::unordered_map<std::string_view, Rating> found;
  for (std::size_t u = 0; u < table.units.size(); ++u) {
    for (const Rating& each : table.ratings.of(u)) {
      if (each.rater == judge) {
        found.emplace(table.units[u], each);
      }
    }
  }
  return found;
}

// The humans' new numbers; none for a rater who is the judge.
std::vector<std::optional<std::uint32_t>> number_humans(const RatingTable& table,
                                                        const std::string& judge,
                                                        MatchedRatings& matched) {
  std::vector<std::optional<std::uint32_t>> number(table.raters.size());
  for (std::size_t r = 0; r < table.raters.size(); ++r) {
    if (!judge.empty() && table.raters[r] == judge) {
      continue;
    }
    number[r] = static_cast<std::uint32_t>(matched.raters.size());
    matched.raters.push_back(table.raters[r]);
  }
  if (matched.raters.empty()) {
    throw Failure{"the humans' file holds no rater but the judge", kBadInput};
  }
  return number;
}

// A name of the judge that no human has.
std::string free_name(std::string name, const std::vector<std::string>& humans) {
  if (place_of(name, humans)) {
    name = "judge";
  }
  while (place_of(name, humans)) {
    name += "*";
  }
  return name;
}

void note_names(MatchedRatings& matched, const RatingTable& humans, const RatingTable& judge,
                const std::string& judge_name) {
  if (matched.raters.back() != judge_name) {
    matched.notes.push_back("a human is called '" + printable(judge_name, 60) +
                            "' like the judge; if it is the judge, leave it out of the humans with "
                            "--judge-rater");
  }
  if (matched.units.empty() && !humans.units.empty() && !judge.units.empty()) {
    matched.notes.push_back("units match by name; the humans' begin with '" +
                            printable(humans.units.front(), 60) + "', the judge's with '" +
                            printable(judge.units.front(), 60) + "'");
  }
}

}  // namespace

MatchedRatings match_ratings(const RatingTable& humans, const RatingTable& judge,
                             const std::string& judge_rater) {
  MatchedRatings matched;
  const std::size_t judge_place = judge_in(judge, judge_rater);
  const auto number = number_humans(humans, judge_rater, matched);
  const auto by_judge = ratings_by_judge(judge, judge_place);
  matched.raters.push_back(free_name(judge.raters[judge_place], matched.raters));
  matched.ratings = reliability::Ratings(matched.raters.size());
  LabelUnion labels(humans.labels);
  std::size_t judged_by_both = 0;
  for (std::size_t u = 0; u < humans.units.size(); ++u) {
    std::vector<Rating> unit;
    for (const Rating& each : humans.ratings.of(u)) {
      if (const auto human = number[each.rater]) {
        unit.push_back({labels.number_of(each.value, humans.labels), *human, each.order});
      }
    }
    if (unit.empty()) {
      continue;
    }
    const auto found = by_judge.find(humans.units[u]);
    if (found == by_judge.end()) {
      ++matched.only_human;
      continue;
    }
    ++judged_by_both;
    unit.push_back({labels.number_of(found->second.value, judge.labels),
                    static_cast<std::uint32_t>(matched.judge()), found->second.order});
    matched.ratings.add_unit(unit);
    matched.units.push_back(humans.units[u]);
  }
  matched.only_judge = by_judge.size() - judged_by_both;
  matched.labels = labels.take();
  note_names(matched, humans, judge, judge.raters[judge_place]);
  return matched;
}

reliability::Ratings humans_of(const MatchedRatings& matched) {
  reliability::Ratings humans(matched.judge());
  for (std::size_t u = 0; u < matched.ratings.units(); ++u) {
    const auto unit = matched.ratings.of(u);
    humans.add_unit(unit.first(unit.size() - 1));  // the judge comes last, and rated all units
  }
  return humans;
}

std::vector<reliability::Ratings> judge_pairs(const MatchedRatings& matched) {
  std::vector<reliability::Ratings> pairs(matched.judge(), reliability::Ratings(2));
  for (std::size_t u = 0; u < matched.ratings.units(); ++u) {
    const auto unit = matched.ratings.of(u);
    const Rating& judge = unit.back();
    for (const Rating& human : unit.first(unit.size() - 1)) {
      const std::array pair{Rating{human.value, 0, human.order},
                            Rating{judge.value, 1, judge.order}};
      pairs[human.rater].add_unit(pair);
    }
  }
  return pairs;
}

}  // namespace foley::app
