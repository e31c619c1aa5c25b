#include "gains.hpp"

#include <charconv>

namespace foley::retrieval::trec {
namespace {

// trec_eval's numbers for documents that the qrels do not name, and that they name without judging.
constexpr std::int64_t kOutside = -1;
constexpr std::int64_t kUnjudged = -2;
constexpr std::int64_t kListed = 1024;

const LevelGain* find_level(std::span<const LevelGain> table, std::int64_t level) {
  for (const LevelGain& each : table) {
    if (each.level == level) {
      return &each;
    }
  }
  return nullptr;
}

bool not_after(const LevelGain& a, const LevelGain& b) {
  return static_cast<std::int64_t>(a.gain - b.gain) <= 0;
}

// Halves, the smaller one first; the first half wins ties.
void merge_sort(std::span<LevelGain> levels) {
  if (levels.size() < 2) {
    return;
  }
  const std::size_t half = levels.size() / 2;
  merge_sort(levels.first(half));
  merge_sort(levels.subspan(half));
  const std::vector<LevelGain> first(levels.begin(),
                                     levels.begin() + static_cast<std::ptrdiff_t>(half));
  std::size_t a = 0;
  std::size_t b = half;
  for (std::size_t out = 0; a < first.size(); ++out) {
    if (b == levels.size() || not_after(first[a], levels[b])) {
      levels[out] = first[a];
      a += 1;
    } else {
      levels[out] = levels[b];
      b += 1;
    }
  }
}

}  // namespace

std::vector<LevelGain> level_gains(std::span<const Pair> pairs) {
  std::vector<LevelGain> table;
  for (const Pair& pair : pairs) {
    std::string_view digits = pair.name;
    if (digits.starts_with('+') && !digits.starts_with("+-")) {
      digits.remove_prefix(1);
    }
    std::int64_t level = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), level);
    if (code == std::errc{} && end == digits.data() + digits.size()) {
      table.push_back({level, pair.value});
    }
  }
  return table;
}

void order_by_gain(std::vector<LevelGain>& levels, bool exact) {
  if (exact) {
    std::stable_sort(levels.begin(), levels.end(),
                     [](const LevelGain& a, const LevelGain& b) { return a.gain < b.gain; });
  } else {
    merge_sort(levels);
  }
}

Gains::Gains(std::span<const LevelGain> table, const JudgedRanking& ranking, bool exact)
    : table_(table) {
  if (table_.empty()) {
    const auto grades = ranking.ideal();
    ideal_ = grades.first(static_cast<std::size_t>(
        std::partition_point(grades.begin(), grades.end(), [](double g) { return g > 0.0; }) -
        grades.begin()));
    return;
  }
  if (const LevelGain* set = find_level(table_, kOutside)) {
    outside_ = set->gain;
  }
  if (const LevelGain* set = find_level(table_, kUnjudged)) {
    unjudged_ = set->gain;
  }
  set_ideal(ranking, exact);
}

double Gains::of(double grade) const {
  if (grade < 0.0) {
    return unjudged_;
  }
  if (table_.empty()) {
    return grade;
  }
  const LevelGain* const set = find_level(table_, static_cast<std::int64_t>(grade));
  return set != nullptr ? set->gain : grade;
}

bool Gains::is_own(double grade) const {
  return find_level(table_, static_cast<std::int64_t>(grade)) == nullptr;
}

void Gains::set_ideal(const JudgedRanking& ranking, bool exact) {
  const auto grades = ranking.ideal();
  std::vector<LevelGain> levels(table_.begin(), table_.end());
  const std::int64_t highest =
      grades.empty() || grades.front() < 0.0 ? -1 : static_cast<std::int64_t>(grades.front());
  // Levels that no document has matter to trec_eval's order; far beyond its range of grades
  // listing them all would only take time.
  for (std::int64_t level = highest > kListed ? highest - kListed : 0; level <= highest; ++level) {
    if (find_level(table_, level) == nullptr) {
      levels.push_back({level, static_cast<double>(level)});
    }
  }
  order_by_gain(levels, exact);
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    const std::int64_t count =
        level->level < 0 ? 0
                         : count_from(ranking, static_cast<double>(level->level)) -
                               count_from(ranking, static_cast<double>(level->level) + 1.0);
    // The topmost level ends the ideal ranking even when no document has it, a lower one only when
    // one has.
    if (level->gain <= 0.0 && (count > 0 || level == levels.rbegin())) {
      break;
    }
    own_ideal_.insert(own_ideal_.end(), static_cast<std::size_t>(count), level->gain);
  }
  ideal_ = own_ideal_;
}

}  // namespace foley::retrieval::trec
