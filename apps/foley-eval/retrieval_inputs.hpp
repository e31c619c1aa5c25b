#pragma once

#include <map>
#include <string>
#include <vector>

#include "foley/report/retrieval_document.hpp"
#include "foley/retrieval/metric.hpp"
#include "retrieval_options.hpp"

namespace foley::app {

/// Refuses combinations of options that contradict each other; throws a Failure.
void check_options(const RetrievalOptions& options);

/// The metrics asked for, and `needed` (the baseline's, may be empty) if it is not among them.
[[nodiscard]] std::vector<retrieval::Metric> metrics_for(const RetrievalOptions& options,
                                                         const std::string& needed);

/// Runs the search or reads the run, scores it, and fills all of the document but the verdict.
[[nodiscard]] report::RetrievalDocument measure(const RetrievalOptions& options,
                                                std::vector<retrieval::Metric> metrics,
                                                const std::string& worst_metric);

}  // namespace foley::app
