#pragma once

#include <string>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// Reads a run file: JSON when its first character is `{`, TREC text otherwise.
[[nodiscard]] Result<Run> load_run(const std::string& path);

/// Reads a qrels file: JSON when its first character is `{`, TREC text otherwise.
[[nodiscard]] Result<Qrels> load_qrels(const std::string& path);

}  // namespace foley::io
