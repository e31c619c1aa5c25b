#pragma once

#include <span>
#include <string>
#include <string_view>

#include "foley/core/tables.hpp"

namespace foley::retrieval {

/// Adds an ordered search result to a run as the row of `query`, with distinct scores n, n-1, … 1,
/// so that the order of the search is the order of the run. A repeated id keeps its best place.
/// Returns false when the run already holds the query.
bool add_ranked(Run& run, std::string_view query, std::span<const std::string> ids);

}  // namespace foley::retrieval
