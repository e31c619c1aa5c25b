#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "commands.hpp"
#include "data_paths.hpp"
#include "fixtures.hpp"
#include "foley/core/printable.hpp"
#include "foley/golden/lint.hpp"
#include "foley/golden/retrieval_eval.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/golden_json.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

using golden::Finding;
using golden::Severity;

struct CheckOptions {
  std::string golden;
  std::string corpus;
  bool strict = false;
  bool all = false;
  bool rules = false;
  bool json = false;
};

// Everything that a check found, in the order in which it is shown.
struct CheckResult {
  std::string golden_path;
  std::string corpus_path;
  std::size_t items = 0;
  std::size_t events = 0;
  std::size_t clips = 0;
  std::size_t catids = 0;
  std::vector<Error> faults;
  std::vector<Finding> findings;

  [[nodiscard]] std::size_t count(Severity severity) const {
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(),
                      [&](const Finding& finding) { return finding.severity == severity; }));
  }
  [[nodiscard]] std::size_t errors() const { return faults.size() + count(Severity::error); }
};

CheckResult check_files(const CheckOptions& options) {
  CheckResult result;
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
  result.findings = golden::lint_golden(golden.items, corpus.entries);
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

const std::string& path_of(const CheckResult& result, const Finding& finding) {
  return finding.file == "corpus" ? result.corpus_path : result.golden_path;
}

std::string line_of(const CheckResult& result, const Finding& finding) {
  const Error line{.source = path_of(result, finding),
                   .line = finding.line,
                   .item = finding.item,
                   .problem = finding.problem,
                   .advice = finding.advice};
  return line.to_line();
}

std::string check_text(const CheckResult& result, const CheckOptions& options,
                       const Context& context) {
  constexpr std::size_t kShownPerRule = 5;
  std::string text;
  for (const Error& fault : result.faults) {
    text += report::paint("error", "red", context.style) + "  " + fault.to_line() + "\n";
  }
  std::map<std::string_view, std::size_t> seen;
  for (const Finding& finding : result.findings) {
    const std::size_t nth = ++seen[finding.code];
    if (!options.all && nth > kShownPerRule) {
      continue;
    }
    const bool error = finding.severity == Severity::error;
    text += report::paint(error ? "error" : "warning", error ? "red" : "yellow", context.style);
    text += "  [" + std::string(finding.code) + "] " + line_of(result, finding) + "\n";
  }
  for (const auto& [code, count] : seen) {
    if (!options.all && count > kShownPerRule) {
      text += "…  [" + std::string(code) + "] " + std::to_string(count - kShownPerRule) +
              " more like these (--all shows them)\n";
    }
  }
  text += (text.empty() ? "" : "\n") + std::to_string(result.items) + " items, " +
          std::to_string(result.events) + " events over " + std::to_string(result.catids) +
          " CatIDs, " + std::to_string(result.clips) + " clips: " +
          std::to_string(result.errors()) + " errors, " +
          std::to_string(result.count(Severity::warning)) + " warnings\n";
  return text;
}

std::string check_json(const CheckResult& result) {
  nlohmann::ordered_json out;
  out["schema"] = "foley-eval/golden-check/1";
  out["golden"] = result.golden_path;
  out["corpus"] = result.corpus_path;
  out["items"] = result.items;
  out["events"] = result.events;
  out["catids"] = result.catids;
  out["clips"] = result.clips;
  out["errors"] = result.errors();
  out["warnings"] = result.count(Severity::warning);
  out["findings"] = nlohmann::ordered_json::array();
  for (const Error& fault : result.faults) {
    out["findings"].push_back({{"severity", "error"},
                               {"code", to_string(fault.kind)},
                               {"file", fault.source},
                               {"line", fault.line},
                               {"item", fault.item},
                               {"field", fault.field},
                               {"problem", fault.problem},
                               {"advice", fault.advice}});
  }
  for (const Finding& finding : result.findings) {
    out["findings"].push_back(
        {{"severity", finding.severity == Severity::error ? "error" : "warning"},
         {"code", finding.code},
         {"file", path_of(result, finding)},
         {"line", finding.line},
         {"item", finding.item},
         {"field", ""},
         {"problem", finding.problem},
         {"advice", finding.advice}});
  }
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void print_rules(const Context& context) {
  report::TextTable table({"rule", "severity", "finds"}, {});
  for (const golden::LintRule& rule : golden::lint_rules()) {
    table.add({std::string(rule.code), rule.severity == Severity::error ? "error" : "warning",
               std::string(rule.about)});
  }
  print(table.text(context.style));
}

void run(const CheckOptions& options, Context& context) {
  if (options.rules) {
    print_rules(context);
    return;
  }
  const CheckResult result = check_files(options);
  print(options.json ? check_json(result) : check_text(result, options, context));
  if (result.errors() > 0) {
    context.exit_code = kBadInput;
  } else if (options.strict && result.count(Severity::warning) > 0) {
    context.exit_code = kGateFailed;
  }
}

}  // namespace

void add_golden(CLI::App& app, Context& context) {
  CLI::App* group = app.add_subcommand("golden", "Look after a golden set");
  group->require_subcommand(1);
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = group->add_subcommand(
      "check", "Validate and lint a golden set: can its numbers be believed?");
  command->footer(R"(Examples:
  foley-eval golden check                                    the bundled set
  foley-eval golden check --golden g.json --corpus c.json
  foley-eval golden check --golden g.json --corpus c.json --strict   in CI

Errors make numbers wrong (exit 2). Warnings make them say less than they seem to (exit 0, or 1
with --strict). --rules lists what is looked at.)");
  command->add_option("--golden", options->golden, "Golden set (JSON); default: the bundled one");
  command->add_option("--corpus", options->corpus, "Corpus (JSON); default: the bundled one");
  command->add_flag("--strict", options->strict, "Exit 1 on warnings");
  command->add_flag("--all", options->all, "Show every finding, not five a rule");
  command->add_flag("--rules", options->rules, "List the rules and stop");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
