#include "ranking_inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "context.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/grouped_qrels.hpp"
#include "foley/io/rankings.hpp"
#include "foley/io/sampled_qrels.hpp"
#include "foley/retrieval/measure_spec.hpp"
#include "foley/retrieval/measures/hole_bounds.hpp"
#include "foley/retrieval/registry.hpp"
#include "foley/retrieval/ties/expected_column.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kExpected = "expected";

retrieval::TieRule tie_rule(const std::string& name) {
  // Expected values look at scores alone: any rule will do.
  return retrieval::parse_tie_rule(name).value_or(retrieval::TieRule::id_asc);
}

std::string one_of(const std::string& value, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), value) != words.end()) {
    return {};
  }
  std::string known;
  for (const std::string& word : words) {
    known += (known.empty() ? "" : ", ") + word;
  }
  return "'" + value + "' is none of " + known;
}

}  // namespace

std::vector<std::string> default_measures() { return {"nDCG@10", "AP@10", "R@10", "RR@10"}; }

std::vector<retrieval::MeasureSpec> measure_specs(const RankingArguments& arguments) {
  std::vector<std::string> names = arguments.measures;
  if (names.empty()) {
    names = default_measures();
  }
  std::vector<retrieval::MeasureSpec> specs;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    retrieval::MeasureSpec spec = value_or_fail(retrieval::parse_measure(name));
    if (seen.insert(retrieval::to_string(spec)).second) {
      specs.push_back(std::move(spec));
    }
  }
  return specs;
}

void add_judgment_options(CLI::App& command, RankingArguments& arguments) {
  command.add_option("qrels", arguments.qrels, "Judgments: TREC, JSON, CSV/TSV; .gz and .zst too")
      ->type_name("QRELS")
      ->required()
      ->check(not_empty);
  command.add_option("runs", arguments.runs, "Runs in the same formats; - is standard input")
      ->type_name("RUN...")
      ->required()
      ->check(not_empty);
  command
      .add_option("-m,--measure", arguments.measures,
                  "Measure in any spelling (see foley-eval measures); may be repeated")
      ->type_name("MEASURE")
      // One value an -m, so that files may follow it.
      ->allow_extra_args(false)
      ->check(not_empty);
  command
      .add_option("-l,--rel-level", arguments.rel_level,
                  "Least grade that counts as relevant (nDCG uses the grades)")
      ->type_name("GRADE")
      ->capture_default_str()
      ->check(finite_between(0.0, 127.0));
  command.add_option("--depth", arguments.depth, "Look at the first N documents of a topic only")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40).description(""));
  command.add_flag("--judged-only", arguments.judged_only,
                   "Take documents without a judgment out of the rankings");
  command.add_flag("--lenient", arguments.lenient,
                   "Drop faulty lines of runs and list them instead of stopping");
  command
      .add_option("--split", arguments.split, "Split of a BEIR folder (test) or MTEB predictions")
      ->type_name("NAME")
      ->check(not_empty);
  command.add_option("--subset", arguments.subset, "Subset of MTEB predictions")
      ->type_name("NAME")
      ->check(not_empty);
  command.add_option("--threads", arguments.threads, "Threads; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U).description(""));
}

void add_ranking_options(CLI::App& command, RankingArguments& arguments) {
  add_judgment_options(command, arguments);
  command
      .add_option("--judgments", arguments.judgments,
                  "Kind of the qrels: grades, subtopics, strata or prels (docs/cli.md)")
      ->type_name("KIND")
      ->capture_default_str()
      ->check([](const std::string& value) {
        return one_of(value, {"grades", "subtopics", "strata", "prels"});
      });
  command
      .add_option("--ties", arguments.ties,
                  "id-asc, id-desc, rank, input, or expected (mean over all orders)")
      ->type_name("RULE")
      ->capture_default_str()
      ->check([](const std::string& value) {
        return one_of(value, {"id-asc", "id-desc", "rank", "input", kExpected});
      });
  command
      .add_option("--topics", arguments.topics,
                  "Topics that count: qrels (all judged), run, both, union")
      ->type_name("WHICH")
      ->capture_default_str()
      ->check([](const std::string& value) {
        return one_of(value, {"qrels", "run", "both", "union"});
      });
}

io::RankingChoice choice_of(const RankingArguments& arguments) {
  return {.subset = arguments.subset, .split = arguments.split};
}

Judgments load_judgments(const RankingArguments& arguments) {
  Judgments judgments;
  if (arguments.judgments == "grades") {
    judgments.qrels = std::make_unique<const Qrels>(
        std::move(value_or_fail(io::load_qrels(arguments.qrels, choice_of(arguments))).table));
    judgments.topics = std::make_unique<const retrieval::TopicSet>(*judgments.qrels);
    return judgments;
  }
  judgments.qrels = std::make_unique<const Qrels>();
  if (arguments.judgments == "subtopics") {
    judgments.grouped = std::make_unique<const retrieval::GroupedQrels>(
        value_or_fail(io::load_grouped_qrels(arguments.qrels)));
    judgments.maker =
        std::make_unique<const retrieval::TopicMaker>(retrieval::topic_maker(*judgments.grouped));
  } else {
    judgments.sampled =
        std::make_unique<const retrieval::SampledQrels>(value_or_fail(io::load_sampled_qrels(
            arguments.qrels,
            arguments.judgments == "strata" ? io::SampleFormat::strata : io::SampleFormat::prels)));
    judgments.maker =
        std::make_unique<const retrieval::TopicMaker>(retrieval::topic_maker(*judgments.sampled));
  }
  judgments.topics = std::make_unique<const retrieval::TopicSet>(judgments.maker->places);
  return judgments;
}

std::vector<retrieval::Column> measure_columns(const RankingArguments& arguments) {
  std::vector<retrieval::Column> columns;
  for (const retrieval::MeasureSpec& spec : measure_specs(arguments)) {
    columns.push_back(
        arguments.ties == kExpected
            ? value_or_fail(retrieval::ties::expected_column(spec, arguments.rel_level))
            : retrieval::to_column(spec, arguments.rel_level));
    if (columns.back().kind == retrieval::NumberKind::text) {
      throw Failure{
          "measure '" + columns.back().name + "' is a text, no number; foley-eval trec prints it",
          kBadInput};
    }
  }
  return columns;
}

std::vector<retrieval::Column> bound_columns(const RankingArguments& arguments) {
  std::vector<retrieval::Column> columns;
  for (const retrieval::MeasureSpec& spec : measure_specs(arguments)) {
    if (auto filled = retrieval::filled_column(spec, arguments.rel_level)) {
      columns.push_back(std::move(*filled));
    } else if (auto error = retrieval::sampling_error_column(spec)) {
      columns.push_back(std::move(*error));
    }
  }
  return columns;
}

std::vector<retrieval::Column> judged_columns(const RankingArguments& arguments) {
  std::set<std::int64_t> cutoffs;
  for (const retrieval::MeasureSpec& spec : measure_specs(arguments)) {
    if (const auto k = spec.cutoff().value(); k && *k > 0) {
      cutoffs.insert(*k);
    }
  }
  RankingArguments judged = arguments;
  judged.measures.clear();
  for (const std::int64_t k : cutoffs) {
    judged.measures.push_back("Judged@" + std::to_string(k));
  }
  return cutoffs.empty() ? std::vector<retrieval::Column>{} : measure_columns(judged);
}

io::LoadedRun load_ranking(const RankingArguments& arguments, const Judgments& judgments,
                           const std::string& file) {
  io::RunReading reading;
  reading.ranking.ties = tie_rule(arguments.ties);
  if (arguments.depth > 0) {
    reading.ranking.depth = arguments.depth;
  }
  reading.ranking.judged_only = arguments.judged_only;
  reading.lenient = arguments.lenient;
  reading.choice = choice_of(arguments);
  reading.threads = threads_of(arguments);
  io::LoadedRun loaded = value_or_fail(io::load_judged_run(file, *judgments.topics, reading));
  if (loaded.run.answered() == 0) {
    for (const Error& error : loaded.dropped.first) {
      warn(error.to_line());
    }
    throw Failure{Error{.kind = ErrorKind::bad_value,
                        .source = file,
                        .problem = "the run answers no judged topic",
                        .advice = "do run and qrels name their topics alike?",
                        .code = "FE-IO-16"}
                      .to_line(),
                  kBadInput};
  }
  return loaded;
}

report::ScoredRun score_run(const RankingArguments& arguments, const Judgments& judgments,
                            const std::vector<retrieval::Column>& columns,
                            const std::string& file) {
  io::LoadedRun loaded = load_ranking(arguments, judgments, file);
  auto evaluation = retrieval::evaluate(*judgments.topics, loaded.run, columns,
                                        *retrieval::parse_universe(arguments.topics),
                                        threads_of(arguments), judgments.maker.get());
  if (!evaluation) {
    evaluation.error().source = file;
  }
  return {{},
          file,
          value_or_fail(std::move(evaluation)),
          std::move(loaded.dropped.first),
          loaded.dropped.count};
}

unsigned threads_of(const RankingArguments& arguments) {
  return arguments.threads > 0 ? arguments.threads
                               : std::max(1U, std::thread::hardware_concurrency());
}

void refuse_repeated_runs(const RankingArguments& arguments) {
  namespace fs = std::filesystem;
  const std::vector<std::string>& runs = arguments.runs;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] == "-" && arguments.qrels == "-") {
      throw Failure{"standard input can be read once: as QRELS or as a RUN", kBadInput};
    }
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code ignored;
      if (runs[i] == runs[j] || fs::equivalent(runs[i], runs[j], ignored)) {
        throw Failure{"the run " + printable(runs[i], 200) + " is named twice; name each once",
                      kBadInput};
      }
    }
  }
}

void warn_of_dropped(const report::ScoredRun& run) {
  // Tags and ranks are overlooked, not dropped, and what one line says goes for all.
  std::map<std::string, std::size_t> overlooked{{"FE-IO-17", 0}, {"FE-IO-18", 0}};
  for (const Error& error : run.dropped) {
    const auto at = overlooked.find(error.code);
    if (at == overlooked.end() || at->second++ == 0) {
      warn(error.to_line());
    }
  }
  for (const auto& [code, count] : overlooked) {
    if (count > 1) {
      warn(run.file + ": and further lines like it [" + code + "]");
    }
  }
  if (run.dropped_count > run.dropped.size()) {
    warn(run.file + ": and " + std::to_string(run.dropped_count - run.dropped.size()) + " more");
  }
}

std::vector<std::string> run_names(const std::vector<std::string>& files) {
  namespace fs = std::filesystem;
  // Stem, file name, path: as much as it takes to tell each from all others.
  const auto name_at = [&](std::size_t i, int level) -> std::string {
    const std::string& file = files[i];
    fs::path name = fs::path(file).filename();
    if (file == "-") {
      return "stdin";
    }
    if (level > 0 || name.empty()) {
      return level == 1 && !name.empty() ? name.string() : file;
    }
    while (name.extension() == ".gz" || name.extension() == ".zst") {
      name = name.stem();
    }
    return name.stem().string();
  };
  std::vector<int> levels(files.size(), 0);
  std::vector<std::string> names(files.size());
  constexpr int kPath = 2;
  for (bool again = true; again;) {
    again = false;
    std::map<std::string, int> count;
    for (std::size_t i = 0; i < files.size(); ++i) {
      names[i] = name_at(i, levels[i]);
      count[names[i]] += 1;
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (count[names[i]] > 1 && levels[i] < kPath) {
        levels[i] += 1;
        again = true;
      }
    }
  }
  return names;
}

}  // namespace foley::app
