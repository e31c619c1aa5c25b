#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foley/io/ratings.hpp"
#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/rating_table.hpp"

namespace foley::app {

/// How ratings are read and what their values mean, as typed.
struct RatingOptions {
  std::string format;
  std::string unit;
  std::string rater;
  std::string value;
  std::string order;
  std::string rater_columns;
  std::string question;
  std::string repeat = "refuse";
  bool predictions = false;
  bool text = false;
  std::string labels;
  std::string values;

  std::string level;
  std::optional<double> circumference;
  std::vector<double> poles;
  std::string distances;
};

/// How intervals of alpha are made, as typed.
struct IntervalOptions {
  std::string method = "bca";
  double confidence = 0.95;
  std::size_t replicates = 1'000;
  std::uint64_t seed = 0;
  unsigned threads = 0;  ///< 0: one a processor.
};

/// What the options come to.
struct RatingScale {
  io::RatingsRequest request;
  reliability::Scale scale;
};

void add_rating_options(CLI::App& command, RatingOptions& options);
/// `--seed` and `--threads`.
void add_seed_options(CLI::App& command, IntervalOptions& options);
/// `--ci`, `--confidence`, `--replicates` and those above.
void add_interval_options(CLI::App& command, IntervalOptions& options);

/// The request and the scale; a Failure for options that contradict one another.
[[nodiscard]] RatingScale rating_scale(const RatingOptions& options);

/// Reads ratings; a Failure names the option that helps where there is one.
[[nodiscard]] reliability::RatingTable load_rating_table(const std::string& path,
                                                         const RatingScale& scale);

/// A Failure where the ratings do not fit the level (a negative size, a value beyond the poles).
void check_level(const reliability::Ratings& ratings, const reliability::Scale& scale,
                 const std::string& path);

/// How intervals are made; nothing for `--ci none`.
[[nodiscard]] std::optional<reliability::AlphaIntervalOptions> interval_options(
    const IntervalOptions& options, std::size_t raters);

[[nodiscard]] unsigned threads_of(const IntervalOptions& options);

/// The numbers of a list such as `1,2,3` or `0..100`; a Failure that names the option otherwise.
[[nodiscard]] std::vector<double> number_list(const std::string& list, const std::string& option);

/// The parts of a list between commas, without blanks around them.
[[nodiscard]] std::vector<std::string> text_list(const std::string& list);

}  // namespace foley::app
