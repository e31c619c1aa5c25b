#pragma once

#include <string>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// A run or a set of qrels with the stamp of its file, which is read once: a pipe will do.
template <class Table>
struct Ranking {
  Table table;
  std::string sha256;  ///< fixture_digest of the bytes.
};

/// Reads a run file: JSON when its first character is `{`, TREC text otherwise. A file that does
/// not begin like either is refused before the rest of it is read. `-` reads standard input.
[[nodiscard]] Result<Ranking<Run>> load_run(const std::string& path);

/// Reads a qrels file: JSON when its first character is `{`, TREC text otherwise; as load_run.
[[nodiscard]] Result<Ranking<Qrels>> load_qrels(const std::string& path);

}  // namespace foley::io
