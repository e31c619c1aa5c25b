#include <memory>

#include "commands.hpp"
#include "foley/report/tie_document.hpp"
#include "ranking_inputs.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

struct TieOptions {
  RankingArguments ranking;
  bool per_topic = false;
  bool json = false;
};

void run(const TieOptions& options, const Context& context) {
  RankingArguments ranking = options.ranking;
  if (ranking.measures.empty()) {
    ranking.measures = default_measures();
    ranking.measures.emplace_back("P@10");
  }
  refuse_repeated_runs(ranking);
  const Judgments judgments = load_judgments(ranking);
  const std::vector<retrieval::MeasureSpec> specs = measure_specs(ranking);
  const std::vector<std::string> names = run_names(ranking.runs);
  std::vector<report::TieDocument> documents;
  for (std::size_t i = 0; i < ranking.runs.size(); ++i) {
    const io::LoadedRun loaded = load_ranking(ranking, judgments, ranking.runs[i]);
    documents.push_back({names[i], ranking.qrels,
                         value_or_fail(retrieval::ties::tie_report(*judgments.topics, loaded.run,
                                                                   specs, ranking.rel_level)),
                         options.per_topic});
  }
  if (options.json) {
    print(report::tie_json(documents));
    return;
  }
  std::string text;
  for (const report::TieDocument& document : documents) {
    text += (text.empty() ? "" : "\n") + report::tie_text(document, context.style);
  }
  print(text);
}

}  // namespace

void add_tie_report(CLI::App& app, Context& context) {
  auto options = std::make_shared<TieOptions>();
  CLI::App* command =
      app.add_subcommand("tie-report", "How much of a value is the order of equal scores?");
  command->footer(R"(
Examples:
  foley-eval tie-report my.qrels my.run
  foley-eval tie-report my.qrels my.run -m ndcg@10 -m RR --per-query
  foley-eval tie-report my.qrels my.run other.run --json

least and greatest: the unluckiest and the luckiest order of tied documents; expected: the exact
mean over all orders. Where they are far apart, two programs may report very different values.)");
  add_judgment_options(*command, options->ranking);
  command->add_flag("-q,--per-query", options->per_topic, "Every topic, also without ties");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
