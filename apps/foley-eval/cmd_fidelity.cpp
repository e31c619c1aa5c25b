#include <memory>

#include "commands.hpp"
#include "fidelity_causes.hpp"
#include "fidelity_commands.hpp"
#include "fidelity_distances.hpp"
#include "fidelity_inputs.hpp"
#include "fidelity_options.hpp"
#include "fidelity_shares.hpp"
#include "foley/fidelity/kernel_resampling.hpp"
#include "foley/report/fidelity_document.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval fidelity --reference real.npz --generated made.npz
  foley-eval fidelity --reference real.npz --generated made.npz --why --by-category --top 5
  foley-eval fidelity --reference real.npz --generated made.npz --infinity --json
  foley-eval fidelity --reference real.npz --generated made.npz --metric kad,coverage,vendi
  foley-eval fidelity --reference ref.npz --generated made.npz --metric fad --gate 'fad<=100'

SET is a .npy, .npz, .csv or .tsv file, a folder of .npy files, a cache folder of fadtk or kadtk, or
for FAD a statistics file. FAD and KAD are lower where sounds are closer; KAD is unbiased, FAD falls
as n grows. A rule of --gate compares a number of --json: fad, kad.p, fad.high, coverage, …
Exit codes: 0 passed, 1 a rule failed, 2 wrong use or bad input, 3 the machine's fault, 130 Ctrl-C.)";

struct FidelityArguments {
  FidelityOptions options;
  std::string generated;
  bool infinity = false;
  bool why = false;
  bool by_category = false;
  std::size_t top = 10;
};

// What was computed, for what follows from it.
struct Found {
  std::optional<FrechetResult> frechet;
  std::optional<fidelity::GaussianFit> reference_fit;
  std::optional<ChosenKernel> kernel;
  std::optional<fidelity::KernelDistance> kernel_distance;
};

void add_frechet(report::FidelityDocument& document, Found& found, SoundSet& reference,
                 SoundSet& generated, const FidelityPlan& plan, ProgressLine& progress) {
  found.reference_fit = fit_of(reference, plan, progress);
  found.frechet = frechet_of(reference, *found.reference_fit, generated, plan, progress);
  document.measures.push_back(found.frechet->measure);
}

void add_kernel(report::FidelityDocument& document, Found& found, const SoundSet& reference,
                const SoundSet& generated, const FidelityPlan& plan, ProgressLine& progress) {
  found.kernel = kernel_of(reference, generated, plan, progress);
  document.notes.insert(document.notes.end(), found.kernel->notes.begin(),
                        found.kernel->notes.end());
  KernelResult result =
      kernel_distance_of(reference, generated, *found.kernel, plan, document.notes, progress);
  take_kernel(document.ruler, *found.kernel, plan);
  document.ruler.precision = result.distance.float32_products ? "float32" : "float64";
  document.ruler.replicates = result.chances.bootstrap;
  document.ruler.permutations = result.chances.permutations;
  document.measures.push_back(std::move(result.measure));
  found.kernel_distance = std::move(result.distance);
}

bool wants_shares(const FidelityPlan& plan) {
  return plan.wants(FidelityMetric::precision) || plan.wants(FidelityMetric::recall) ||
         plan.wants(FidelityMetric::density) || plan.wants(FidelityMetric::coverage);
}

void refuse_statistics(const SoundSet& reference, const FidelityPlan& plan,
                       const FidelityArguments& arguments) {
  if (!reference.statistics) {
    return;
  }
  for (const FidelityMetric metric : plan.metrics) {
    if (metric != FidelityMetric::fad && metric != FidelityMetric::vendi) {
      throw Failure{reference.described.path + " is a statistics file: " + metric_name(metric) +
                        " needs the sounds themselves, mean and covariance serve FAD alone "
                        "(--metric fad)",
                    kBadInput};
    }
  }
  if (arguments.by_category) {
    throw Failure{reference.described.path +
                      " is a statistics file: it has no categories; leave --by-category out",
                  kBadInput};
  }
}

report::FidelityDocument analyse(SoundSet& reference, SoundSet& generated, const FidelityPlan& plan,
                                 const FidelityArguments& arguments, ProgressLine& progress,
                                 std::vector<std::string> notes) {
  report::FidelityDocument document;
  document.notes = std::move(notes);
  document.ruler = ruler_of(reference, generated, plan);
  Found found;
  if (plan.wants(FidelityMetric::fad)) {
    add_frechet(document, found, reference, generated, plan, progress);
  }
  if (plan.wants(FidelityMetric::kad)) {
    add_kernel(document, found, reference, generated, plan, progress);
  }
  if (wants_shares(plan)) {
    const std::size_t replicates = plan.bootstrap.value_or(1'000);
    document.ruler.neighbours = plan.neighbours;
    document.ruler.replicates = replicates;
    for (auto& measure : shares_of(reference, generated, plan, replicates, progress)) {
      document.measures.push_back(std::move(measure));
    }
  }
  if (plan.wants(FidelityMetric::vendi)) {
    document.measures.push_back(vendi_of(reference, generated, plan, progress));
  }
  if (arguments.infinity && found.frechet) {
    document.curves.push_back(fad_curve(*found.reference_fit, generated, plan, progress));
  }
  if (arguments.infinity && found.kernel) {
    document.curves.push_back(kad_curve(reference, generated, *found.kernel, plan, progress));
  }
  if (arguments.why) {
    document.ruler.neighbours = plan.neighbours;
    document.causes = causes_of(reference, generated, found.frechet, found.kernel_distance, plan,
                                arguments.top, progress, document.notes);
  }
  if (arguments.by_category) {
    document.ruler.neighbours = plan.neighbours;
    document.categories = categories_of(reference, generated, found.kernel, plan, progress);
  }
  document.reference = reference.described;
  document.generated = generated.described;
  return document;
}

void run(const FidelityArguments& arguments, Context& context) {
  const FidelityOptions& options = arguments.options;
  if (options.reference.empty() || arguments.generated.empty()) {
    throw Failure{"name the sets with --reference and --generated (see foley-eval fidelity --help)",
                  kBadInput};
  }
  const FidelityPlan plan = plan_of(options, kFidelityMetrics);
  const auto rules = read_rules(options.gate);
  SoundSet reference = load_set(options.reference, options, "--reference", true);
  refuse_statistics(reference, plan, arguments);
  SoundSet generated = load_set(arguments.generated, options, "--generated", false);
  check_sets(reference, generated);
  if (arguments.by_category && (!reference.has_categories() || !generated.has_categories())) {
    throw Failure{(reference.has_categories() ? arguments.generated : options.reference) +
                      " has no categories; leave --by-category out",
                  kBadInput};
  }
  std::vector<std::string> notes;
  check_manifests(reference, {&generated}, options, notes);
  ProgressLine progress;
  report::FidelityDocument document =
      analyse(reference, generated, plan, arguments, progress, std::move(notes));
  progress.clear();
  document.rules = check_rules(rules, report::quantities_of(document.measures));
  print(options.json ? report::fidelity_json(document)
                     : report::fidelity_text(document, context.style));
  context.exit_code = all_passed(document.rules) ? kPassed : kGateFailed;
}

}  // namespace

void add_fidelity(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<FidelityArguments>();
  FidelityOptions& options = arguments->options;
  CLI::App* command =
      app.add_subcommand("fidelity", "How close are generated sounds to real ones, and why?");
  command->footer(kFooter);
  add_reference_option(*command, options);
  command->add_option("--generated", arguments->generated, "Embeddings of generated sounds")
      ->group("What to compare")
      ->type_name("SET")
      ->check(not_empty);
  add_measure_options(*command, options,
                      "Of fad, kad, precision, recall, density, coverage, vendi");
  command->add_option("--k", options.neighbours, "Neighbours for coverage, outliers and the like")
      ->group("How to measure")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{10'000}).description(""));
  add_chance_options(*command, options);
  const char* views = "What to show";
  command
      ->add_flag("--infinity", arguments->infinity, "FAD and KAD by number of sounds, to its end")
      ->group(views);
  command
      ->add_flag("--why", arguments->why,
                 "Sounds that raise the distance, outliers, copies of the reference")
      ->group(views);
  command->add_flag("--by-category", arguments->by_category, "Each category by itself")
      ->group(views);
  command->add_option("--top", arguments->top, "Sounds in each list of --why")
      ->group(views)
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}).description(""));
  add_gate_option(*command, options);
  add_common_options(*command, options);
  add_fidelity_compare(*command, context);
  add_fidelity_leaderboard(*command, context);
  add_fidelity_statistics(*command, context);
  command->callback([command, arguments, &context] {
    if (command->get_subcommands().empty()) {
      without_surprises([&] { run(*arguments, context); });
    }
  });
}

}  // namespace foley::app
