#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/io/json_value.hpp"

namespace foley::io {

/// What differs between runs and judgments in JSON.
struct JsonRankingCodes {
  const char* too_large;
  const char* not_a_number;
  const char* duplicate;
};

inline constexpr JsonRankingCodes kJsonRunCodes{"FE-IO-07", "FE-IO-07", "FE-IO-10"};
inline constexpr JsonRankingCodes kJsonQrelsCodes{"FE-IO-09", "FE-IO-08", "FE-IO-11"};

/// parse_json with the codes of rankings. `depth` is how many objects are open where documents are
/// the keys.
[[nodiscard]] Result<JsonValue> parse_ranking_json(std::string_view bytes,
                                                   const std::string& source,
                                                   const JsonRankingCodes& codes,
                                                   std::size_t depth);

}  // namespace foley::io
