#include <memory>

#include "commands.hpp"
#include "foley/report/measures_document.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

struct MeasuresOptions {
  std::string name;
  bool markdown = false;
  bool json = false;
};

// The measure of a name, or of a spelling with parameters.
const retrieval::MeasureInfo& measure_named(const std::string& name) {
  if (const auto* info = retrieval::find_info(name)) {
    return *info;
  }
  return *value_or_fail(retrieval::parse_measure(name)).info;
}

void run(const MeasuresOptions& options, const Context& context) {
  if (options.markdown && options.json) {
    throw Failure{"--markdown and --json exclude each other: choose one", kBadInput};
  }
  if (options.name.empty()) {
    print(options.markdown ? retrieval::registry_markdown()
          : options.json   ? report::measures_json(retrieval::all_measures())
                           : report::measures_text(retrieval::all_measures(), context.style));
    return;
  }
  const retrieval::MeasureInfo& measure = measure_named(options.name);
  const retrieval::MeasureInfo* const one[] = {&measure};
  print(options.markdown ? retrieval::measure_markdown(measure)
        : options.json   ? report::measures_json(one)
                         : report::measure_text(measure, options.name, context.style));
}

}  // namespace

void add_measures(CLI::App& app, Context& context) {
  auto options = std::make_shared<MeasuresOptions>();
  CLI::App* command =
      app.add_subcommand("measures", "List the measures, or say what one of them means");
  command->footer(R"(
Examples:
  foley-eval measures
  foley-eval measures nDCG
  foley-eval measures hit_rate@10
  foley-eval measures --markdown

A name that trec_eval and ir_measures share is shown as ir_measures'.)");
  command->add_option("name", options->name, "Measure, in any spelling that is read")
      ->type_name("NAME")
      ->check(not_empty);
  command->add_flag("--markdown", options->markdown, "Write Markdown (docs/measures.md)");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
