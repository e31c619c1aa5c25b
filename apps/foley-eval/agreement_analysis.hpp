#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/causes/confusion.hpp"
#include "foley/reliability/level.hpp"
#include "foley/reliability/rating_table.hpp"
#include "foley/report/agreement_document.hpp"

namespace foley::app {

/// What is wanted to know of a table of ratings.
struct AgreementQuestions {
  reliability::Scale scale;
  std::optional<reliability::AlphaIntervalOptions> intervals;
  bool every_coefficient = false;
  bool raters = false;
  std::optional<std::size_t> units;    ///< How many of the most disputed.
  std::vector<std::string> confusion;  ///< `A,B` or `A`; empty: two raters with few values.
  unsigned threads = 1;
};

/// All that was asked for. Ratings must fit the scale. A Failure for a rater that is not there.
[[nodiscard]] report::AgreementDocument analyse(const std::string& file,
                                                const reliability::RatingTable& table,
                                                const AgreementQuestions& questions);

/// Alpha with its interval.
[[nodiscard]] report::AlphaRow alpha_row(
    const reliability::AgreementCounts& counts, const reliability::Scale& scale,
    const std::optional<reliability::AlphaIntervalOptions>& intervals);

/// The raters who were found out, by name; a note instead where there is too much to search.
[[nodiscard]] std::vector<report::SuspectRow> suspects_of(const reliability::Ratings& ratings,
                                                          const reliability::Scale& scale,
                                                          std::span<const std::string> names,
                                                          std::vector<std::string>& notes);

/// The confusion with names.
[[nodiscard]] report::ConfusionTable named_confusion(const reliability::Confusion& confusion,
                                                     std::string rows, std::string columns,
                                                     std::span<const std::string> labels);

}  // namespace foley::app
