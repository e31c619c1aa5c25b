#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// Reads a run from JSON: `{query: {document: score}}`, scores finite.
[[nodiscard]] Result<Run> parse_run_json(std::string_view bytes, const std::string& source);

/// Reads qrels from JSON: `{query: {document: grade}}`, grades whole numbers from -127 to 127.
[[nodiscard]] Result<Qrels> parse_qrels_json(std::string_view bytes, const std::string& source);

}  // namespace foley::io
