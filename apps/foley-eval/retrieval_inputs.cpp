#include "retrieval_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "context.hpp"
#include "data_paths.hpp"
#include "fixtures.hpp"
#include "foley/golden/lint.hpp"
#include "foley/golden/retrieval_eval.hpp"
#include "foley/io/rankings.hpp"
#include "foley/retrieval/evaluate_run.hpp"
#include "foley/retrieval/ranking.hpp"

namespace foley::app {
namespace {

using report::RetrievalDocument;

std::string best_of(std::span<const ScoredDoc> row) {
  const auto best = std::min_element(row.begin(), row.end(), retrieval::ranked_before);
  return best == row.end() ? std::string() : std::string(best->id);
}

// Query id -> what was asked.
std::map<std::string, std::string> texts_of(const LoadedGolden& golden) {
  std::map<std::string, std::string> texts;
  for (const golden::GoldenItem& item : golden.items) {
    for (std::size_t e = 0; e < item.expected_events.size(); ++e) {
      texts.emplace(golden::query_id(item, e), item.expected_events[e].query);
    }
  }
  return texts;
}

// Faults that make queries score 0 whatever the search does.
std::size_t count_errors(const LoadedGolden& golden, const LoadedCorpus& corpus) {
  const auto findings = golden::lint_golden(golden.items, corpus.entries);
  return static_cast<std::size_t>(std::count_if(
      findings.begin(), findings.end(),
      [](const golden::Finding& finding) { return finding.severity == golden::Severity::error; }));
}

void add_worst(RetrievalDocument& document, const Run& run,
               const std::map<std::string, std::string>& asked, std::size_t count) {
  for (const retrieval::WorstQuery& query :
       retrieval::worst_queries(document.report, document.worst_metric, count)) {
    if (query.value >= 1.0) {
      break;  // sorted: from here on nothing is amiss
    }
    const auto text = asked.find(query.query);
    document.worst.push_back({query, text == asked.end() ? std::string() : text->second,
                              best_of(run.find(query.query))});
  }
}

std::int64_t search_depth(const RetrievalOptions& options,
                          std::span<const retrieval::Metric> metrics) {
  // A metric @20 over ten results would look like a loss of the search.
  std::int64_t depth = options.k;
  for (const retrieval::Metric& metric : metrics) {
    depth = std::max(depth, metric.k);
  }
  return depth;
}

RetrievalDocument score(const Run& run, const Qrels& qrels, const RetrievalOptions& options,
                        std::vector<retrieval::Metric> metrics, std::int64_t depth) {
  RetrievalDocument document;
  document.rel_level = options.rel_level;
  document.report =
      retrieval::evaluate_run(run, qrels, std::move(metrics), options.rel_level, depth);
  for (const auto& row : qrels.rows()) {
    document.unanswered += run.contains(row.query) ? 0 : 1;
  }
  for (const auto& row : run.rows()) {
    document.unjudged += qrels.contains(row.query) ? 0 : 1;
  }
  return document;
}

RetrievalDocument measure_run(const RetrievalOptions& options,
                              std::vector<retrieval::Metric> metrics,
                              const std::string& worst_metric) {
  const auto read_run = value_or_fail(io::load_run(options.run, {.stamp = true}));
  const Run& run = read_run.table;
  std::map<std::string, std::string> asked;
  Qrels qrels;
  report::InputFile truth;
  if (!options.qrels.empty()) {
    auto read_qrels = value_or_fail(io::load_qrels(options.qrels, {.stamp = true}));
    qrels = std::move(read_qrels.table);
    truth = {options.qrels, read_qrels.sha256, qrels.size()};
  } else {
    const LoadedGolden golden =
        read_golden(options.golden.empty() ? data_paths().golden : options.golden);
    qrels = golden::to_qrels(golden.items);
    truth = golden.file;
    asked = texts_of(golden);
  }
  const bool overlap = std::any_of(qrels.rows().begin(), qrels.rows().end(),
                                   [&](const auto& row) { return run.contains(row.query); });
  if (!overlap) {
    throw Failure{options.run + ": none of its queries is in " + truth.path +
                      "; check that run and judgments belong together",
                  kBadInput};
  }
  RetrievalDocument document = score(run, qrels, options, std::move(metrics), options.k);
  document.golden = truth;
  document.run = {options.run, read_run.sha256, run.size()};
  document.embedder = "given run";
  document.worst_metric = worst_metric;
  add_worst(document, run, asked, options.worst);
  return document;
}

}  // namespace

void check_options(const RetrievalOptions& options) {
  const auto refuse = [](const char* text) { throw Failure{text, kBadInput}; };
  if (options.run == "-" && options.qrels == "-") {
    refuse("standard input can be the run or the qrels, not both");
  }
  // Written so that NaN is refused too.
  if (!(std::fabs(options.rel_level) < std::numeric_limits<double>::infinity())) {
    refuse("--rel-level is no finite number; the usual level is 1");
  }
  if (options.tolerance && !(*options.tolerance >= 0.0 && *options.tolerance <= 1.0)) {
    refuse("--tolerance is not between 0 and 1; the usual one is 0.02");
  }
  if (!options.qrels.empty() && options.run.empty()) {
    refuse("--qrels needs a run to score: add --run FILE");
  }
  if (!options.qrels.empty() && !options.golden.empty()) {
    refuse("--qrels and --golden both say what is true: leave one out");
  }
  if (!options.run.empty() && !options.corpus.empty()) {
    refuse("--corpus is searched only without --run: leave one out");
  }
  if (options.gate && options.update_baseline) {
    refuse("--gate and --update-baseline exclude each other: gate first, then update");
  }
  if ((options.gate || options.update_baseline) && options.baseline.empty() &&
      !options.is_default_data()) {
    refuse(
        "the bundled baseline belongs to the bundled golden set: name the baseline of your data "
        "with --baseline FILE");
  }
  if (!options.update_baseline &&
      (!options.updated_at.empty() || !options.revision.empty() || options.tolerance)) {
    refuse("--updated-at, --revision and --tolerance go with --update-baseline");
  }
}

std::vector<retrieval::Metric> metrics_for(const RetrievalOptions& options,
                                           const std::string& needed) {
  std::vector<retrieval::Metric> metrics;
  const auto add = [&](const std::string& name) {
    retrieval::Metric metric = value_or_fail(retrieval::parse_metric(name));
    const bool known = std::any_of(metrics.begin(), metrics.end(),
                                   [&](const auto& each) { return each.name == metric.name; });
    if (!known) {
      metrics.push_back(std::move(metric));
    }
  };
  if (options.metrics.empty()) {
    metrics = retrieval::default_metrics(options.k);
  }
  std::string name;
  for (const char c : options.metrics + ",") {
    if (c != ',' && c != ' ') {
      name += c;
    } else if (!name.empty()) {
      add(name);
      name.clear();
    }
  }
  if (!needed.empty()) {
    add(needed);
  }
  if (metrics.empty()) {
    throw Failure{"--metrics names no metric; write it like ndcg@10,recall@10", kBadInput};
  }
  return metrics;
}

RetrievalDocument measure(const RetrievalOptions& options, std::vector<retrieval::Metric> metrics,
                          const std::string& worst_metric) {
  if (!options.run.empty()) {
    return measure_run(options, std::move(metrics), worst_metric);
  }
  const bool needs_data = options.golden.empty() || options.corpus.empty();
  const DataPaths paths = needs_data ? data_paths() : DataPaths{};
  const LoadedGolden golden = read_golden(options.golden.empty() ? paths.golden : options.golden);
  const LoadedCorpus corpus = read_corpus(options.corpus.empty() ? paths.corpus : options.corpus);
  const search::HashingBowEmbedder embedder;
  golden::EvalLibrary built = library_over(corpus, embedder);
  const std::int64_t depth = search_depth(options, metrics);
  const Run run = value_or_fail(golden::search_golden(golden.items, built.library, depth));

  RetrievalDocument document =
      score(run, golden::to_qrels(golden.items), options, std::move(metrics), depth);
  document.golden = golden.file;
  document.corpus = corpus.file;
  document.embedder = embedder.model_id();
  document.dim = static_cast<std::int64_t>(embedder.dim());
  document.refused = std::move(built.refused);
  document.broken = count_errors(golden, corpus);
  document.worst_metric = worst_metric;
  add_worst(document, run, texts_of(golden), options.worst);
  return document;
}

}  // namespace foley::app
