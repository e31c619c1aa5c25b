#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace foley::retrieval {

/// How documents with equal scores are ordered. Every library has an answer, few say which.
enum class TieRule : std::uint8_t {
  id_asc,   ///< Id ascending, bytewise: the reference's order, and the default.
  id_desc,  ///< Id descending, bytewise: trec_eval's order.
  rank,     ///< The rank column of the file, smaller first.
  input,    ///< The order in which the documents were given.
};

/// `id-asc`, `id-desc`, `rank`, `input`.
[[nodiscard]] std::string_view to_string(TieRule rule);

/// The rule of this name, or nothing.
[[nodiscard]] std::optional<TieRule> parse_tie_rule(std::string_view name);

}  // namespace foley::retrieval
