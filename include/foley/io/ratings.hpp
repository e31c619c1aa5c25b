#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/reliability/rating_table.hpp"

namespace foley::io {

/// What becomes of a unit that one rater rated more than once. A missing rating is none.
enum class Repeat : std::uint8_t {
  refuse,  ///< An error that names both places.
  last,    ///< The latest counts: by the order that was asked for, otherwise the last in the file.
  mean,    ///< The mean of all; numbers only.
};

/// How a file of ratings is to be read.
struct RatingsRequest {
  /// `long`, `wide`, `jsonl`, `label-studio` or `webmushra`; empty: told by the content.
  std::string format{};

  /// Columns or keys by name; names joined by `+` make one name of several (`query_id+doc_id` is
  /// `q1/d7`). Empty: the usual ones (`item_id`, `rater`, `score`, …). In `wide` tables `unit` is
  /// otherwise the first column; in `label-studio` it is a field of the task or of its data
  /// (otherwise its id), and `rater` a field of the annotation (otherwise `completed_by`).
  std::string unit{};
  std::string rater{};
  std::string value{};
  /// Column, or field of a task or its data, with the stratum of the unit. Empty: none.
  std::string stratum{};
  /// Column, or field of the annotation, that says when a rating was given: numbers, or texts such
  /// as ISO 8601 that sort as they are. Empty: the order of the file.
  std::string order{};
  /// `wide`: the columns that raters filled. Empty: all but those of unit, stratum and order.
  std::vector<std::string> rater_columns{};

  /// `label-studio`: the question (`from_name`). Empty: the only one of kind choices, rating or
  /// number.
  std::string question{};
  /// `label-studio`: predictions are ratings too, by the rater `model:<model_version>`.
  bool predictions = false;

  /// Values are labels, also those that look like numbers; labels that are equal numbers are one.
  bool text_values = false;
  /// Values are these labels, from the least to the greatest; the index is the value.
  std::vector<std::string> label_order{};
  /// The numbers that are allowed; nothing: every finite one.
  std::optional<std::vector<double>> domain{};

  Repeat repeat = Repeat::refuse;
};

/// Names that the columns of a long table may have without being told, the most telling first; case
/// aside, and `-` is `_`.
struct UsualColumns {
  std::span<const std::string_view> unit;
  std::span<const std::string_view> rater;
  std::span<const std::string_view> value;
};
/// Those names.
[[nodiscard]] UsualColumns usual_rating_columns();

/// Reads ratings from text. Units and raters stand in the order in which the file names them first.
/// Blanks around names and values do not count. A value that is empty, null, `NA`, `NaN`, `nan`,
/// `null` or `None` is a missing rating (with text_values, `None` is a label; a word of label_order
/// always is one). Labels stand by number, then by their bytes, unless label_order says otherwise.
///
/// `long` and `wide` are tables with a header, separated by commas or tabs, by RFC 4180. `jsonl` is
/// an object a line, or one list of objects. `webmushra` is a CSV file of webMUSHRA, whose units
/// are `<trial_id>/<stimulus>`.
///
/// Every fault is an Error with source, line, problem, advice and a code of docs/errors.md. Throws
/// std::invalid_argument for requests that contradict themselves: a domain of labels or of no
/// finite number, a mean of labels, a label that stands twice in label_order.
[[nodiscard]] Result<reliability::RatingTable> parse_ratings(std::string_view bytes,
                                                             const std::string& source,
                                                             const RatingsRequest& request = {});

/// Reads a file of ratings, plain or packed with gzip or Zstandard; `-` is standard input.
[[nodiscard]] Result<reliability::RatingTable> load_ratings(const std::string& path,
                                                            const RatingsRequest& request = {});

}  // namespace foley::io
