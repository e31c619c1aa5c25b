#include <memory>
#include <optional>

#include "commands.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/io/baseline_json.hpp"
#include "retrieval_baseline.hpp"
#include "retrieval_inputs.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval retrieval                          score the bundled golden set
  foley-eval retrieval --gate                   … and block a change that made search worse
  foley-eval retrieval --golden g.json --corpus c.json --baseline b.json --gate
  foley-eval retrieval --run my.run --qrels my.qrels --metrics ndcg@10,map@100
  foley-eval retrieval --golden g.json --corpus c.json --baseline b.json --update-baseline

Metrics: ndcg, recall, precision, map, mrr, each with a cut-off as in ndcg@10.
A run is TREC text or JSON {"query": {"document": score}}; qrels likewise with grades.
Every judged query counts: one that the run does not answer scores 0.
Exit codes: 0 passed, 1 the gate failed, 2 wrong use, bad input or a stale baseline, 3 the machine.)";

void run(const RetrievalOptions& options, Context& context) {
  check_options(options);
  if (!options.updated_at.empty()) {
    check_date(options.updated_at);
  }
  // The baseline is read first: a broken one should not cost a search.
  std::optional<golden::Baseline> baseline;
  if (options.gate) {
    baseline = value_or_fail(io::load_baseline(baseline_path(options)));
  }
  const auto metrics = metrics_for(options, baseline ? baseline->metric : std::string());
  const std::string main_metric = baseline ? baseline->metric : metrics.front().name;
  const bool is_kept = baseline || options.update_baseline;
  if (is_kept && options.rel_level != 1.0 && !main_metric.starts_with("ndcg")) {
    throw Failure{"baselines are measured at relevance level 1: leave --rel-level out", kBadInput};
  }
  report::RetrievalDocument document = measure(options, metrics, main_metric);
  if (options.update_baseline) {
    update_baseline(options, document, main_metric);
  } else if (baseline) {
    context.exit_code = apply_gate(document, *baseline);
  } else if (options.is_default_data()) {
    document.next = "compare with the baseline: foley-eval retrieval --gate";
  } else {
    document.next = "keep these numbers as a baseline: add --baseline FILE --update-baseline";
  }
  print(options.json ? report::retrieval_json(document)
                     : report::retrieval_text(document, context.style));
}

}  // namespace

void add_retrieval(CLI::App& app, Context& context) {
  auto options = std::make_shared<RetrievalOptions>();
  CLI::App* command = app.add_subcommand(
      "retrieval", "Did we find the right sound? Score a golden set or a run, and gate it");
  command->footer(kFooter);
  const char* inputs = "What to measure";
  command->add_option("--golden", options->golden, "Golden set (JSON); default: the bundled one")
      ->group(inputs)
      ->type_name("FILE")
      ->check(not_empty);
  command
      ->add_option("--corpus", options->corpus, "Corpus to search (JSON); default: the bundled one")
      ->group(inputs)
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("--run", options->run, "Score this run instead of searching")
      ->group(inputs)
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("--qrels", options->qrels, "Judgments for --run, instead of a golden set")
      ->group(inputs)
      ->type_name("FILE")
      ->check(not_empty);
  const char* how = "How to measure";
  command->add_option("-k", options->k, "Depth of the search and cut-off of the default metrics")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000}).description(""))
      ->capture_default_str()
      ->group(how)
      ->type_name("N");
  command
      ->add_option("--metrics", options->metrics,
                   "Metrics, separated by commas; default: ndcg,recall,map,mrr at -k")
      ->group(how)
      ->type_name("LIST")
      ->check(not_empty);
  command
      ->add_option("--rel-level", options->rel_level,
                   "Least grade that counts as relevant (nDCG uses the grades themselves)")
      ->capture_default_str()
      ->group(how)
      ->type_name("X");
  command->add_option("--worst", options->worst, "How many of the worst queries to show")
      ->check(CLI::Range(0, 100000).description(""))
      ->capture_default_str()
      ->group(how)
      ->type_name("N");
  const char* gate = "Gate and baseline";
  command
      ->add_flag("--gate", options->gate, "Exit 1 when the metric fell below the baseline's floor")
      ->group(gate);
  command->add_option("--baseline", options->baseline, "Baseline file; default: the bundled one")
      ->group(gate)
      ->type_name("FILE")
      ->check(not_empty);
  command
      ->add_flag("--update-baseline", options->update_baseline,
                 "Write the numbers as the new baseline (the first metric)")
      ->group(gate);
  command->add_option("--updated-at", options->updated_at, "Date to record; default: today (UTC)")
      ->group(gate)
      ->type_name("DATE")
      ->check(not_empty);
  command
      ->add_option("--revision", options->revision,
                   "Generation of the golden set to record; default: as before")
      ->group(gate)
      ->type_name("NAME")
      ->check(not_empty);
  command
      ->add_option("--tolerance", options->tolerance,
                   "How far the metric may fall; default: as before, at first 0.02")
      ->check(finite_between(0.0, 1.0))
      ->group(gate)
      ->type_name("X");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
