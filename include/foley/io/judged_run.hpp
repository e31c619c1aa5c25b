#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/io/rankings.hpp"
#include "foley/retrieval/judged_run.hpp"
#include "foley/retrieval/ranking_builder.hpp"
#include "foley/retrieval/topic_set.hpp"

namespace foley::io {

/// How a run file is read.
struct RunReading {
  retrieval::RankingOptions ranking;
  RankingChoice choice{};     ///< Which of several rankings; `stamp` is not used.
  bool float_scores = false;  ///< Scores are rounded to single precision first (trec_eval 9).
  bool check_tag = true;      ///< More than one run tag is a fault.
  bool check_ranks = true;    ///< Ranks that contradict the scores are a fault.
  /// Faulty lines of TREC text are dropped and listed, wherever they stand; no other format is
  /// mended.
  bool lenient = false;
  unsigned threads = 1;  ///< The result is the same for any number.
  /// Size of the blocks that threads read; the result is the same for any.
  std::size_t block_bytes = std::size_t{1} << 20U;
};

/// What a lenient reading left out.
struct Dropped {
  std::vector<Error> first;  ///< The first kListed faults, in the order of the file.
  std::size_t count = 0;     ///< All of them.

  static constexpr std::size_t kListed = 100;
};

/// A run as far as it was judged.
struct LoadedRun {
  retrieval::JudgedRun run;
  Dropped dropped;
};

/// Reads a run and keeps what the judgments need: hits and lengths. Plain TREC text of any size is
/// read in blocks by `threads` threads, in the memory of a few blocks as long as the lines of a
/// query stand together; lines that stand apart are found and joined by a second reading. Every
/// other format that load_run knows is read whole. `-` is standard input.
///
/// Refused with the line as by load_run; faults come in the order of the file, whatever the number
/// of threads.
[[nodiscard]] Result<LoadedRun> load_judged_run(const std::string& path,
                                                const retrieval::TopicSet& topics,
                                                const RunReading& reading);

/// The same from bytes in memory; they are copied.
[[nodiscard]] Result<LoadedRun> parse_judged_run(std::string_view bytes, const std::string& source,
                                                 const retrieval::TopicSet& topics,
                                                 const RunReading& reading);

}  // namespace foley::io
