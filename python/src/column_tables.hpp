#pragma once

#include <memory>
#include <span>

#include "judgments.hpp"
#include "text_column.hpp"

namespace foley::python {

/// Columns of a table: row i says what `value[i]` is of the pair of query and document.
struct Columns3 {
  std::span<const std::string_view> query;
  std::span<const std::string_view> doc;
  std::span<const double> value;
};

/// Qrels from columns; the rows of a query need not stand together. Throws Failure, which names the
/// row (from 0), for grades that are not whole numbers of 32 bits and for a document that was
/// judged twice; std::invalid_argument for columns of different lengths.
[[nodiscard]] std::unique_ptr<Judgments> judgments_from_columns(const Columns3& columns);

/// A run from columns, judged; as judgments_from_columns, scores being finite. Touches no Python
/// object.
[[nodiscard]] std::unique_ptr<ReadRun> run_from_columns(const Columns3& columns,
                                                        const Judgments& judgments,
                                                        const retrieval::RankingOptions& options);

}  // namespace foley::python
