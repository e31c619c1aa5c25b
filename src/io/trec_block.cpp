#include "trec_block.hpp"

#include <unordered_set>

namespace foley::io {
namespace {

LineFault repeated(std::string_view query, std::string_view id, std::size_t column) {
  return {ErrorKind::duplicate, "FE-IO-10", column,
          "the document '" + std::string(id) + "' stands twice for the query '" +
              std::string(query) + "'",
          "remove one of them"};
}

// Two neighbours are enough to contradict: a worse rank with a better score, or the reverse.
bool contradict(std::int64_t rank, double score, std::int64_t next_rank, double next_score) {
  return (next_rank > rank && next_score > score) || (next_rank < rank && next_score < score);
}

// 1-based column of a byte of the line.
std::size_t column_in(const TrecLine& line, const char* place) {
  return static_cast<std::size_t>(place - line.doc.data()) + line.column;
}

std::size_t rank_column(const TrecLine& line) {
  const char* place = line.doc.data() + line.doc.size();
  while (*place == ' ' || *place == '\t' || *place == '\v' || *place == '\f') {
    place += 1;
  }
  return column_in(line, place);
}

}  // namespace

LineFault other_tag(std::string_view first, std::string_view now, std::size_t column) {
  return {ErrorKind::bad_value, "FE-IO-17", column,
          "the run tag is '" + std::string(now) + "', but '" + std::string(first) + "' before",
          "a file holds one run; evaluate them one by one"};
}

void QueryRows::clear() {
  scores.clear();
  ids.clear();
  ranks.clear();
  offsets.clear();
  columns.clear();
}

void QueryRows::add(const TrecLine& line, double score, std::uint64_t offset) {
  scores.push_back(score);
  ids.push_back(line.doc);
  ranks.push_back(line.rank);
  offsets.push_back(offset);
  columns.push_back(static_cast<std::uint32_t>(line.column));
}

template <class Drop>
void QueryRows::drop_repeated(Drop drop) {
  std::unordered_set<std::string_view> seen;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!seen.insert(ids[i]).second) {
      drop(i);
      continue;
    }
    scores[kept] = scores[i];
    ids[kept] = ids[i];
    ranks[kept] = ranks[i];
    offsets[kept] = offsets[i];
    columns[kept] = columns[i];
    kept += 1;
  }
  scores.resize(kept);
  ids.resize(kept);
  ranks.resize(kept);
  offsets.resize(kept);
  columns.resize(kept);
}

// True when reading goes on.
bool BlockReader::object(std::uint64_t offset, LineFault fault, BlockResult& result) {
  if (!reading_.lenient) {
    result.fault = PlacedFault{offset, std::move(fault)};
    return false;
  }
  result.dropped_lines.push_back(offset);
  if (result.dropped.size() < Dropped::kListed) {
    result.dropped.push_back({offset, std::move(fault)});
  }
  return true;
}

// A document that stood twice before the faulty line comes first in the file, but is only found
// when its query ends.
void BlockReader::prefer_earlier_duplicate(BlockResult& result) {
  const std::size_t again = table_.assign(rows_.ids);
  if (again != DocTable::kNone) {
    result.fault =
        PlacedFault{rows_.offsets[again], repeated(query_, rows_.ids[again], rows_.columns[again])};
  }
}

bool BlockReader::take(const TrecLine& line, std::uint64_t offset, BlockResult& result) {
  const double score =
      reading_.float_scores ? static_cast<double>(static_cast<float>(line.value)) : line.value;
  if (result.tag.empty()) {
    result.tag = line.tag;
    result.tag_offset = offset;
    result.tag_column = column_in(line, line.tag.data());
  } else if (!reading_.check_tag) {
    if (line.tag != result.tag) {
      result.tag = line.tag;
    }
  } else if (line.tag != result.tag &&
             !object(offset, other_tag(result.tag, line.tag, column_in(line, line.tag.data())),
                     result)) {
    return false;
  }
  if (reading_.check_ranks && rows_.size() > apart_ &&
      contradict(rows_.ranks.back(), rows_.scores.back(), line.rank, score) && line.rank > 0 &&
      rows_.ranks.back() > 0 &&
      !object(offset,
              {ErrorKind::bad_value, "FE-IO-18", rank_column(line),
               "rank " + std::to_string(line.rank) + " after rank " +
                   std::to_string(rows_.ranks.back()) + " contradicts their scores",
               "the score decides; mend the ranks, or pass --lenient"},
              result)) {
    return false;
  }
  rows_.add(line, score, offset);
  return true;
}

bool BlockReader::finish(std::uint64_t end, BlockResult& result) {
  if (rows_.size() == 0) {
    return true;
  }
  std::size_t again = table_.assign(rows_.ids);
  if (again != DocTable::kNone) {
    if (!reading_.lenient) {
      return object(rows_.offsets[again], repeated(query_, rows_.ids[again], rows_.columns[again]),
                    result);
    }
    rows_.drop_repeated([&](std::size_t i) {
      object(rows_.offsets[i], repeated(query_, rows_.ids[i], rows_.columns[i]), result);
    });
    again = table_.assign(rows_.ids);
  }
  JudgedStretch stretch;
  stretch.topic = topics_.find(query_);
  stretch.begin = begin_;
  stretch.end = end;
  stretch.returned = rows_.size();
  if (!stretch.topic) {
    stretch.query = query_;
    result.stretches.push_back(std::move(stretch));
    return true;
  }
  found_.clear();
  const auto judged = topics_.judged(*stretch.topic);
  for (std::size_t j = 0; j < judged.size(); ++j) {
    if (const std::size_t at = table_.find(judged[j].id); at != DocTable::kNone) {
      found_.push_back({j, at});
    }
  }
  const auto hits = judge_.hits(*stretch.topic, rows_.scores, rows_, found_);
  stretch.retrieved = judge_.retrieved();
  stretch.first_hit = result.hits.size();
  stretch.hits = hits.size();
  result.hits.insert(result.hits.end(), hits.begin(), hits.end());
  result.stretches.push_back(std::move(stretch));
  return true;
}

void BlockReader::read_lines(std::string_view window, std::uint64_t offset, BlockResult& result,
                             bool one_query) {
  lines_.start(window);
  const char* at = window.data();
  const char* const end = at + window.size();
  while (at < end) {
    const char* const begin = at;
    const std::uint64_t place = offset + static_cast<std::uint64_t>(begin - window.data());
    switch (lines_.read(at, end)) {
      case TrecLineReader::Outcome::nothing:
        continue;
      case TrecLineReader::Outcome::fault:
        if (!object(place, lines_.fault(), result)) {
          prefer_earlier_duplicate(result);
          return;
        }
        // Blocks may be cut here, and ranks are compared inside blocks.
        apart_ = rows_.size();
        continue;
      case TrecLineReader::Outcome::line:
        break;
    }
    const TrecLine& line = lines_.line();
    if (!one_query && !line.same_query && line.query != query_) {
      if (!finish(place, result)) {
        return;
      }
      rows_.clear();
      apart_ = 0;
      begin_ = place;
    }
    query_ = line.query;
    if (!take(line, place, result)) {
      prefer_earlier_duplicate(result);
      return;
    }
  }
}

void BlockReader::read(std::string_view window, std::uint64_t offset, BlockResult& result) {
  rows_.clear();
  apart_ = 0;
  query_ = {};
  begin_ = offset;
  result.tag = expected_tag_;
  read_lines(window, offset, result, false);
  if (!result.fault) {
    finish(offset + window.size(), result);
  }
}

void BlockReader::read_joined(const std::vector<std::pair<std::string, std::uint64_t>>& windows,
                              BlockResult& result) {
  rows_.clear();
  apart_ = 0;
  query_ = {};
  for (const auto& [window, offset] : windows) {
    read_lines(std::string_view(window).substr(0, window.size() - kPadding), offset, result, true);
    if (result.fault) {
      return;
    }
  }
  begin_ = windows.front().second;
  finish(begin_, result);
}

}  // namespace foley::io
