#include "foley/io/judged_run.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "byte_source.hpp"
#include "foley/core/parallel.hpp"
#include "foley/io/file_bytes.hpp"
#include "ranking_head.hpp"
#include "run_blocks.hpp"
#include "run_format.hpp"
#include "trec_block.hpp"

namespace foley::io {
namespace {

Result<Error> error_at(const ByteSource& source, const PlacedFault& placed) {
  const auto line = source.line_of(placed.offset);
  if (!line) {
    return fail(line.error());
  }
  const LineFault& fault = placed.fault;
  return Error{.kind = fault.kind,
               .source = source.name(),
               .line = *line,
               .problem = fault.problem,
               .advice = fault.advice,
               .column = fault.column,
               .code = fault.code};
}

// Joins what the blocks found, in the order of the file.
class Assembly {
 public:
  Assembly(const ByteSource& source, const retrieval::TopicSet& topics, const RunReading& reading)
      : source_(source), topics_(topics), reading_(reading), run_(topics.size()) {}

  Result<LoadedRun> assemble(std::vector<BlockResult>& blocks) {
    for (BlockResult& block : blocks) {
      if (const auto error = first_fault(block)) {
        return refuse(*error);
      }
      take(block);
    }
    if (stretches_ == 0 && dropped_lines_.empty()) {
      return fail({.kind = ErrorKind::bad_syntax,
                   .source = source_.name(),
                   .line = 1,
                   .problem = "the file holds no line of data",
                   .advice = "a line is: query Q0 document rank score tag",
                   .code = "FE-IO-04"});
    }
    if (const auto joined = join_parted(); !joined) {
      return fail(joined.error());
    }
    return finish();
  }

 private:
  using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

  // A fault of the block, or that its tag is not the one of the blocks before.
  std::optional<PlacedFault> first_fault(const BlockResult& block) {
    if (block.tag.empty()) {
      return block.fault;
    }
    if (run_.tag.empty()) {
      run_.tag = block.tag;
      return block.fault;
    }
    if (!reading_.check_tag) {
      run_.tag = block.tag;
    }
    if (block.tag == run_.tag) {
      return block.fault;
    }
    const PlacedFault other{block.tag_offset, other_tag(run_.tag, block.tag, block.tag_column)};
    return block.fault && block.fault->offset < other.offset ? block.fault : other;
  }

  tl::unexpected<Error> refuse(const PlacedFault& placed) const {
    const auto error = error_at(source_, placed);
    return fail(error ? *error : error.error());
  }

  void take(const BlockResult& block) {
    for (const JudgedStretch& stretch : block.stretches) {
      stretches_ += 1;
      if (stretch.topic) {
        const auto [at, first] =
            ranges_.try_emplace(*stretch.topic, Ranges{{stretch.begin, stretch.end}});
        if (!first) {
          at->second.emplace_back(stretch.begin, stretch.end);
          continue;
        }
        run_.add(*stretch.topic, stretch.returned, stretch.retrieved,
                 std::span(block.hits).subspan(stretch.first_hit, stretch.hits));
        continue;
      }
      const auto [at, first] =
          unjudged_.try_emplace(stretch.query, Ranges{{stretch.begin, stretch.end}});
      if (first) {
        run_.unjudged_queries.push_back(stretch.query);
      } else {
        at->second.emplace_back(stretch.begin, stretch.end);
      }
    }
    note(block);
  }

  void note(const BlockResult& block) {
    dropped_.insert(dropped_.end(), block.dropped.begin(), block.dropped.end());
    dropped_lines_.insert(block.dropped_lines.begin(), block.dropped_lines.end());
  }

  // Queries whose lines do not stand together are read once more, as one.
  Result<void> join_parted() {
    RunReading reading = reading_;
    reading.check_tag = false;
    reading.check_ranks = false;
    BlockReader reader(topics_, reading);
    std::vector<const Ranges*> parted;
    for (const auto& [topic, ranges] : ranges_) {
      if (ranges.size() > 1) {
        parted.push_back(&ranges);
      }
    }
    for (const auto& [query, ranges] : unjudged_) {
      if (ranges.size() > 1) {
        parted.push_back(&ranges);
      }
    }
    // By where they begin, so that the first fault of the file is the one that is reported.
    std::sort(parted.begin(), parted.end(),
              [](const Ranges* a, const Ranges* b) { return a->front() < b->front(); });
    std::optional<PlacedFault> fault;
    for (const Ranges* ranges : parted) {
      BlockResult result;
      std::vector<std::pair<std::string, std::uint64_t>> windows;
      for (const auto& [from, to] : *ranges) {
        std::string scratch;
        const auto window = source_.window(from, to, scratch);
        if (!window) {
          return fail(window.error());
        }
        std::string copy(*window);
        copy.append(kPadding, '\n');
        windows.emplace_back(std::move(copy), from);
      }
      reader.read_joined(windows, result);
      if (result.fault && (!fault || result.fault->offset < fault->offset)) {
        fault = result.fault;
      }
      for (const JudgedStretch& stretch : result.stretches) {
        if (stretch.topic) {
          run_.add(*stretch.topic, stretch.returned, stretch.retrieved,
                   std::span(result.hits).subspan(stretch.first_hit, stretch.hits));
        }
      }
      note(result);
    }
    return fault ? Result<void>(refuse(*fault)) : Result<void>();
  }

  Result<LoadedRun> finish() {
    LoadedRun loaded{std::move(run_), {}};
    loaded.dropped.count = dropped_lines_.size();
    std::stable_sort(
        dropped_.begin(), dropped_.end(),
        [](const PlacedFault& a, const PlacedFault& b) { return a.offset < b.offset; });
    std::optional<std::uint64_t> last;
    for (const PlacedFault& placed : dropped_) {
      if (loaded.dropped.first.size() == Dropped::kListed) {
        break;
      }
      if (last == placed.offset) {
        continue;  // seen again while its query was joined
      }
      last = placed.offset;
      auto error = error_at(source_, placed);
      if (!error) {
        return fail(error.error());
      }
      loaded.dropped.first.push_back(std::move(*error));
    }
    return loaded;
  }

  const ByteSource& source_;
  const retrieval::TopicSet& topics_;
  const RunReading& reading_;
  retrieval::JudgedRun run_;
  std::map<std::size_t, Ranges> ranges_;    // by topic
  std::map<std::string, Ranges> unjudged_;  // by query
  std::vector<PlacedFault> dropped_;
  std::unordered_set<std::uint64_t> dropped_lines_;
  std::size_t stretches_ = 0;
};

// What a thread needs to read a block, lent from block to block: buffers grow once.
class Workers {
 public:
  struct Worker {
    BlockReader reader;
    std::string scratch;
  };

  Workers(const retrieval::TopicSet& topics, const RunReading& reading)
      : topics_(topics), reading_(reading) {}

  std::shared_ptr<Worker> take() {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) {
      return std::make_shared<Worker>(Worker{BlockReader(topics_, reading_), {}});
    }
    auto worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
  }

  void give(std::shared_ptr<Worker> worker) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(worker));
  }

 private:
  const retrieval::TopicSet& topics_;
  const RunReading& reading_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Worker>> idle_;
};

Result<LoadedRun> load_trec(const ByteSource& source, const retrieval::TopicSet& topics,
                            const RunReading& reading) {
  const auto bounds = block_bounds(source, reading.block_bytes, reading.lenient);
  if (!bounds) {
    return fail(bounds.error());
  }
  const std::size_t n = bounds->size() - 1;
  std::vector<BlockResult> blocks(n);
  std::vector<std::optional<Error>> failures(n);
  Workers workers(topics, reading);
  std::string tag;
  const auto read = [&](std::size_t i) {
    const auto worker = workers.take();
    worker->reader.expect_tag(tag);
    const auto window = source.window((*bounds)[i], (*bounds)[i + 1], worker->scratch);
    if (!window) {
      failures[i] = window.error();
    } else {
      worker->reader.read(*window, (*bounds)[i], blocks[i]);
    }
    workers.give(worker);
  };
  // Every line with another tag than the first of the file is listed, whatever the blocks.
  std::size_t alone = 0;
  for (; reading.lenient && reading.check_tag && tag.empty() && alone < n; ++alone) {
    read(alone);
    tag = blocks[alone].tag;
  }
  parallel_for(n - alone, reading.threads, [&](std::size_t i) { read(alone + i); });
  for (const auto& failure : failures) {
    if (failure) {
      return fail(*failure);
    }
  }
  return Assembly(source, topics, reading).assemble(blocks);
}

Result<LoadedRun> load(const ByteSource& source, const retrieval::TopicSet& topics,
                       const RunReading& reading) {
  const auto format = ranking_format(source, reading.lenient);
  if (!format) {
    return fail(format.error());
  }
  if (*format == RankingFormat::trec) {
    return load_trec(source, topics, reading);
  }
  std::string scratch;
  const auto bytes = source.window(0, source.size(), scratch);
  if (!bytes) {
    return fail(bytes.error());
  }
  const auto run = parse_run(*bytes, source.name(), *format, reading.choice);
  if (!run) {
    return fail(run.error());
  }
  return LoadedRun{retrieval::judge_run(*run, topics, reading.ranking), {}};
}

}  // namespace

Result<LoadedRun> parse_judged_run(std::string_view bytes, const std::string& source,
                                   const retrieval::TopicSet& topics, const RunReading& reading) {
  return load(ByteSource::of_bytes(std::string(bytes), source), topics, reading);
}

Result<LoadedRun> load_judged_run(const std::string& path, const retrieval::TopicSet& topics,
                                  const RunReading& reading) {
  const auto source = ByteSource::open(
      path, kLargestRun, reading.lenient ? object_to_lenient_ranking : object_to_ranking);
  return source ? load(*source, topics, reading) : fail(source.error());
}

}  // namespace foley::io
