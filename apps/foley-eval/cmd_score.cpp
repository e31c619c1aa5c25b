#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "ranking_inputs.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

struct ScoreOptions {
  RankingArguments ranking;
  std::string format = "table";
  bool per_topic = false;
  bool bounds = false;
  bool json = false;
};

std::string rendered(const report::ScoreDocument& document, report::ScoreFormat format,
                     const report::TextStyle& style) {
  switch (format) {
    case report::ScoreFormat::table:
      return report::score_text(document, style);
    case report::ScoreFormat::tsv:
      return report::score_delimited(document, '\t');
    case report::ScoreFormat::csv:
      return report::score_delimited(document, ',');
    case report::ScoreFormat::markdown:
      return report::score_markdown(document);
    case report::ScoreFormat::json:
      break;
  }
  return report::score_json(document);
}

void run(const ScoreOptions& options, const Context& context) {
  const RankingArguments& ranking = options.ranking;
  refuse_repeated_runs(ranking);
  report::ScoreDocument document;
  document.qrels = ranking.qrels;
  document.ties = ranking.ties;
  document.topics = ranking.topics;
  document.rel_level = ranking.rel_level;
  document.per_topic = options.per_topic;

  std::vector<retrieval::Column> columns = measure_columns(ranking);
  if (options.bounds) {
    for (retrieval::Column& bound : bound_columns(ranking)) {
      columns.push_back(std::move(bound));
    }
  }
  for (retrieval::Column& judged : judged_columns(ranking)) {
    const bool asked = std::any_of(columns.begin(), columns.end(),
                                   [&](const auto& column) { return column.name == judged.name; });
    if (!asked) {
      columns.push_back(std::move(judged));
    }
  }
  const Judgments judgments = load_judgments(ranking);
  document.judged_topics = judgments.topics->size();
  const std::vector<std::string> names = run_names(ranking.runs);
  for (std::size_t i = 0; i < ranking.runs.size(); ++i) {
    document.runs.push_back(score_run(ranking, judgments, columns, ranking.runs[i]));
    document.runs.back().name = names[i];
  }
  for (const report::ScoredRun& scored : document.runs) {
    warn_of_dropped(scored);
  }
  print(rendered(document, *report::parse_score_format(options.json ? "json" : options.format),
                 context.style));
}

}  // namespace

void add_score(CLI::App& app, Context& context) {
  auto options = std::make_shared<ScoreOptions>();
  CLI::App* command = app.add_subcommand("score", "Score runs against judgments, any measure");
  command->footer(R"(
Examples:
  foley-eval score my.qrels my.run other.run
  foley-eval score my.qrels my.run -m ndcg@10 -m "AP(rel=2)@100" -m rbp.95
  foley-eval score my.qrels my.run.gz --ties expected --format markdown
  foley-eval score my.qrels my.run --bounds --per-query --format tsv

A measure may be written as in retrieval reports (ndcg@10), trec_eval (ndcg_cut_10), ir_measures
(nDCG(dcg='exp-log2')@10) or ranx (map@100-l2); foley-eval measures lists them. Judged@k stands
below them: where it is low, the other numbers mean little. For the output of trec_eval itself:
foley-eval trec.

--judgments: grades (query iter doc grade); subtopics (query subtopic doc grade) for alpha_nDCG and
its like; strata (query iter doc stratum grade) and prels (query doc grade method probability) for
infNDCG, xinfAP and statAP over a sampled pool.

--ties: id-desc is the rule of trec_eval; rank is the rank column; input the order of the file.)");
  add_ranking_options(*command, options->ranking);
  command->add_flag("-q,--per-query", options->per_topic, "Also one line a topic");
  command->add_flag("--bounds", options->bounds,
                    "Also with all unjudged documents relevant, or errors of sampling");
  command->add_option("-f,--format", options->format, "table, tsv, csv, markdown or json")
      ->type_name("FORMAT")
      ->capture_default_str()
      ->check([](const std::string& value) {
        return report::parse_score_format(value)
                   ? std::string()
                   : "'" + value + "' is none of table, tsv, csv, markdown, json";
      });
  command->add_flag("--json", options->json, "The same as --format json");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
