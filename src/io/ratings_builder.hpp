#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/io/ratings.hpp"
#include "name_table.hpp"
#include "ratings_order.hpp"
#include "ratings_values.hpp"

namespace foley::io {

/// Where something stands in a file; what is 0 is unknown.
struct RatingPlace {
  std::size_t line = 0;
  std::size_t column = 0;
};

/// Gathers the ratings of a file, in any order, into a table.
class RatingsBuilder {
 public:
  /// Throws std::invalid_argument for a request that contradicts itself. Both must outlive it.
  RatingsBuilder(const std::string& source, const RatingsRequest& request)
      : source_(source), request_(request), values_(request) {}

  /// Number of a unit or rater, which is added when it is new; the name is trimmed already.
  std::uint32_t unit(std::string_view name) { return units_.place_of(name); }
  std::uint32_t rater(std::string_view name) { return raters_.place_of(name); }

  /// Adds what a rater said of a unit; a missing value adds nothing. `order` is the text that says
  /// when, where the request asks for one.
  [[nodiscard]] std::optional<Error> add(std::uint32_t unit, std::uint32_t rater,
                                         std::string_view value, const RatingPlace& place,
                                         std::string_view order = {},
                                         const RatingPlace& order_place = {});

  /// Says in which stratum a unit is.
  [[nodiscard]] std::optional<Error> set_stratum(std::uint32_t unit, std::string_view stratum,
                                                 const RatingPlace& place);

  /// An error of this file.
  [[nodiscard]] Error error_at(const RatingPlace& place, ErrorKind kind, std::string code,
                               std::string problem, std::string advice) const;

  /// The table; nothing may be added afterwards. An error names ratings that may not be repeated,
  /// or a mean outside the scale.
  [[nodiscard]] Result<reliability::RatingTable> finish();

 private:
  struct Entry {
    double value = 0.0;
    std::uint32_t unit = 0;
    std::uint32_t rater = 0;
    std::uint32_t place = 0;  // among all ratings of the file
    std::uint32_t line = 0;   // 0: beyond 32 bits
  };
  struct Stratum {
    std::string name;
    std::size_t line = 0;
  };

  [[nodiscard]] std::uint32_t order_of(const Entry& entry) const {
    return ranks_.empty() ? entry.place : ranks_[entry.place];
  }
  // The places of the ratings by unit; empty when they stand so already.
  [[nodiscard]] std::vector<std::uint32_t> grouped_by_unit() const;
  // Reduces the ratings of one unit, raters ascending, to one a rater.
  void merge(std::vector<Entry>& unit);
  void note_repeat(const Entry& first, const Entry& second);
  [[nodiscard]] std::vector<std::string> take_strata();

  const std::string& source_;
  const RatingsRequest& request_;
  RatingValues values_;
  NameTable units_;
  NameTable raters_;
  std::vector<Entry> entries_;
  RatingOrder order_;
  std::vector<std::uint32_t> ranks_;  // by place; empty: the order of the file
  std::vector<Stratum> strata_;
  std::size_t repeats_ = 0;
  std::optional<Error> fault_;  // the first in the file of those that finish() finds
};

}  // namespace foley::io
