#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "foley/core/cutoff.hpp"
#include "foley/core/error.hpp"
#include "foley/retrieval/column.hpp"

namespace foley::retrieval {

/// Grade -> gain, ascending by grade. A grade that is not listed is its own gain.
using GainMap = std::vector<std::pair<double, double>>;

/// Value of a parameter: a number, a flag, a word or a table of gains.
using ParamValue = std::variant<double, bool, std::string, GainMap>;

/// What a parameter may be.
enum class ParamKind : std::uint8_t {
  count,           ///< A whole number from 1 on: a cut-off.
  grade,           ///< Any finite number; printed without a point when whole.
  counted_grade,   ///< A grade from 0 on, since trec_eval's kernels know no other level.
  share,           ///< In [0, 1].
  below_one,       ///< In [0, 1): a persistence, whose geometric sum must end.
  positive,        ///< Finite and > 0.
  positive_grade,  ///< The same, printed like a grade.
  flag,            ///< True or False.
  word,            ///< One of `choices`.
  gains,           ///< `{0:0,1:1,2:3}`.
};

/// A parameter of a measure.
struct ParamInfo {
  std::string_view name{};
  ParamKind kind = ParamKind::grade;
  std::string_view standard{};  ///< Default as text; empty: none.
  std::string_view about{};
  bool required = false;
  bool at = false;                          ///< Written behind `@`.
  std::vector<std::string_view> choices{};  ///< For ParamKind::word.
};

struct MeasureSpec;

/// Where a measure and its spelling come from.
enum class Family : std::uint8_t {
  reference,  ///< `ndcg@10`: the measures of retrieval reports.
  trec,       ///< `ndcg_cut_10`: trec_eval's names of output.
  extended,   ///< `nDCG(dcg='exp-log2')@10`.
};

/// A measure as data: all that documents, help and the parser know of it.
struct MeasureInfo {
  std::string_view name{};
  std::string_view title{};
  Family family = Family::extended;
  std::vector<std::string_view> aliases{};  ///< Other names that mean exactly this.
  std::string_view about{};                 ///< One line.
  std::string_view formula{};               ///< Plain text.
  std::vector<ParamInfo> params{};
  std::string_view range = "[0, 1]";
  Evidence evidence = Evidence::graded;
  Aggregate aggregate = Aggregate::mean;
  NumberKind kind = NumberKind::real;
  double least = 0.0;
  double greatest = 1.0;
  std::string_view citation{};
  std::string_view edge_cases{};
  std::string_view elsewhere{};  ///< How other programs spell it, and where they differ.
  /// Unjudged documents have exact bounds (hole_bounds).
  bool has_bounds = false;
  /// Builds the function of one topic; nullptr for Family::trec, whose columns know their own.
  std::function<double(const Topic&)> (*make)(const MeasureSpec& spec, double rel_level) = nullptr;
};

/// A measure with its parameters, as parse_measure understood it.
struct MeasureSpec {
  const MeasureInfo* info = nullptr;
  /// What was given and differs from the default, in the order of `info->params`.
  std::vector<std::pair<std::string_view, ParamValue>> given{};
  std::string trec_name{};  ///< For Family::trec: the name of output, e.g. `ndcg_cut_10`.

  /// A number that was given, or its default; nothing where there is neither.
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  /// A flag; false where the measure has none of this name.
  [[nodiscard]] bool flag(std::string_view name) const;
  /// A word, or its default.
  [[nodiscard]] std::string word(std::string_view name) const;
  /// A table of gains; empty where none was given.
  [[nodiscard]] GainMap gains(std::string_view name) const;
  /// The parameter `cutoff`; keeps everything when none was given.
  [[nodiscard]] Cutoff cutoff() const;
  /// The parameter `rel` if it was given, else `rel_level`.
  [[nodiscard]] double relevance(double rel_level) const;
};

/// The canonical spelling, which parse_measure reads back to the same.
[[nodiscard]] std::string to_string(const MeasureSpec& spec);

/// The column of a measure. `rel_level` is the least grade that counts as relevant where the
/// measure says nothing of its own with `rel=`. `judged_only` is part of the column: documents
/// without a judgment are left out before it looks. Throws std::invalid_argument for a measure of
/// trec_eval when `rel_level` is below 0.
[[nodiscard]] Column to_column(const MeasureSpec& spec, double rel_level = 1.0);

}  // namespace foley::retrieval
