#pragma once

#include <string>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// What is read, where a file or folder holds several, and whether its bytes are stamped.
struct RankingChoice {
  /// Fill in Ranking::sha256; that takes as long as the reading itself.
  bool stamp = false;
  std::string subset{};  ///< MTEB predictions: empty means the only one.
  std::string split{};   ///< MTEB predictions (empty: the only one), BEIR folder (empty: test).
};

/// A run or a set of qrels with the stamp of its file, which is read once: a pipe will do.
template <class Table>
struct Ranking {
  Table table;
  std::string
      sha256;  ///< fixture_digest of the bytes (unpacked, if compressed); empty unless asked.
};

/// Reads a run file in any format: TREC text, JSON `{query: {document: score}}`, CSV or TSV with a
/// header, MTEB predictions; plain, or compressed with gzip or zstd. The format is told by how the
/// file begins; a file that cannot be any of them is refused before the rest of it is read. `-` is
/// standard input.
[[nodiscard]] Result<Ranking<Run>> load_run(const std::string& path,
                                            const RankingChoice& choice = {});

/// Reads judgments in any format: TREC text, JSON `{query: {document: grade}}`, CSV or TSV with a
/// header; else as load_run.
[[nodiscard]] Result<Ranking<Qrels>> load_qrels(const std::string& path,
                                                const RankingChoice& choice = {});

}  // namespace foley::io
