#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// How ids become fields of TREC text, which cannot hold blanks.
enum class TrecIds {
  encoded,  ///< percent_encoded, `%` too: can always be reversed.
  plain,    ///< As they are; an id that does not fit is an error. For ids that came from TREC text.
};

/// In which order the documents of a query are written; the rank column counts in that order.
enum class TrecOrder {
  by_score,  ///< Score descending, then id ascending bytewise.
  given,     ///< As in the table; ranks may then contradict the scores, by which others sort.
};

/// Options of trec_run_text.
struct TrecRunFormat {
  std::string tag = "foley-eval";  ///< Last column; encoded like an id, not empty.
  TrecIds ids = TrecIds::encoded;
  TrecOrder order = TrecOrder::by_score;
};

/// Whether every id of the run fits TREC text as it is.
[[nodiscard]] bool fits_trec(const Run& run);

/// Whether every id of the qrels fits TREC text as it is.
[[nodiscard]] bool fits_trec(const Qrels& qrels);

/// A run as TREC text, `query Q0 document rank score tag` a line, queries in the order of the
/// table, ranks from 1, scores in the fewest digits that read back as the same double. Queries
/// without documents leave no line. Refused: a score that is not finite (FE-IO-07), an empty id, a
/// tag or id that does not fit. The errors have the tag as source.
[[nodiscard]] Result<std::string> trec_run_text(const Run& run, const TrecRunFormat& format = {});

/// Qrels as TREC text, `query 0 document grade` a line, all in the order of the table. Refused: a
/// grade that is not a whole number from -127 to 127 (FE-IO-08, FE-IO-09), an empty id, an id that
/// does not fit.
[[nodiscard]] Result<std::string> trec_qrels_text(const Qrels& qrels,
                                                  TrecIds ids = TrecIds::encoded);

}  // namespace foley::io
