#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <vector>

#include "commands.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/atomic_file.hpp"
#include "foley/io/percent_text.hpp"
#include "foley/io/rankings.hpp"
#include "foley/io/trec_write.hpp"
#include "foley/retrieval/fusion/fuse.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

using retrieval::FusionPlan;

struct FuseOptions {
  std::vector<std::string> runs;
  std::string method = "rrf";
  std::string norm = "min-max";
  std::string weights;
  double k = retrieval::kFusionRrfK;
  bool k_given = false;
  std::size_t depth = 1000;
  std::string tag;
  std::string output;
  bool list = false;
};

using Notes = std::vector<std::string>;

// They go to standard error, since standard output is the run; and come last, since a command that
// fails says one line.
void print_notes(const Notes& notes) {
  for (const std::string& note : notes) {
    std::fprintf(stderr, "foley-eval: note: %s\n", printable(note).c_str());
  }
}

void add_entry(std::string& text, std::string_view name, std::initializer_list<std::string> lines) {
  constexpr std::size_t kColumn = 12;
  std::string lead = "  " + std::string(name) + std::string(kColumn - name.size(), ' ');
  for (const std::string& line : lines) {
    text += lead + line + '\n';
    lead.assign(lead.size(), ' ');
  }
}

std::string list_text() {
  std::string text = "Methods\n";
  for (const retrieval::FusionMethod& method : retrieval::fusion_methods()) {
    add_entry(text, method.name,
              {std::string(method.about), std::string(method.formula),
               std::string(method.title) + ": " + std::string(method.citation) +
                   (method.takes_weights ? "; --weights" : "") + (method.takes_k ? "; --k" : "")});
  }
  text += "\nNormalisations, a query and run at a time\n";
  for (const retrieval::Normalisation& norm : retrieval::normalisations()) {
    add_entry(text, norm.name,
              {std::string(norm.about), std::string(norm.formula), std::string(norm.citation)});
  }
  return text;
}

std::vector<double> weights_of(const std::string& list) {
  std::vector<double> weights;
  for (std::size_t from = 0; from <= list.size() && !list.empty();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    const std::string_view text = std::string_view(list).substr(from, to - from);
    double weight = 0.0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), weight);
    if (text.empty() || fault != std::errc{} || end != text.data() + text.size()) {
      throw Failure{
          "--weights: '" + printable(text, 80) + "' is no finite number; write them like 0.7,0.3",
          kBadInput};
    }
    weights.push_back(weight);
    from = to + 1;
  }
  return weights;
}

FusionPlan plan_of(const FuseOptions& options) {
  FusionPlan plan;
  plan.method = value_or_fail(retrieval::find_fusion(options.method));
  plan.normalisation = value_or_fail(retrieval::find_normalisation(options.norm));
  plan.parameters = {options.k, weights_of(options.weights)};
  plan.depth = options.depth;
  if (options.k_given && !plan.method->takes_k) {
    throw Failure{options.method + " takes no --k; leave it out, or use rrf", kBadInput};
  }
  check(retrieval::check_plan(plan, options.runs.size()));
  return plan;
}

// What a run leaves unanswered is said: it weakens that run's voice.
void note_holes(const Run& fused, const Run& run, const std::string& path, Notes& notes) {
  const auto rows = fused.rows();
  const auto missing = std::count_if(rows.begin(), rows.end(),
                                     [&](const auto& row) { return run.find(row.query).empty(); });
  if (missing > 0) {
    notes.push_back(path + " does not answer " + std::to_string(missing) + " of " +
                    std::to_string(rows.size()) + " queries");
  }
}

std::string run_text(const Run& fused, const FuseOptions& options, Notes& notes) {
  io::TrecRunFormat format{.tag = options.tag.empty() ? options.method : options.tag,
                           .order = io::TrecOrder::given};
  // Ids that came from TREC text must come out as they went in, percent signs and all.
  if (io::fits_trec(fused)) {
    format.ids = io::TrecIds::plain;
  } else {
    notes.emplace_back("ids with blanks or control characters are written percent-encoded");
  }
  if (format.ids == io::TrecIds::plain && !io::fits_trec(format.tag)) {
    throw Failure{"--tag '" + printable(format.tag, 80) + "' holds blanks or begins with '#'",
                  kBadInput};
  }
  return value_or_fail(io::trec_run_text(fused, format));
}

void fuse(const FuseOptions& options) {
  if (options.list) {
    print(list_text());
    return;
  }
  if (options.runs.size() < 2) {
    throw Failure{"give at least two runs to fuse (see foley-eval fuse --help)", kBadInput};
  }
  if (std::count(options.runs.begin(), options.runs.end(), "-") > 1) {
    throw Failure{"standard input can be one of the runs only", kBadInput};
  }
  const FusionPlan plan = plan_of(options);
  std::vector<Run> runs;
  for (const std::string& path : options.runs) {
    runs.push_back(std::move(value_or_fail(io::load_run(path)).table));
  }
  std::vector<const Run*> views;
  for (const Run& run : runs) {
    views.push_back(&run);
  }
  const Run fused = value_or_fail(retrieval::fuse_runs(views, plan));
  Notes notes;
  const std::string text = run_text(fused, options, notes);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    note_holes(fused, runs[i], options.runs[i], notes);
  }
  if (options.output.empty() || options.output == "-") {
    print(text);
  } else {
    check(io::write_atomically(options.output, text));
  }
  print_notes(notes);
}

}  // namespace

void add_fuse(CLI::App& app, Context&) {
  auto options = std::make_shared<FuseOptions>();
  CLI::App* command = app.add_subcommand("fuse", "Make one run out of several");
  command->footer(R"(
Examples:
  foley-eval fuse --list
  foley-eval fuse my.run other.run -o fused.run
  foley-eval fuse my.run other.run --method combmnz --norm z-score
  foley-eval fuse my.run other.run --method wsum --weights 0.7,0.3

The fused run holds every query and document of any run, best first, equal scores by id.
Methods that look at ranks alone (rrf, isr, borda, condorcet) ignore --norm.)");
  command->add_option("runs", options->runs, "Runs to fuse; - is standard input")
      ->type_name("RUN")
      ->check(not_empty);
  command->add_option("--method", options->method, "How to fuse (--list shows all)")
      ->capture_default_str()
      ->type_name("NAME")
      ->check(not_empty);
  command->add_option("--norm", options->norm, "How to make scores comparable first")
      ->capture_default_str()
      ->type_name("NAME")
      ->check(not_empty);
  command
      ->add_option("--weights", options->weights,
                   "How much each run counts, in their order, as in 0.7,0.3 (wsum, rrf)")
      ->type_name("LIST")
      ->check(not_empty);
  CLI::Option* k =
      command->add_option("--k", options->k, "Constant of rrf; larger: first places count less")
          ->capture_default_str()
          ->type_name("X");
  command->add_option("--depth", options->depth, "Documents to keep a query")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000000000}).description(""))
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--tag", options->tag, "Name of the run, its last column; default: the method")
      ->type_name("NAME")
      ->check(not_empty);
  command->add_option("-o,--output", options->output, "File to write; default: standard output")
      ->type_name("FILE")
      ->check(not_empty);
  command->add_flag("--list", options->list, "Show the methods and normalisations and stop");
  command->callback([options, k] {
    options->k_given = k->count() > 0;
    fuse(*options);
  });
}

}  // namespace foley::app
