#pragma once

#include <optional>

#include "foley/retrieval/measure_spec.hpp"
#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// The least and the greatest value that judging the retrieved, unjudged documents could lead to.
struct HoleBounds {
  double lower = 0.0;  ///< None of them is relevant: the value as it is.
  double upper = 0.0;  ///< All of them have the highest grade.
};

/// Bounds of a measure under holes: documents of the run that the qrels do not name, or name with a
/// negative grade. The highest grade is the greatest of the topic's, `rel` and `max_rel`.
///
/// Exact, and defined only, where the value of a run depends on the grades of its own documents
/// alone and never falls when one rises: P, Success, Hits, RR, DCG, ERR, RBP, SDCG
/// (`MeasureInfo::has_bounds`), but not for the residual of RBP and gains that were mapped. Others
/// have a divisor that grows with every relevant document (recall, AP, nDCG, R-precision), so that
/// neither extreme is a bound: nothing is returned.
[[nodiscard]] std::optional<HoleBounds> hole_bounds(const MeasureSpec& spec,
                                                    const JudgedRanking& ranking,
                                                    double rel_level = 1.0);

/// The column of a measure of graded judgments under the assumption that every retrieved document
/// without a judgment is relevant with the highest grade (`hole_bounds` says which). Where the
/// measure has exact bounds this is the upper one; elsewhere it is what the assumption leads to,
/// divisor and ideal included. The name is that of the measure with `:filled` behind it; nothing
/// for measures of other judgments.
[[nodiscard]] std::optional<Column> filled_column(const MeasureSpec& spec, double rel_level = 1.0);

}  // namespace foley::retrieval
