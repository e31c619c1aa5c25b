#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/io/judged_run.hpp"
#include "foley/report/score_document.hpp"
#include "foley/retrieval/column.hpp"
#include "foley/retrieval/evaluation.hpp"
#include "foley/retrieval/measure_spec.hpp"
#include "foley/retrieval/topic_maker.hpp"
#include "foley/retrieval/topic_set.hpp"

namespace foley::app {

/// What the commands that score rankings have in common.
struct RankingArguments {
  std::string qrels;
  std::string judgments = "grades";
  std::vector<std::string> runs;
  std::vector<std::string> measures;
  std::string ties = "id-asc";
  std::string topics = "qrels";
  double rel_level = 1.0;
  std::int64_t depth = 0;  // 0: all
  bool judged_only = false;
  bool lenient = false;
  std::string subset;
  std::string split;
  unsigned threads = 0;  // 0: as many as there are processors
};

/// Adds QRELS, RUN and what decides how they are read and which measures are taken.
void add_judgment_options(CLI::App& command, RankingArguments& arguments);

/// Adds all options of RankingArguments, those of ties and topics too.
void add_ranking_options(CLI::App& command, RankingArguments& arguments);

/// What is measured unless told otherwise.
[[nodiscard]] std::vector<std::string> default_measures();

/// The measures asked for, each once.
[[nodiscard]] std::vector<retrieval::MeasureSpec> measure_specs(const RankingArguments& arguments);

/// The judgments of a command, which everything else looks into.
struct Judgments {
  std::unique_ptr<const Qrels> qrels;  ///< Plain grades; empty when they are of another kind.
  std::unique_ptr<const retrieval::GroupedQrels> grouped;
  std::unique_ptr<const retrieval::SampledQrels> sampled;
  std::unique_ptr<const retrieval::TopicMaker> maker;  ///< Of `grouped` or `sampled`.
  std::unique_ptr<const retrieval::TopicSet> topics;
};

/// Reads the qrels.
[[nodiscard]] Judgments load_judgments(const RankingArguments& arguments);

/// The columns of the measures: those asked for, or default_measures.
[[nodiscard]] std::vector<retrieval::Column> measure_columns(const RankingArguments& arguments);

/// What stands beside the measures when bounds are asked for: `:filled` (unjudged documents taken
/// as relevant) for graded judgments, `:error` (of sampling) for sampled ones.
[[nodiscard]] std::vector<retrieval::Column> bound_columns(const RankingArguments& arguments);

/// Judged@k for each cut-off among the measures.
[[nodiscard]] std::vector<retrieval::Column> judged_columns(const RankingArguments& arguments);

/// Reads a run as far as it was judged; one that answers no judged topic is refused.
[[nodiscard]] io::LoadedRun load_ranking(const RankingArguments& arguments,
                                         const Judgments& judgments, const std::string& file);

/// Reads and scores a run.
[[nodiscard]] report::ScoredRun score_run(const RankingArguments& arguments,
                                          const Judgments& judgments,
                                          const std::vector<retrieval::Column>& columns,
                                          const std::string& file);

/// Which of several rankings of a file or folder is meant.
[[nodiscard]] io::RankingChoice choice_of(const RankingArguments& arguments);

/// Threads to work with: as asked, or one a processor.
[[nodiscard]] unsigned threads_of(const RankingArguments& arguments);

/// Refuses a run that is named twice: it would be compared with itself.
void refuse_repeated_runs(const RankingArguments& arguments);

/// Lists on standard error what a lenient reading left out.
void warn_of_dropped(const report::ScoredRun& run);

/// A name for each run file that no other has: its stem, or more of its path where stems repeat.
[[nodiscard]] std::vector<std::string> run_names(const std::vector<std::string>& files);

}  // namespace foley::app
