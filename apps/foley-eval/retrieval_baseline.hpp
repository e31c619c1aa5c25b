#pragma once

#include <string>

#include "foley/golden/baseline.hpp"
#include "foley/report/retrieval_document.hpp"
#include "retrieval_options.hpp"

namespace foley::app {

/// Path of the baseline: the one named, or the bundled one.
[[nodiscard]] std::string baseline_path(const RetrievalOptions& options);

/// Holds the document against the baseline, fills its verdict and returns the exit code.
[[nodiscard]] int apply_gate(report::RetrievalDocument& document, const golden::Baseline& baseline);

/// Writes the baseline from the document. Revision and tolerance are kept from the file that is
/// there unless the options say otherwise; a file that is no baseline is not overwritten.
void update_baseline(const RetrievalOptions& options, report::RetrievalDocument& document,
                     const std::string& metric);

/// Throws a Failure when `--updated-at` is no date.
void check_date(const std::string& date);

}  // namespace foley::app
