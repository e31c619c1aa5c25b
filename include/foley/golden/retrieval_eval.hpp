#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"
#include "foley/golden/golden_item.hpp"
#include "foley/retrieval/metric.hpp"
#include "foley/retrieval/report.hpp"
#include "foley/search/sound_library.hpp"

namespace foley::golden {

/// Searches every event of the golden set to a depth of `k`; the rows are in golden order.
[[nodiscard]] Result<Run> search_golden(std::span<const GoldenItem> golden,
                                        const search::SoundLibrary& library, std::int64_t k);

/// Searches every event and scores the result against the golden answers: the input of the gate.
[[nodiscard]] Result<retrieval::RetrievalReport> run_retrieval_eval(
    std::span<const GoldenItem> golden, const search::SoundLibrary& library, std::int64_t k,
    std::vector<retrieval::Metric> metrics, double rel_level = 1.0);

}  // namespace foley::golden
