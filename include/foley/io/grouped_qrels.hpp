#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/retrieval/grouped.hpp"

namespace foley::io {

/// Reads qrels whose second field is kept: `query group doc grade` a line, the group being a judge
/// (trec_eval's qrels_jg) or a subtopic (diversity qrels). Blank lines and lines with `#` in column
/// 1 are skipped. Refused like qrels; the same document twice is a fault within one group only.
[[nodiscard]] Result<retrieval::GroupedQrels> parse_grouped_qrels(std::string_view bytes,
                                                                  const std::string& source);

/// The same from a file, plain or compressed; `-` is standard input.
[[nodiscard]] Result<retrieval::GroupedQrels> load_grouped_qrels(const std::string& path);

}  // namespace foley::io
