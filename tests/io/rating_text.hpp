#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foley/core/number_text.hpp"
#include "foley/io/ratings.hpp"

namespace foley::io {

inline std::string joined_text(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : "|") + part;
  }
  return text;
}

/// A table on one line: `raters: unit rater=value …; unit …`, raters by number.
inline std::string text_of(const reliability::RatingTable& table, bool with_order = false) {
  std::string text = joined_text(table.raters) + ":";
  for (std::size_t u = 0; u < table.units.size(); ++u) {
    text += (u == 0 ? " " : "; ") + table.units[u];
    for (const reliability::Rating& each : table.ratings.of(u)) {
      std::string value = shortest_text(each.value);
      if (value.ends_with(".0")) {
        value.resize(value.size() - 2);
      }
      text += " " + std::to_string(each.rater) + "=" + value;
      text += with_order ? "@" + std::to_string(each.order) : "";
    }
  }
  return text;
}

/// The same of what is read, or the code of the fault.
inline std::string read_text(std::string_view bytes, const RatingsRequest& request = {},
                             bool with_order = false) {
  const auto table = parse_ratings(bytes, "f.csv", request);
  return table ? text_of(*table, with_order) : table.error().to_line();
}

}  // namespace foley::io
