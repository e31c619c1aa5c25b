#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace foley::golden {

/// One category of the Universal Category System (version 8.2.1, public domain).
struct UcsCategory {
  std::string_view cat_id;       ///< `DOORWood`; case matters.
  std::string_view category;     ///< `DOORS`
  std::string_view subcategory;  ///< `WOOD`
  std::string_view cat_short;    ///< `DOOR`
  std::string_view synonyms;     ///< Blank-separated words.
};

/// All categories, sorted as in the published list.
[[nodiscard]] std::span<const UcsCategory> ucs_categories();

/// The category of an id, exact in case, or nullptr.
[[nodiscard]] const UcsCategory* find_ucs(std::string_view cat_id);

/// The published id that a wrong one most likely means: the same letters in another case, else the
/// nearest by edit distance. Empty when nothing is near.
[[nodiscard]] std::optional<std::string> nearest_ucs(std::string_view wrong);

}  // namespace foley::golden
