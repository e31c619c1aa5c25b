#include "foley/reliability/kappa/unit_table.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "hash_index.hpp"
#include "kappa/chance.hpp"

namespace foley::reliability {
namespace {

std::vector<double> ascending(std::vector<double> values) {
  std::ranges::sort(values);
  return values;
}

// Mean disagreement of two of these codes, which are in any order.
double mean_disagreement(const CategoryWeights& weights, std::vector<std::uint32_t>& codes,
                         std::vector<double>& counts, std::vector<double>& scratch) {
  const auto ratings = static_cast<double>(codes.size());
  std::ranges::sort(codes);
  counts.clear();
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (distinct == 0 || codes[i] != codes[distinct - 1]) {
      codes[distinct++] = codes[i];
      counts.push_back(0.0);
    }
    counts.back() += 1.0;
  }
  codes.resize(distinct);
  scratch.resize(distinct);
  weights.disagreements(codes, counts, scratch);
  double sum = 0.0;
  for (std::size_t i = 0; i < distinct; ++i) {
    sum += counts[i] * scratch[i];
  }
  return sum / (ratings * (ratings - 1.0));
}

}  // namespace

UnitTable::Found::Found(const Ratings& ratings) : raters(ratings.raters()) {
  HashIndex value_index;
  HashIndex pattern_index;
  pattern_of.reserve(ratings.units());
  for (std::size_t unit = 0; unit < ratings.units(); ++unit) {
    const std::size_t begin = coded.size();
    std::uint64_t hash = 0;
    for (const Rating& rating : ratings.of(unit)) {
      const double value = rating.value + 0.0;  // -0 is 0
      const std::uint32_t code =
          value_index.find_or_add(mixed_bits(std::bit_cast<std::uint64_t>(value)), values.size(),
                                  [&](std::uint32_t i) { return values[i] == value; });
      if (code == values.size()) {
        values.push_back(value);
      }
      coded.push_back({rating.rater, code});
      hash = mixed_bits(hash ^ (std::uint64_t{rating.rater} << 32U | code)) + 1;
    }
    const auto added = std::span<const CodedRating>(coded).subspan(begin);
    const std::uint32_t pattern =
        pattern_index.find_or_add(hash, units_of.size(), [&](std::uint32_t i) {
          const auto known =
              std::span<const CodedRating>(coded).subspan(begins[i], begins[i + 1] - begins[i]);
          return std::ranges::equal(known, added);
        });
    if (pattern == units_of.size()) {
      units_of.push_back(0);
      begins.push_back(coded.size());
    } else {
      coded.resize(begin);
    }
    units_of[pattern] += 1;
    pattern_of.push_back(pattern);
  }
}

UnitTable::UnitTable(const Ratings& ratings, const Weighting& weighting)
    : UnitTable(Found(ratings), weighting) {}

UnitTable::UnitTable(Found found, const Weighting& weighting)
    : weights_(ascending(found.values), weighting),
      coded_(std::move(found.coded)),
      begins_(std::move(found.begins)),
      pattern_of_(std::move(found.pattern_of)),
      units_of_(std::move(found.units_of)) {
  std::vector<std::uint32_t> codes;
  codes.reserve(found.values.size());
  for (const double value : found.values) {
    codes.push_back(static_cast<std::uint32_t>(weights_.code_of(value)));
  }
  for (CodedRating& each : coded_) {
    each.code = codes[each.code];
  }
  fill_within();
  fill_by_rater(found.raters);
}

void UnitTable::fill_within() {
  std::vector<std::uint32_t> codes;
  std::vector<double> counts;
  std::vector<double> scratch;
  within_.reserve(units_of_.size());
  for (std::size_t p = 0; p < units_of_.size(); ++p) {
    codes.clear();
    for (const CodedRating& each : pattern(p)) {
      codes.push_back(each.code);
    }
    within_.push_back(codes.size() < 2 ? 0.0 : mean_disagreement(weights_, codes, counts, scratch));
  }
}

void UnitTable::fill_by_rater(std::size_t raters) {
  by_rater_begins_.assign(raters + 1, 0);
  for (const CodedRating& each : coded_) {
    by_rater_begins_[each.rater + 1] += 1;
  }
  for (std::size_t r = 0; r < raters; ++r) {
    by_rater_begins_[r + 1] += by_rater_begins_[r];
  }
  by_rater_.resize(coded_.size());
  std::vector<std::size_t> next(by_rater_begins_.begin(), by_rater_begins_.end() - 1);
  for (std::size_t p = 0; p < units_of_.size(); ++p) {
    for (const CodedRating& each : pattern(p)) {
      by_rater_[next[each.rater]++] = {static_cast<std::uint32_t>(p), each.code};
    }
  }
}

Coefficient UnitTable::all(CoefficientKind kind) const { return of_patterns(kind, units_of_); }

Coefficient UnitTable::at(CoefficientKind kind, std::span<const std::size_t> units) const {
  std::vector<std::uint64_t> units_of(units_of_.size(), 0);
  for (const std::size_t unit : units) {
    units_of[pattern_of_.at(unit)] += 1;
  }
  return of_patterns(kind, units_of);
}

Coefficient UnitTable::of_patterns(CoefficientKind kind,
                                   std::span<const std::uint64_t> units_of) const {
  if (units_of.size() != units_of_.size()) {
    throw std::invalid_argument("unit table: there must be a number for every pattern");
  }
  return chance_corrected(*this, kind, units_of).coefficient;
}

}  // namespace foley::reliability
