#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// TREC text to a table; `padded` has kPadding readable bytes behind it that begin with a newline.
[[nodiscard]] Result<Run> trec_run_table(std::string_view padded, const std::string& source);
[[nodiscard]] Result<Qrels> trec_qrels_table(std::string_view padded, const std::string& source);

}  // namespace foley::io
