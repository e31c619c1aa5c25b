#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/column.hpp"

namespace foley::retrieval::trec {

/// What may follow the dot of `-m NAME.PARAMETERS`.
enum class ParameterKind : std::uint8_t {
  none,       ///< Nothing.
  cutoffs,    ///< Ranks, whole and from 1 on, each once; one number is reported for each.
  fractions,  ///< Shares, each once; one number is reported for each.
  numbers,    ///< Coefficients in a given order; one number is reported.
  pairs,      ///< `level=gain`, or `p=0.9`; one number is reported.
};

/// What is known of one of trec_eval's measures.
struct MeasureInfo {
  std::string_view name{};
  Evidence evidence = Evidence::graded;
  ParameterKind parameters = ParameterKind::none;
  std::string_view defaults{};  ///< Parameters that hold when none are given, as they are written.
  bool in_9 = true;             ///< trec_eval 9.0.8 has it too.
  std::string_view about{};     ///< What it says, in one or two sentences.
  std::string_view formula{};
  std::string_view edge_cases{};
  std::string_view citation{};
};

/// A name for several measures.
struct Nickname {
  std::string_view name;
  std::span<const std::string_view> members;
};

/// What all measures of one evaluation share.
struct Options {
  double relevance_level = 1.0;      ///< Least grade that counts as relevant (-l); from 0 on.
  std::int64_t collection_size = 0;  ///< Documents in the collection (-N); `utility` alone asks.
  /// Rankings of several judges are cut down to what the judge judged (-J). Of one set of qrels
  /// RankingOptions::judged_only takes care.
  bool judged_only = false;
  bool compat_9 = false;  ///< Values and set of measures of trec_eval 9.0.8.
  /// Ideal rankings are ordered by the gains themselves. trec_eval drops the fraction of the
  /// difference of two gains, so that 3.5 and 3 tie; the measures that take `level=gain` follow it
  /// unless this is set.
  bool exact_gains = false;
};

/// All 57 measures, in the order in which trec_eval reports them.
[[nodiscard]] std::span<const MeasureInfo> measures();

/// The measure of this name, or nullptr. Parameters are no part of the name.
[[nodiscard]] const MeasureInfo* find(std::string_view name);

/// `official`, `set`, `all_trec`, `all_prefs`, `prefs`, `qrels_jg`. Under `compat_9` they hold the
/// measures that trec_eval 9.0.8 has.
[[nodiscard]] std::span<const Nickname> nicknames();

/// Columns for what was asked with -m (`P.5,10`, `ndcg.1=3,2=9`, `official` …), in the order in
/// which trec_eval reports them and each measure once. Nothing asked means `official`. Of several
/// parameter lists for one measure the first counts, as in trec_eval.
///
/// An unknown name or a parameter that cannot be is an error that says what can. Throws
/// std::invalid_argument when the relevance level is below 0 or not finite.
[[nodiscard]] Result<std::vector<Column>> columns(std::span<const std::string> requested,
                                                  const Options& options);

/// The column of one reported name: `map`, `P_5`, `ndcg_cut_10`, `Rprec_mult_0.20`,
/// `iprec_at_recall_0.10`, `set_F_0.5`, `rbp_p=0.5`; a dot for the last underscore is accepted
/// (`P.5`). Beyond trec_eval's names there is `recip_rank_10`, the reciprocal rank within the first
/// 10. The column is named as it is reported.
[[nodiscard]] Result<Column> parse_column(std::string_view name, const Options& options);

/// What -h says of a measure: several lines, each ended by a newline.
[[nodiscard]] std::string explanation(const MeasureInfo& measure);

/// Measures in `requested` whose ideal order trec_eval gets wrong because two gains differ by less
/// than 1 (see Options::exact_gains), for a warning. Names as they were asked.
[[nodiscard]] std::vector<std::string> tied_gains(std::span<const std::string> requested);

}  // namespace foley::retrieval::trec
