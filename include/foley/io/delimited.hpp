#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

// Tables of text with a header line: CSV (RFC 4180) when a comma comes first in the header, TSV
// when a tab does. Lines end in LF or CRLF; blank lines are skipped. A field in double quotes may
// hold separators, line ends and doubled quotes; in TSV too. Columns go by name, in any order,
// ASCII case aside and `-` = `_`:
//
//   query      query_id, qid, q_id, query, topic
//   document   doc_id, docid, docno, corpus_id, document_id, doc
//   score      score, sim, similarity                       (runs)
//   grade      relevance, rel, grade, label, else score     (qrels)
//   run        run, run_id, tag, system                     (one value in the whole file)
//
// Others (rank, iteration …) are not used. Faults come with line and column (the byte at which the
// field begins); see docs/errors.md for the codes.

/// Whether a text begins with such a header: its first line names a query and a document column.
/// A byte-order mark is no objection here; parsing then refuses it with advice.
[[nodiscard]] bool looks_like_delimited(std::string_view head);

/// Reads a run: a query, a document and a finite score a line.
[[nodiscard]] Result<Run> parse_delimited_run(std::string_view bytes, const std::string& source);

/// Reads qrels: a query, a document and a grade a line, a whole number from -127 to 127 (`2.0` is
/// one: data frames write it when a column once held a gap).
[[nodiscard]] Result<Qrels> parse_delimited_qrels(std::string_view bytes,
                                                  const std::string& source);

}  // namespace foley::io
