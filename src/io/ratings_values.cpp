#include "ratings_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "foley/core/nearest_name.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"

namespace foley::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kShown = 40;  // bytes of foreign text that a message repeats

constexpr std::array kMissing{std::string_view("NA"), std::string_view("NaN"),
                              std::string_view("nan"), std::string_view("null"),
                              std::string_view("None")};

enum class Number : std::uint8_t { finite, not_finite, none };

Number read_decimal(std::string_view text, double& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') {
    text.remove_prefix(1);
  }
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || stop != text.data() + text.size() || fault == std::errc::invalid_argument) {
    return Number::none;
  }
  if (fault == std::errc::result_out_of_range) {
    // Too small for a double is zero, as everywhere; too large is refused.
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent == std::string_view::npos ? text.find('.') < 3
                                                         : text.substr(exponent + 1)[0] == '-';
    value = 0.0;
    return tiny ? Number::finite : Number::not_finite;
  }
  value += 0.0;  // -0 is 0
  return std::isfinite(value) ? Number::finite : Number::not_finite;
}

// Digits with a comma, an apostrophe, a blank or several points among them.
bool is_foreign_number(std::string_view text) {
  return text.find_first_not_of("+-0123456789,.' ") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

std::string number_text(double value) {
  const std::string text = shortest_text(value);
  return text.substr(0, text.size() - (text.ends_with(".0") ? 2 : 0));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  // Most texts have nothing to cut.
  if (!text.empty() && static_cast<unsigned char>(text.front()) > ' ' &&
      static_cast<unsigned char>(text.back()) > ' ') {
    return text;
  }
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? std::string_view{}
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string quoted(std::string_view text) { return "'" + printable(text, kShown) + "'"; }

RatingValues::RatingValues(const RatingsRequest& request)
    : labels_wanted_(request.text_values || !request.label_order.empty()),
      labels_given_(!request.label_order.empty()),
      bounded_(request.domain.has_value()),
      domain_(request.domain.value_or(std::vector<double>())) {
  if (labels_wanted_ && bounded_) {
    throw std::invalid_argument("ratings: labels have no domain of numbers");
  }
  if (labels_wanted_ && request.repeat == Repeat::mean) {
    throw std::invalid_argument("ratings: labels have no mean");
  }
  if (bounded_) {
    if (domain_.empty() ||
        !std::ranges::all_of(domain_, [](double x) { return std::isfinite(x); })) {
      throw std::invalid_argument("ratings: a domain holds finite numbers, at least one");
    }
    std::ranges::sort(domain_);
  }
  for (const std::string& label : request.label_order) {
    const std::string_view word = trimmed(label);
    label_of(word);
    if (word.empty() || labels_.size() != ++given_) {
      throw std::invalid_argument("ratings: a label of the order is empty or stands twice");
    }
  }
}

RatingValues::Outcome RatingValues::read(std::string_view text, double& value) {
  text = trimmed(text);
  return labels_wanted_ ? read_label(text, value) : read_number(text, value);
}

bool RatingValues::allows(double number) const {
  return !bounded_ || std::ranges::binary_search(domain_, number);
}

ValueFault RatingValues::outside(std::string_view what) const {
  constexpr std::size_t kFew = 12;
  std::string values;
  for (std::size_t i = 0; i < domain_.size() && i < kFew; ++i) {
    values += (i == 0 ? "" : ", ") + number_text(domain_[i]);
  }
  if (domain_.size() > kFew) {
    values += ", … " + number_text(domain_.back());
  }
  return {ErrorKind::bad_value, "FE-IO-24", std::string(what) + " is outside the scale",
          "the values are " + values};
}

std::vector<std::string> RatingValues::number_labels(std::vector<double>& finals) {
  if (labels_given_) {
    labels_.resize(given_);  // without those that were refused or missing
  }
  std::vector<std::size_t> order(labels_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!labels_given_) {
    std::vector<std::optional<double>> numbers(labels_.size());
    for (const auto& [number, label] : label_of_number_) {
      numbers[label] = number;
    }
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      if (numbers[a] && numbers[b]) {
        return *numbers[a] < *numbers[b];
      }
      return numbers[a].has_value() != numbers[b].has_value() ? numbers[a].has_value()
                                                              : labels_[a] < labels_[b];
    });
  }
  finals.assign(labels_.size(), 0.0);
  std::vector<std::string> sorted;
  for (std::size_t i = 0; i < order.size(); ++i) {
    finals[order[i]] = static_cast<double>(i);
    sorted.push_back(std::move(labels_[order[i]]));
  }
  return sorted;
}

bool RatingValues::is_missing(std::string_view text) const {
  if (text.empty()) {
    return true;
  }
  return (text.front() == 'N' || text.front() == 'n') &&
         std::ranges::find(kMissing, text) != kMissing.end() && !(labels_wanted_ && text == "None");
}

RatingValues::Outcome RatingValues::read_label(std::string_view text, double& value) {
  if (labels_given_) {
    // Asked first: a word of the order is a label whatever it looks like.
    const std::uint32_t label = label_of(text);
    if (label < given_) {
      value = label;
      return Outcome::value;
    }
    if (is_missing(text)) {
      return Outcome::missing;
    }
    const std::vector<std::string_view> known(
        labels_.begin(), labels_.begin() + static_cast<std::ptrdiff_t>(given_));
    const auto near = nearest_name(text.substr(0, kShown), known);
    return refuse({ErrorKind::bad_value, "FE-IO-24", quoted(text) + " is none of the labels",
                   near ? "did you mean " + quoted(*near) + "?"
                        : "add it to the order of the labels, or correct it"});
  }
  if (is_missing(text)) {
    return Outcome::missing;
  }
  value = label_of(text);
  return Outcome::value;
}

RatingValues::Outcome RatingValues::read_number(std::string_view text, double& value) {
  switch (read_decimal(text, value)) {
    case Number::finite:
      return allows(value) ? Outcome::value : refuse(outside(quoted(text)));
    case Number::not_finite:
      return text == "NaN" || text == "nan"
                 ? Outcome::missing
                 : refuse({ErrorKind::bad_value, "FE-IO-07",
                           quoted(text) + " is not a finite number",
                           "write a finite number, or nothing where a rating is missing"});
    case Number::none:
      break;
  }
  if (is_missing(text)) {
    return Outcome::missing;
  }
  std::string advice =
      "write a number, or nothing where a rating is missing; words can be read as labels";
  if (is_foreign_number(text)) {
    advice = "write decimals with a point and nothing between thousands, as in 1234.5";
  } else if (text == "true" || text == "false" || text == "True" || text == "False") {
    advice = "write 1 and 0, or have the values read as labels";
  }
  return refuse(
      {ErrorKind::bad_value, "FE-IO-06", quoted(text) + " is not a number", std::move(advice)});
}

RatingValues::Outcome RatingValues::refuse(ValueFault fault) {
  fault_ = std::move(fault);
  return Outcome::fault;
}

std::uint32_t RatingValues::label_of(std::string_view text) {
  const std::uint32_t spelling = spellings_.place_of(text);
  if (spelling < label_of_spelling_.size()) {
    return label_of_spelling_[spelling];
  }
  auto label = static_cast<std::uint32_t>(labels_.size());
  double number = 0.0;
  if (read_decimal(text, number) == Number::finite) {
    label = label_of_number_.try_emplace(number, label).first->second;
  }
  if (label == labels_.size()) {
    labels_.emplace_back(text);
  }
  label_of_spelling_.push_back(label);
  return label;
}

}  // namespace foley::io
