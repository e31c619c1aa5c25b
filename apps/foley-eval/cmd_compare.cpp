#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "commands.hpp"
#include "foley/io/some_queries.hpp"
#include "foley/report/comparison_document.hpp"
#include "foley/retrieval/ranking.hpp"
#include "ranking_inputs.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

struct CompareOptions {
  RankingArguments ranking;
  comparison::Options comparison;
  std::size_t moves = 5;
  std::size_t depth_shown = 5;
  bool json = false;
};

std::vector<report::RankedDoc> head_of(const Run& run, const Qrels& qrels, const std::string& topic,
                                       const CompareOptions& options) {
  const RankingArguments& ranking = options.ranking;
  const retrieval::TieRule ties =
      retrieval::parse_tie_rule(ranking.ties).value_or(retrieval::TieRule::id_asc);
  std::size_t count = options.depth_shown;
  if (ranking.depth > 0) {
    count = std::min(count, static_cast<std::size_t>(ranking.depth));
  }
  const std::span<const ScoredDoc> row = run.find(topic);
  const std::span<const GradedDoc> judged = qrels.find(topic);
  std::vector<report::RankedDoc> head;
  for (const std::size_t i : retrieval::ranked_order(row, ties)) {
    if (head.size() == count) {
      break;
    }
    const auto at = std::find_if(judged.begin(), judged.end(),
                                 [&](const GradedDoc& doc) { return doc.id == row[i].id; });
    if (ranking.judged_only && (at == judged.end() || at->grade < 0.0)) {
      continue;
    }
    head.push_back(
        {std::string(row[i].id), at == judged.end() ? std::nullopt : std::optional(at->grade)});
  }
  return head;
}

// The topics that moved most, with the heads of both rankings, read from the files once more.
void add_moves(report::ComparisonDocument& document, const CompareOptions& options,
               const Judgments& judgments) {
  const std::vector<std::string>& files = options.ranking.runs;
  if (options.moves == 0) {
    return;
  }
  std::set<std::string> topics;
  for (std::size_t r = 1; r < files.size(); ++r) {
    report::RunMoves moves{r, {}};
    for (const comparison::Move& move :
         comparison::largest_moves(document.comparison, 0, r, options.moves)) {
      moves.moves.push_back({move, {}, {}});
      topics.insert(document.comparison.topics[move.topic]);
    }
    document.moves.push_back(std::move(moves));
  }
  if (options.depth_shown == 0 || topics.empty()) {
    return;
  }
  if (!std::all_of(files.begin(), files.end(), [](const std::string& file) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(file, ignored);
      })) {
    document.notes.emplace_back(
        "rankings are not shown: standard input or a pipe cannot be read twice");
    return;
  }
  const std::vector<std::string> wanted(topics.begin(), topics.end());
  const Run base =
      value_or_fail(io::load_some_queries(files.front(), wanted, choice_of(options.ranking)));
  for (report::RunMoves& moves : document.moves) {
    const Run run =
        value_or_fail(io::load_some_queries(files[moves.run], wanted, choice_of(options.ranking)));
    for (report::ShownMove& each : moves.moves) {
      const std::string& topic = document.comparison.topics[each.move.topic];
      each.before = head_of(base, *judgments.qrels, topic, options);
      each.after = head_of(run, *judgments.qrels, topic, options);
    }
  }
}

void run(const CompareOptions& options, const Context& context) {
  const RankingArguments& ranking = options.ranking;
  if (ranking.runs.size() < 2) {
    throw Failure{"name at least two runs: the baseline first, then what is compared with it",
                  kBadInput};
  }
  refuse_repeated_runs(ranking);
  if (ranking.topics != "qrels" && ranking.topics != "both") {
    throw Failure{
        "runs are compared over judged topics; --topics is qrels or both (answered by all)",
        kBadInput};
  }
  const std::vector<retrieval::Column> columns = measure_columns(ranking);
  for (const retrieval::Column& column : columns) {
    if (column.aggregate != retrieval::Aggregate::mean) {
      throw Failure{"measure '" + column.name + "' is no mean over topics; compare others",
                    kBadInput};
    }
  }
  const Judgments judgments = load_judgments(ranking);
  report::ScoreDocument scores;
  scores.topics = ranking.topics;
  scores.judged_topics = judgments.topics->size();
  std::vector<retrieval::Evaluation> evaluations;
  const std::vector<std::string> names = run_names(ranking.runs);
  for (std::size_t i = 0; i < ranking.runs.size(); ++i) {
    scores.runs.push_back(score_run(ranking, judgments, columns, ranking.runs[i]));
    scores.runs.back().name = names[i];
    evaluations.push_back(scores.runs.back().evaluation);
    evaluations.back().run = names[i];
    warn_of_dropped(scores.runs.back());
  }
  comparison::Options how = options.comparison;
  how.threads = threads_of(ranking);
  report::ComparisonDocument document{ranking.qrels,
                                      ranking.ties,
                                      ranking.runs,
                                      comparison::compare(evaluations, how),
                                      {},
                                      report::score_notes(scores)};
  if (document.comparison.topics.empty()) {
    throw Failure{"no judged topic is answered by all runs; there is nothing to compare",
                  kBadInput};
  }
  add_moves(document, options, judgments);
  print(options.json ? report::comparison_json(document)
                     : report::comparison_text(document, context.style));
}

}  // namespace

void add_compare(CLI::App& app, Context& context) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      app.add_subcommand("compare", "Is one run better than another, or is it chance?");
  command->footer(R"(
Examples:
  foley-eval compare my.qrels my.run other.run
  foley-eval compare my.qrels my.run other.run -m ndcg@10 -m map@10 --seed 7
  foley-eval compare my.qrels my.run other.run --json > comparison.json

The first run is the baseline. p comes from a randomisation test (exact up to 20 topics that
differ); other tests stand below it. The same seed gives the same numbers on any machine. A
difference that is not shown is not shown to be absent: `shows from` says how large it had to be.)");
  add_ranking_options(*command, options->ranking);
  comparison::Options& how = options->comparison;
  command->add_option("--seed", how.seed, "Seed of bootstrap and randomisation")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number);
  command
      ->add_option("--permutations", how.permutations,
                   "Random sign patterns; default 100000, fewer beyond 10000 topics")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{100}, std::size_t{100'000'000}).description(""));
  command
      ->add_option("--replicates", how.replicates,
                   "Bootstrap samples; default 10000, fewer beyond 10000 topics")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{100}, std::size_t{10'000'000}).description(""));
  command->add_option("--confidence", how.confidence, "Of the intervals")
      ->type_name("SHARE")
      ->capture_default_str()
      ->check(finite_between(0.5, 0.9999));
  command->add_option("--alpha", how.alpha, "Level at which a difference counts as shown")
      ->type_name("SHARE")
      ->capture_default_str()
      ->check(finite_between(0.0001, 0.5));
  command->add_option("--moves", options->moves, "Topics that moved most to list")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{0}, std::size_t{1000}).description(""));
  command->add_option("--show", options->depth_shown, "Documents shown of each ranking; 0: none")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{0}, std::size_t{1000}).description(""));
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
