#pragma once

#include "foley/core/error.hpp"
#include "foley/retrieval/column.hpp"
#include "foley/retrieval/measure_spec.hpp"

namespace foley::retrieval::ties {

/// The column of a measure that gives its exact mean over all orders of tied documents
/// (expected.hpp) instead of its value in one order. Known for nDCG, DCG, P, R, RR, AP, Rprec,
/// Success, Hits, RBP and Judged in every spelling; another measure is an error that names these.
/// The name is that of the measure.
[[nodiscard]] Result<Column> expected_column(const MeasureSpec& spec, double rel_level = 1.0);

/// True when expected_column knows the measure.
[[nodiscard]] bool has_expectation(const MeasureSpec& spec);

}  // namespace foley::retrieval::ties
