#include <algorithm>
#include <memory>
#include <set>

#include "commands.hpp"
#include "data_paths.hpp"
#include "fixtures.hpp"
#include "foley/golden/lint.hpp"
#include "foley/golden/retrieval_eval.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/golden_json.hpp"
#include "foley/report/golden_check_document.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

using golden::Finding;

struct CheckOptions {
  std::string golden;
  std::string corpus;
  bool strict = false;
  bool all = false;
  bool rules = false;
  bool json = false;
};

report::GoldenCheckDocument check_files(const CheckOptions& options) {
  report::GoldenCheckDocument result;
  const bool needs_data = options.golden.empty() || options.corpus.empty();
  const DataPaths paths = needs_data ? data_paths() : DataPaths{};
  result.golden_path = options.golden.empty() ? paths.golden : options.golden;
  result.corpus_path = options.corpus.empty() ? paths.corpus : options.corpus;
  const auto golden = value_or_fail(
      io::parse_golden(value_or_fail(io::read_file(result.golden_path)), result.golden_path));
  const auto corpus = value_or_fail(
      io::parse_corpus(value_or_fail(io::read_file(result.corpus_path)), result.corpus_path));
  result.items = golden.items.size();
  result.clips = corpus.entries.size();
  std::set<std::string> catids;
  for (const golden::GoldenItem& item : golden.items) {
    result.events += item.expected_events.size();
    for (const golden::GoldenEvent& event : item.expected_events) {
      catids.insert(event.ucs_catid);
    }
  }
  result.catids = catids.size();
  result.faults = golden.errors;
  result.faults.insert(result.faults.end(), corpus.errors.begin(), corpus.errors.end());
  if (golden.items.empty() && golden.errors.empty()) {
    result.faults.push_back(empty_golden(result.golden_path));
  }
  if (corpus.entries.empty() && corpus.errors.empty()) {
    result.faults.push_back(empty_corpus(result.corpus_path));
  }
  result.findings = golden::lint_golden(golden.items, corpus.entries);
  if (!corpus.errors.empty()) {
    // A clip that could not be read is no missing clip: it has its fault already.
    std::erase_if(result.findings,
                  [](const Finding& finding) { return finding.code == "answer-not-in-corpus"; });
  }
  if (!golden.items.empty() && !corpus.entries.empty()) {
    const search::HashingBowEmbedder embedder;
    const auto built =
        value_or_fail(golden::build_eval_library(corpus.entries, embedder, std::string()));
    const auto report = value_or_fail(golden::run_retrieval_eval(
        golden.items, built.library, retrieval::kDefaultCutoff, retrieval::default_metrics()));
    for (Finding& finding : golden::lint_saturation(report)) {
      result.findings.push_back(std::move(finding));
    }
  }
  std::stable_sort(result.findings.begin(), result.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
  return result;
}

void run(const CheckOptions& options, Context& context) {
  if (options.rules) {
    print(report::lint_rules_text(context.style));
    return;
  }
  const report::GoldenCheckDocument result = check_files(options);
  print(options.json ? report::golden_check_json(result)
                     : report::golden_check_text(result, context.style, options.all));
  if (result.errors() > 0) {
    context.exit_code = kBadInput;
  } else if (options.strict && result.warnings() > 0) {
    context.exit_code = kGateFailed;
  }
}

}  // namespace

void add_golden(CLI::App& app, Context& context) {
  CLI::App* group = app.add_subcommand("golden", "Look after a golden set");
  group->require_subcommand(1);
  group->footer("Example:\n  foley-eval golden check");
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = group->add_subcommand(
      "check", "Validate and lint a golden set: can its numbers be believed?");
  command->footer(R"(
Examples:
  foley-eval golden check                                    the bundled set
  foley-eval golden check --golden g.json --corpus c.json
  foley-eval golden check --golden g.json --corpus c.json --strict   in CI

Errors make numbers wrong (exit 2). Warnings make them say less than they seem to (exit 0, or 1
with --strict). --rules lists what is looked at.)");
  command->add_option("--golden", options->golden, "Golden set (JSON); default: the bundled one")
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("--corpus", options->corpus, "Corpus (JSON); default: the bundled one")
      ->type_name("FILE")
      ->check(not_empty);
  command->add_flag("--strict", options->strict, "Exit 1 on warnings");
  command->add_flag("--all", options->all, "Show every finding, not five a rule");
  command->add_flag("--rules", options->rules, "List the rules and stop");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
