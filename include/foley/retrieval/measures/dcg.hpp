#pragma once

#include <cstdint>
#include <optional>

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/measure_spec.hpp"

namespace foley::retrieval {

/// How a gain enters the sum.
enum class DcgForm : std::uint8_t {
  log2,      ///< gain / log2(rank + 1) (Järvelin & Kekäläinen 2002).
  exp_log2,  ///< (2^gain - 1) / log2(rank + 1) (Burges et al. 2005).
};

/// Parameters of discounted cumulative gain.
struct DcgOptions {
  DcgForm form = DcgForm::log2;
  GainMap gains{};              ///< Gains of grades; a grade that is not listed is its own gain.
  std::optional<double> rel{};  ///< Grades below it gain nothing.
  Cutoff cutoff{};
};

/// What a document of this grade adds before the discount; negative gains count 0.
[[nodiscard]] double dcg_gain(const DcgOptions& options, double grade);

/// Discounted cumulative gain of the first documents. In [0, infinity).
///
/// Source: Järvelin & Kekäläinen, *Cumulated gain-based evaluation of IR techniques*, TOIS 2002;
/// Burges et al., *Learning to rank using gradient descent*, ICML 2005.
[[nodiscard]] double dcg(const JudgedRanking& ranking, const DcgOptions& options);

/// The same of the ideal order: all judged documents by falling gain, cut at the cut-off.
[[nodiscard]] double ideal_dcg(const JudgedRanking& ranking, const DcgOptions& options);

/// dcg / ideal_dcg, in [0, 1]; 0 when nothing judged has a gain. Differs from
/// `ndcg(ranking, cutoff)` in taking 0 for negative grades, as trec_eval does.
[[nodiscard]] double ndcg(const JudgedRanking& ranking, const DcgOptions& options);

}  // namespace foley::retrieval
