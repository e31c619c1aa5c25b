#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// Reads a TREC run: `query iter doc rank score tag` a line, separated by blanks; `iter`, `rank`
/// and what follows the tag are not used. Blank lines and lines with `#` in column 1 are skipped.
/// Refused with the line: fewer than six fields, a score that is no finite number, the same
/// document twice for a query, NUL bytes, text that is not UTF-8.
[[nodiscard]] Result<Run> parse_trec_run(std::string_view bytes, const std::string& source);

/// Reads TREC qrels: `query iter doc grade` a line, the grade a whole number from -127 to 127.
/// Refused
/// like a run; a line with more than four fields is no judgment either (a run has six).
[[nodiscard]] Result<Qrels> parse_trec_qrels(std::string_view bytes, const std::string& source);

}  // namespace foley::io
