#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doc_table.hpp"
#include "foley/io/judged_run.hpp"
#include "trec_line.hpp"

namespace foley::io {

/// A fault and the byte of the file at which its line begins.
struct PlacedFault {
  std::uint64_t offset = 0;
  LineFault fault;
};

/// What is said of a line whose tag is not the one of the lines before.
[[nodiscard]] LineFault other_tag(std::string_view first, std::string_view now, std::size_t column);

/// The lines of one query, gathered.
class QueryRows final : public retrieval::RowIds {
 public:
  void clear();
  void add(const TrecLine& line, double score, std::uint64_t offset);
  /// Takes out rows whose id stood before; `drop(offset, line column, id)` hears of each.
  template <class Drop>
  void drop_repeated(Drop drop);

  [[nodiscard]] std::size_t size() const { return scores.size(); }
  [[nodiscard]] std::string_view id(std::size_t i) const override { return ids[i]; }
  [[nodiscard]] std::int64_t stated_rank(std::size_t i) const override { return ranks[i]; }

  std::vector<double> scores;
  std::vector<std::string_view> ids;
  std::vector<std::int64_t> ranks;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> columns;
};

/// A stretch of lines of one query, judged.
struct JudgedStretch {
  std::optional<std::size_t> topic;
  std::string query;        // of an unjudged query
  std::uint64_t begin = 0;  // bytes of the file
  std::uint64_t end = 0;
  std::size_t returned = 0;
  std::size_t retrieved = 0;
  std::size_t first_hit = 0;  // in BlockResult::hits
  std::size_t hits = 0;
};

/// What a block of a run file holds. Blocks are read in any order and joined in theirs.
struct BlockResult {
  std::vector<JudgedStretch> stretches;
  std::vector<retrieval::Hit> hits;
  std::string tag;
  std::uint64_t tag_offset = 0;  // the line that names it first
  std::size_t tag_column = 0;
  std::optional<PlacedFault> fault;          // the first; reading stopped there
  std::vector<PlacedFault> dropped;          // lenient reading: the first of them
  std::vector<std::uint64_t> dropped_lines;  // and where all of them are
};

/// Reads blocks of a TREC run, keeping its memory from one to the next.
class BlockReader {
 public:
  BlockReader(const retrieval::TopicSet& topics, const RunReading& reading)
      : topics_(topics), reading_(reading), judge_(topics, reading.ranking) {}

  /// The tag that every line should have; otherwise the first of each block says which.
  void expect_tag(const std::string& tag) { expected_tag_ = tag; }

  /// Reads a window whose first byte is byte `offset` of the file. Lines of one query that follow
  /// each other make a stretch.
  void read(std::string_view window, std::uint64_t offset, BlockResult& result);

  /// Reads several windows (with the bytes at which they begin) whose lines are all of one query
  /// as one stretch.
  void read_joined(const std::vector<std::pair<std::string, std::uint64_t>>& windows,
                   BlockResult& result);

 private:
  void read_lines(std::string_view window, std::uint64_t offset, BlockResult& result,
                  bool one_query);
  bool take(const TrecLine& line, std::uint64_t offset, BlockResult& result);
  bool finish(std::uint64_t end, BlockResult& result);
  void prefer_earlier_duplicate(BlockResult& result);
  bool object(std::uint64_t offset, LineFault fault, BlockResult& result);

  const retrieval::TopicSet& topics_;
  const RunReading& reading_;
  retrieval::RowJudge judge_;
  TrecLineReader lines_{TrecFormat::run};
  QueryRows rows_;
  DocTable table_;
  std::vector<retrieval::Found> found_;
  std::string expected_tag_;
  std::size_t apart_ = 0;  // rows that a faulty line parts from what follows
  std::string_view query_;
  std::uint64_t begin_ = 0;
};

}  // namespace foley::io
