#include "ratings_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "foley/core/number_text.hpp"

namespace foley::io {
namespace {

using reliability::Rating;
using reliability::RatingTable;

constexpr std::size_t kMostRatings = std::numeric_limits<std::uint32_t>::max();

std::uint32_t short_line(std::size_t line) {
  return line <= std::numeric_limits<std::uint32_t>::max() ? static_cast<std::uint32_t>(line) : 0;
}

template <class Entry>
double mean_value(std::span<const Entry> entries) {
  const auto count = static_cast<double>(entries.size());
  const double sum = std::accumulate(entries.begin(), entries.end(), 0.0,
                                     [](double s, const Entry& each) { return s + each.value; });
  if (std::isfinite(sum)) {
    return sum / count;
  }
  return std::accumulate(entries.begin(), entries.end(), 0.0,
                         [&](double s, const Entry& each) { return s + each.value / count; });
}

}  // namespace

Error RatingsBuilder::error_at(const RatingPlace& place, ErrorKind kind, std::string code,
                               std::string problem, std::string advice) const {
  return {.kind = kind,
          .source = source_,
          .line = place.line,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .column = place.column,
          .code = std::move(code)};
}

std::optional<Error> RatingsBuilder::add(std::uint32_t unit, std::uint32_t rater,
                                         std::string_view value, const RatingPlace& place,
                                         std::string_view order, const RatingPlace& order_place) {
  Entry entry{.unit = unit, .rater = rater};
  switch (values_.read(value, entry.value)) {
    case RatingValues::Outcome::missing:
      return std::nullopt;
    case RatingValues::Outcome::fault: {
      ValueFault& fault = values_.fault();
      return error_at(place, fault.kind, fault.code, std::move(fault.problem),
                      std::move(fault.advice));
    }
    case RatingValues::Outcome::value:
      break;
  }
  if (entries_.size() >= kMostRatings || std::max(units_.size(), raters_.size()) >= kMostRatings) {
    return error_at(place, ErrorKind::bad_value, "FE-IO-13",
                    "there are more than " + std::to_string(kMostRatings) + " ratings",
                    "read them in parts");
  }
  entry.line = short_line(place.line);
  entry.place = static_cast<std::uint32_t>(entries_.size());
  if (!request_.order.empty() && !order_.add(order)) {
    return error_at(order_place, ErrorKind::bad_value, "FE-IO-29",
                    quoted(order) + " does not say when the rating was given",
                    "write a number everywhere, or everywhere a text that sorts, as in "
                    "2026-11-30T09:05");
  }
  entries_.push_back(entry);
  return std::nullopt;
}

std::optional<Error> RatingsBuilder::set_stratum(std::uint32_t unit, std::string_view stratum,
                                                 const RatingPlace& place) {
  stratum = trimmed(stratum);
  if (strata_.size() <= unit) {
    strata_.resize(units_.size());
  }
  Stratum& known = strata_[unit];
  if (stratum.empty() || known.name == stratum) {
    return std::nullopt;
  }
  if (!known.name.empty()) {
    return error_at(place, ErrorKind::bad_value, "FE-IO-25",
                    "the unit " + quoted(units_.name(unit)) + " is in stratum " + quoted(stratum) +
                        " here and in " + quoted(known.name) + " on line " +
                        std::to_string(known.line),
                    "give a unit one stratum");
  }
  known = {std::string(stratum), place.line};
  return std::nullopt;
}

std::vector<std::uint32_t> RatingsBuilder::grouped_by_unit() const {
  if (std::ranges::is_sorted(entries_, {}, &Entry::unit)) {
    return {};
  }
  std::vector<std::uint32_t> begins(units_.size() + 1, 0);
  for (const Entry& each : entries_) {
    begins[each.unit + 1] += 1;
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::uint32_t> places(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    places[begins[entries_[i].unit]++] = static_cast<std::uint32_t>(i);
  }
  return places;
}

void RatingsBuilder::note_repeat(const Entry& first, const Entry& second) {
  if (fault_ && second.line >= fault_->line) {
    return;
  }
  const std::string lines =
      first.line == second.line
          ? "both on line " + std::to_string(second.line)
          : "on lines " + std::to_string(first.line) + " and " + std::to_string(second.line);
  fault_ = error_at({second.line, 0}, ErrorKind::duplicate, "FE-IO-23",
                    "the unit " + quoted(units_.name(second.unit)) + " is rated twice by " +
                        quoted(raters_.name(second.rater)) + " (" + lines + ")",
                    "remove one of them, or choose the last or the mean of repeated ratings");
}

void RatingsBuilder::merge(std::vector<Entry>& unit) {
  if (!std::ranges::is_sorted(unit, {}, &Entry::rater)) {
    std::ranges::sort(unit, [](const Entry& a, const Entry& b) {
      return a.rater != b.rater ? a.rater < b.rater : a.place < b.place;
    });
  }
  std::size_t kept = 0;
  for (std::size_t from = 0; from < unit.size();) {
    std::size_t to = from + 1;
    while (to < unit.size() && unit[to].rater == unit[from].rater) {
      to += 1;
    }
    Entry entry = unit[from];
    if (to - from > 1) {
      repeats_ += to - from - 1;
      const std::span<const Entry> all = std::span<const Entry>(unit).subspan(from, to - from);
      // Among those that were given at the same time, the last in the file.
      entry = *std::ranges::max_element(all, [this](const Entry& a, const Entry& b) {
        return order_of(a) != order_of(b) ? order_of(a) < order_of(b) : a.place < b.place;
      });
      if (request_.repeat == Repeat::refuse) {
        note_repeat(all[0], all[1]);
      } else if (request_.repeat == Repeat::mean) {
        entry.value = mean_value(all);
        if (!values_.allows(entry.value) && (!fault_ || all[1].line < fault_->line)) {
          ValueFault fault = values_.outside(
              "the mean " + shortest_text(entry.value) + " of the ratings of " +
              quoted(units_.name(entry.unit)) + " by " + quoted(raters_.name(entry.rater)));
          fault_ = error_at({all[1].line, 0}, fault.kind, fault.code, std::move(fault.problem),
                            std::move(fault.advice));
        }
      }
    }
    unit[kept++] = entry;
    from = to;
  }
  unit.resize(kept);
}

std::vector<std::string> RatingsBuilder::take_strata() {
  std::vector<std::string> names;
  if (!request_.stratum.empty()) {
    strata_.resize(units_.size());
    names.reserve(strata_.size());
    for (Stratum& each : strata_) {
      names.push_back(std::move(each.name));
    }
  }
  return names;
}

Result<RatingTable> RatingsBuilder::finish() {
  RatingTable table;
  if (!request_.order.empty()) {
    ranks_ = order_.ranks();
  }
  std::vector<double> finals;
  if (values_.are_labels()) {
    table.labels = values_.number_labels(finals);
    for (Entry& each : entries_) {
      each.value = finals[static_cast<std::size_t>(each.value)];
    }
  }
  const std::vector<std::uint32_t> places = grouped_by_unit();
  table.ratings = reliability::Ratings(raters_.size());
  std::vector<Entry> unit;
  std::vector<Rating> ratings;
  for (std::size_t u = 0, next = 0; u < units_.size(); ++u) {
    unit.clear();
    while (next < entries_.size()) {
      const Entry& entry = entries_[places.empty() ? next : places[next]];
      if (entry.unit != u) {
        break;
      }
      unit.push_back(entry);
      next += 1;
    }
    merge(unit);
    ratings.clear();
    for (const Entry& each : unit) {
      ratings.push_back({each.value, each.rater, order_of(each)});
    }
    table.ratings.add_unit(ratings);
  }
  if (fault_) {
    return fail(std::move(*fault_));
  }
  entries_ = {};
  table.strata = take_strata();
  table.units = units_.take();
  table.raters = raters_.take();
  table.repeats = repeats_;
  return table;
}

}  // namespace foley::io
