#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delimited_reader.hpp"

namespace foley::io {

/// Names that a column may have, the most telling first: data frames of some tools hold the text of
/// the query as `query` beside `qid`, and a number of their own as `docid` beside `docno`.
using ColumnNames = std::span<const std::string_view>;

[[nodiscard]] ColumnNames query_names();
[[nodiscard]] ColumnNames document_names();
[[nodiscard]] ColumnNames score_names();
[[nodiscard]] ColumnNames grade_names();
[[nodiscard]] ColumnNames run_names();

/// The separator of a header line: whichever of tab and comma comes first; nothing without either.
[[nodiscard]] std::optional<char> separator_of(std::string_view header);

/// Place of the column that goes by one of the names, ASCII case aside and `-` = `_`.
[[nodiscard]] std::optional<std::size_t> find_column(const std::vector<DelimitedField>& header,
                                                     ColumnNames names);

/// A column name in the form in which names are compared.
[[nodiscard]] std::string canonical_name(std::string_view name);

}  // namespace foley::io
