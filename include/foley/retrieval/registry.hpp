#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/measure_spec.hpp"

namespace foley::retrieval {

/// All measures: those of retrieval reports, the extended ones, then trec_eval's, in the order in
/// which documents list them.
[[nodiscard]] std::span<const MeasureInfo* const> all_measures();

/// The measure of this name or alias. Names are case-sensitive (`P` is no `p`); where several
/// families share a name the extended one is found first. nullptr when there is none.
[[nodiscard]] const MeasureInfo* find_info(std::string_view name);

/// Reads a measure in any of the four spellings and says which measure is meant:
///
/// - retrieval reports: `ndcg@10`, `map@10` (a cut-off is needed; without one the next rule holds);
/// - trec_eval: `map`, `ndcg_cut_10`, `P_5`, `bpref`; `.` for `_` before a parameter is accepted;
/// - ir_measures: `nDCG(dcg='exp-log2',gains={0:0,1:1,2:3})@10`, `AP(rel=2)@100`, `IPrec@0.1`;
/// - ranx: `map@100-l2`, `ndcg_burges@10`, `hit_rate@10`, `rbp.95`, `r-precision`, `f1@10`.
///
/// A name without a cut-off always means the whole ranking. The error names the nearest known
/// measure, or the parameters that the measure has.
[[nodiscard]] Result<MeasureSpec> parse_measure(std::string_view text);

/// The column of the standard error that sampling the pool gives a measure of sampled judgments,
/// under the name of the measure with `:error` behind it; that of the mean follows from those of
/// the topics, which are sampled apart. Nothing for other measures.
[[nodiscard]] std::optional<Column> sampling_error_column(const MeasureSpec& spec);

/// Names that the advice of errors draws on: every name and alias once.
[[nodiscard]] std::vector<std::string_view> known_measure_names();

/// The card of one measure in Markdown: formula, parameters, range, edge cases, source.
[[nodiscard]] std::string measure_markdown(const MeasureInfo& info);

/// docs/measures.md as a whole.
[[nodiscard]] std::string registry_markdown();

/// The word for documents: `graded`, `grouped`, `sampled`, `preferences`.
[[nodiscard]] std::string_view to_string(Evidence evidence);
/// `mean`, `sum`, `geometric mean`, `topics`, `none`.
[[nodiscard]] std::string_view to_string(Aggregate aggregate);
/// `reference`, `trec_eval`, `extended`.
[[nodiscard]] std::string_view to_string(Family family);

}  // namespace foley::retrieval
