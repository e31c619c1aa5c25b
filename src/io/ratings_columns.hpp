#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/io/ratings.hpp"

namespace foley::io {

/// Names of the columns of a table, or the keys of an object, trimmed.
using RatingNames = std::vector<std::string_view>;

/// Columns whose texts together are one name.
using NameParts = std::vector<std::size_t>;

/// Where a long table has what. Which are missing, complain_missing() says.
struct RatingColumns {
  NameParts unit;
  NameParts rater;
  std::optional<std::size_t> value;
  std::optional<std::size_t> stratum;
  std::optional<std::size_t> order;

  /// Whether unit, rater and value are all there.
  [[nodiscard]] bool complete() const { return !unit.empty() && !rater.empty() && value; }
};

/// Finds the columns of a request by its names, or else by the usual ones. `is_mushra`: by those of
/// webMUSHRA.
[[nodiscard]] RatingColumns find_rating_columns(const RatingNames& names,
                                                const RatingsRequest& request, bool is_mushra);

/// Whether these are the columns of a result file of webMUSHRA.
[[nodiscard]] bool looks_like_mushra(const RatingNames& names);

/// The error about a column that is asked for or needed and is not there; `line` is where the names
/// stand, `has` what has them (`the header`). Nothing when all are there.
[[nodiscard]] std::optional<Error> missing_column(const RatingColumns& columns,
                                                  const RatingNames& names,
                                                  const RatingsRequest& request, bool is_mushra,
                                                  const std::string& source, std::size_t line,
                                                  std::string_view has);

/// The columns that a name asks for: the one of that name, or those of its parts between `+`.
/// Empty when one is not there.
[[nodiscard]] NameParts requested_parts(const RatingNames& names, std::string_view wanted);

/// The column of that name: spelt so, else ASCII case aside and `-` = `_`.
[[nodiscard]] std::optional<std::size_t> requested_column(const RatingNames& names,
                                                          std::string_view wanted);

/// The usual columns of units.
[[nodiscard]] NameParts usual_unit(const RatingNames& names);

/// The error about a name that nobody has.
[[nodiscard]] Error unknown_column(std::string_view wanted, const RatingNames& names,
                                   const std::string& source, std::size_t line,
                                   std::string_view has);

/// Joins the parts of a name by `/`: each but the last as text in which `/` and `%` are `%2F` and
/// `%25`, so that different parts are different names.
class JoinedName {
 public:
  void clear() { text_.clear(), empty_ = true; }
  /// Adds a part, which is trimmed; false when nothing is left of it.
  [[nodiscard]] bool add(std::string_view part);
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string text_;
  std::size_t last_ = 0;  // where the last part begins
  bool empty_ = true;
};

}  // namespace foley::io
