#pragma once

#include <span>
#include <string>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"
#include "foley/io/rankings.hpp"

namespace foley::io {

/// Reads the rows of a few queries of a run file, in memory of these rows alone when the file is
/// TREC text. Meant for a file that load_judged_run has accepted: faulty lines are passed over.
/// Queries that the run lacks have no row.
[[nodiscard]] Result<Run> load_some_queries(const std::string& path,
                                            std::span<const std::string> queries,
                                            const RankingChoice& choice = {});

}  // namespace foley::io
