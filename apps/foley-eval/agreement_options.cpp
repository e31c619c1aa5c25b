#include "agreement_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>
#include <stdexcept>
#include <thread>

#include "context.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/distance_table.hpp"
#include "foley/reliability/alpha.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

using reliability::IntervalMethod;
using reliability::Level;

constexpr std::array kMethods{std::string_view("bca"), std::string_view("percentile"),
                              std::string_view("jackknife"), std::string_view("krippendorff"),
                              std::string_view("none")};
constexpr std::array kRepeats{std::string_view("refuse"), std::string_view("last"),
                              std::string_view("mean")};
constexpr std::array kLevels{std::string_view("nominal"),  std::string_view("ordinal"),
                             std::string_view("interval"), std::string_view("ratio"),
                             std::string_view("circular"), std::string_view("bipolar")};

// The place of a word among those an option takes.
std::size_t chosen(const std::string& word, std::span<const std::string_view> known,
                   const std::string& option) {
  const auto found = std::ranges::find(known, word);
  if (found == known.end()) {
    std::string all;
    for (const std::string_view each : known) {
      all += (all.empty() ? "" : ", ") + std::string(each);
    }
    const auto near = nearest_name(word.substr(0, 40), known);
    throw Failure{option + ": there is no '" + printable(word, 40) + "'; " +
                      (near ? "did you mean '" + *near + "'?" : "choose one of: " + all),
                  kBadInput};
  }
  return static_cast<std::size_t>(found - known.begin());
}

std::optional<double> number_of(std::string_view text) {
  double number = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size() ||
      !std::isfinite(number)) {
    return std::nullopt;
  }
  return number;
}

std::vector<double> first_whole_numbers(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

Level level_of(const RatingOptions& options) {
  if (!options.distances.empty()) {
    if (!options.level.empty() && options.level != "custom") {
      throw Failure{"--distances are a level of their own; leave --level out", kBadInput};
    }
    return Level::custom;
  }
  if (options.level == "custom") {
    throw Failure{"--level custom needs a table: --distances FILE", kBadInput};
  }
  if (options.level.empty()) {
    return options.text && options.labels.empty() ? Level::nominal : Level::ordinal;
  }
  const Level level = reliability::level_named(kLevels[chosen(options.level, kLevels, "--level")])
                          .value_or(Level::ordinal);
  if (options.text && options.labels.empty() && level != Level::nominal) {
    throw Failure{
        "words have no order of their own; name them from least to greatest with --labels, or use "
        "--level nominal",
        kBadInput};
  }
  return level;
}

void refuse_contradictions(const RatingOptions& options, Level level) {
  const auto refuse_if = [](bool wrong, const char* line) {
    if (wrong) {
      throw Failure{line, kBadInput};
    }
  };
  refuse_if(!options.labels.empty() && !options.values.empty(),
            "--labels are words and --values numbers; give one of them");
  refuse_if(options.text && !options.values.empty(),
            "--text reads words and --values allows numbers; give one of them");
  refuse_if(!options.distances.empty() && (!options.labels.empty() || !options.values.empty()),
            "the header of --distances names the values; leave --labels and --values out");
  refuse_if(options.circumference && level != Level::circular,
            "--circumference goes with --level circular");
  refuse_if(!options.poles.empty() && level != Level::bipolar, "--poles go with --level bipolar");
}

void take_distances(RatingScale& result, const std::string& path) {
  io::DistanceTable table = value_or_fail(io::load_distances(path));
  std::vector<double> numbers;
  for (const std::string& value : table.values) {
    if (const auto number = number_of(value)) {
      numbers.push_back(*number);
    }
  }
  if (numbers.size() == table.values.size()) {
    result.request.domain = numbers;
    result.scale.domain = std::move(numbers);
  } else {
    result.scale.domain = first_whole_numbers(table.values.size());
    result.request.label_order = std::move(table.values);
  }
  result.scale.distances = std::move(table.distances);
  try {
    static_cast<void>(
        reliability::krippendorff_alpha(reliability::AgreementCounts{}, result.scale));
  } catch (const std::invalid_argument& fault) {
    throw Failure{path + ": " + fault.what(), kBadInput};
  }
}

}  // namespace

std::vector<std::string> text_list(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    const std::string part = list.substr(from, to - from);
    const std::size_t first = part.find_first_not_of(' ');
    parts.push_back(first == std::string::npos
                        ? std::string()
                        : part.substr(first, part.find_last_not_of(' ') - first + 1));
    from = to + 1;
  }
  return parts;
}

std::vector<double> number_list(const std::string& list, const std::string& option) {
  constexpr double kMostValues = 100'000;
  std::vector<double> numbers;
  for (const std::string& part : text_list(list)) {
    const std::size_t dots = part.find("..");
    const auto first = number_of(std::string_view(part).substr(0, dots));
    const auto last =
        dots == std::string::npos ? first : number_of(std::string_view(part).substr(dots + 2));
    if (first && last && (*last < *first || *last - *first >= kMostValues)) {
      throw Failure{option + ": '" + printable(part, 80) + "' " +
                        (*last < *first ? "descends; write the least first, as in 0..100"
                                        : "names over 100000 values; leave out what has no bounds"),
                    kBadInput};
    }
    if (!first || !last) {
      throw Failure{option + ": '" + printable(part, 80) +
                        "' is no finite number; write a list like 1,2,3 or 0..100",
                    kBadInput};
    }
    for (double number = *first; number <= *last; number += 1.0) {
      numbers.push_back(number);
      if (number + 1.0 == number) {
        break;  // beyond 2^53 there is no next whole number
      }
    }
  }
  return numbers;
}

RatingScale rating_scale(const RatingOptions& options) {
  RatingScale result;
  result.scale.level = level_of(options);
  refuse_contradictions(options, result.scale.level);
  io::RatingsRequest& request = result.request;
  request.format = options.format;
  request.unit = options.unit;
  request.rater = options.rater;
  request.value = options.value;
  request.order = options.order;
  if (!options.rater_columns.empty()) {
    request.rater_columns = text_list(options.rater_columns);
  }
  request.question = options.question;
  request.predictions = options.predictions;
  request.text_values = options.text;
  request.repeat = static_cast<io::Repeat>(chosen(options.repeat, kRepeats, "--repeat"));
  if (!options.distances.empty()) {
    take_distances(result, options.distances);
  } else if (!options.labels.empty()) {
    request.label_order = text_list(options.labels);
    result.scale.domain = first_whole_numbers(request.label_order.size());
  } else if (!options.values.empty()) {
    request.domain = number_list(options.values, "--values");
    result.scale.domain = request.domain;
  }
  result.scale.circumference = options.circumference;
  if (!options.poles.empty()) {
    result.scale.poles = {options.poles.at(0), options.poles.at(1)};
  }
  return result;
}

reliability::RatingTable load_rating_table(const std::string& path, const RatingScale& scale) {
  try {
    auto table = io::load_ratings(path, scale.request);
    const bool is_number = !scale.request.text_values && scale.request.label_order.empty();
    if (!table && table.error().code == "FE-IO-06" && is_number) {
      const bool columns = table.error().advice.find("columns") != std::string::npos;
      const bool words = table.error().advice.find("labels") != std::string::npos;
      table.error().advice += columns
                                  ? " (--rater-columns, --unit, --rater, --value; --text, --labels)"
                              : words ? " (--text, --labels)"
                                      : "";
    } else if (!table && table.error().code == "FE-IO-23") {
      table.error().advice += " (--repeat)";
      const io::RatingsRequest& asked = scale.request;
      if (asked.unit.empty() && asked.rater.empty() && asked.value.empty()) {
        // A long table under other names was read as wide, where --repeat would hide that.
        table.error().advice += "; or say which columns are unit, rater and value (--unit, …)";
      }
    } else if (!table && table.error().code == "FE-IO-26") {
      table.error().advice += " (--question)";
    }
    return value_or_fail(std::move(table));
  } catch (const std::invalid_argument& fault) {
    // The request is made of options alone.
    const std::string option = scale.request.label_order.empty() ? "" : "--labels: ";
    throw Failure{option + fault.what(), kBadInput};
  }
}

void check_level(const reliability::Ratings& ratings, const reliability::Scale& scale,
                 const std::string& path) {
  constexpr double kLargest = 1e100;  // squares of sums of squares must stay finite
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    for (const reliability::Rating& each : ratings.of(u)) {
      if (std::abs(each.value) > kLargest) {
        throw Failure{path + ": the rating " + shortest_text(each.value) +
                          " is beyond 1e100; use a smaller unit of measurement",
                      kBadInput};
      }
    }
  }
  try {
    static_cast<void>(
        reliability::krippendorff_alpha(reliability::AgreementCounts::of(ratings), scale));
  } catch (const std::invalid_argument& fault) {
    throw Failure{path + ": " + fault.what(), kBadInput};
  }
}

unsigned threads_of(const IntervalOptions& options) {
  return options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

std::optional<reliability::AlphaIntervalOptions> interval_options(const IntervalOptions& options,
                                                                  std::size_t raters) {
  const std::size_t method = chosen(options.method, kMethods, "--ci");
  if (kMethods[method] == "none") {
    return std::nullopt;
  }
  return reliability::AlphaIntervalOptions{.method = static_cast<IntervalMethod>(method),
                                           .replicates = options.replicates,
                                           .confidence = options.confidence,
                                           .raters = raters,
                                           .seed = options.seed,
                                           .threads = threads_of(options)};
}

void add_rating_options(CLI::App& command, RatingOptions& options) {
  const char* reading = "How to read";
  const auto text = [&](const char* name, std::string& value, const char* about, const char* type) {
    return command.add_option(name, value, about)
        ->group(reading)
        ->type_name(type)
        ->check(not_empty);
  };
  text("--format", options.format, "long, wide, jsonl, label-studio or webmushra; default: told",
       "NAME");
  text("--unit", options.unit, "Column of what is rated; two joined by + make one name", "COLUMN");
  text("--rater", options.rater, "Column of who rated", "COLUMN");
  text("--value", options.value, "Column of the rating", "COLUMN");
  text("--rater-columns", options.rater_columns, "Wide tables: columns that raters filled", "LIST");
  text("--order", options.order, "Column that says when; default: order of the file", "COLUMN");
  text("--repeat", options.repeat, "A unit rated twice by one rater: refuse, last or mean", "HOW")
      ->capture_default_str();
  text("--question", options.question, "Label Studio: which question (from_name)", "NAME");
  command.add_flag("--predictions", options.predictions, "Label Studio: models are raters too")
      ->group(reading);
  command.add_flag("--text", options.text, "Values are words, without an order")->group(reading);
  const char* meaning = "What values mean";
  text("--level", options.level, "nominal, ordinal (default), interval, ratio, circular or bipolar",
       "NAME")
      ->group(meaning);
  text("--labels", options.labels, "Words from the least to the greatest", "LIST")->group(meaning);
  text("--values", options.values, "Numbers that are allowed, as 1,2,3 or 0..100", "LIST")
      ->group(meaning);
  command.add_option("--circumference", options.circumference, "circular: length of the circle")
      ->group(meaning)
      ->type_name("X")
      ->check(finite_between(1e-300, 1e300));
  command.add_option("--poles", options.poles, "bipolar: least and greatest value")
      ->group(meaning)
      ->type_name("NUMBER")
      ->expected(2)
      ->check(finite_between(-1e300, 1e300));
  text("--distances", options.distances, "CSV table of squared distances under a header of values",
       "FILE")
      ->group(meaning);
}

void add_seed_options(CLI::App& command, IntervalOptions& options) {
  command.add_option("--seed", options.seed, "Seed of all that is drawn by chance")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number);
  command.add_option("--threads", options.threads, "Threads; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U).description(""));
}

void add_interval_options(CLI::App& command, IntervalOptions& options) {
  command
      .add_option("--ci", options.method,
                  "Interval of alpha: bca, percentile, jackknife, krippendorff or none")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(not_empty);
  command.add_option("--confidence", options.confidence, "Of the intervals")
      ->type_name("SHARE")
      ->capture_default_str()
      ->check(finite_between(0.5, 0.9999));
  command.add_option("--replicates", options.replicates, "Bootstrap samples")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{100}, std::size_t{10'000'000}).description(""));
  add_seed_options(command, options);
}

}  // namespace foley::app
