#include <algorithm>
#include <memory>

#include "fidelity_commands.hpp"
#include "fidelity_differences.hpp"
#include "fidelity_inputs.hpp"
#include "fidelity_options.hpp"
#include "foley/report/fidelity_comparison.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval fidelity compare --reference real.npz --a made.npz --b other.npz
  foley-eval fidelity compare --reference real.npz --a made.npz --b other.npz --paired --json
  foley-eval fidelity compare --reference real.npz --a other.npz --b made.npz --gate not-worse
  foley-eval fidelity compare --reference real.npz --a made.npz --b other.npz --gate 'fad.p<=1'

The difference is B less A: below 0 B is closer. --paired takes clips of the same name in A and B
as answers to the same prompt. The rule not-worse fails where a measure shows B further away; others
compare a number: fad.difference, fad.high, kad.p, kad.a, …)";

constexpr const char* kNotWorse = "not-worse";

struct CompareArguments {
  FidelityOptions options;
  std::string a;
  std::string b;
  bool paired = false;
};

std::vector<gate::Quantity> quantities_of(const report::FidelityComparison& comparison) {
  std::vector<gate::Quantity> quantities;
  for (const report::FidelityDifference& each : comparison.differences) {
    quantities.emplace_back(each.name + ".difference", each.difference.value);
    quantities.emplace_back(each.name + ".low", each.difference.low);
    quantities.emplace_back(each.name + ".high", each.difference.high);
    quantities.emplace_back(each.name + ".p", each.p);
    quantities.emplace_back(each.name + ".a", each.a.value);
    quantities.emplace_back(each.name + ".b", each.b.value);
  }
  return quantities;
}

report::FidelityRule not_worse(const report::FidelityComparison& comparison) {
  report::FidelityRule rule{kNotWorse, true, "no measure shows B further away than A"};
  for (const report::FidelityDifference& each : comparison.differences) {
    if (each.told_apart(comparison.level) && each.difference.value > 0.0) {
      rule.passed = false;
      rule.finding = std::string(report::measure_title(each.name)) + " shows B further away by " +
                     report::figure_text(each.difference.value);
      break;
    }
  }
  return rule;
}

void refuse_wrong_use(const CompareArguments& arguments, const FidelityPlan& plan) {
  if (arguments.options.reference.empty() || arguments.a.empty() || arguments.b.empty()) {
    throw Failure{
        "name the sets with --reference, --a and --b (see foley-eval fidelity compare --help)",
        kBadInput};
  }
  refuse_moving_rulers(plan);
  if (plan.bootstrap == 0 || plan.permutations == 0) {
    throw Failure{
        "a comparison needs an interval and a p; let --bootstrap and --permutations be 1 "
        "at least",
        kBadInput};
  }
}

void compare(report::FidelityComparison& comparison, SoundSet& reference, SoundSet& a, SoundSet& b,
             const FidelityPlan& plan, ProgressLine& progress) {
  const auto paired =
      comparison.paired ? std::optional(pair_clips(a, b)) : std::optional<PairedClips>();
  comparison.ruler = ruler_of(reference, a, plan);
  if (plan.wants(FidelityMetric::fad)) {
    const auto fit = fit_of(reference, plan, progress);
    const FrechetResult first = frechet_of(reference, fit, a, plan, progress);
    const FrechetResult second = frechet_of(reference, fit, b, plan, progress);
    comparison.differences.push_back(
        frechet_difference(reference, a, first, b, second, paired, plan));
    const auto rows = std::minmax(a.described.rows, b.described.rows);
    if (rows.first != rows.second) {
      comparison.notes.emplace_back(
          "FAD falls as n grows, and A and B differ in n; KAD does not, or compare equal numbers");
    }
  }
  if (plan.wants(FidelityMetric::kad)) {
    const ChosenKernel kernel = kernel_of(reference, a, plan, progress);
    const FidelityPlan drawn = with_draws(plan);
    const KernelResult first =
        kernel_distance_of(reference, a, kernel, drawn, comparison.notes, progress);
    const KernelResult second =
        kernel_distance_of(reference, b, kernel, drawn, comparison.notes, progress);
    comparison.differences.push_back(
        kernel_difference_of(reference, a, first, b, second, kernel, paired, drawn, progress));
    take_kernel(comparison.ruler, kernel, plan);
    comparison.ruler.precision = first.distance.float32_products ? "float32" : "float64";
    comparison.ruler.replicates = first.chances.bootstrap;
    comparison.ruler.permutations = first.chances.permutations;
  }
}

void run(const CompareArguments& arguments, Context& context) {
  const FidelityOptions& options = arguments.options;
  const FidelityPlan plan = plan_of(options, kFidelityDistances);
  refuse_wrong_use(arguments, plan);
  std::vector<std::string> texts = options.gate;
  const bool wants_not_worse = std::erase(texts, kNotWorse) > 0;
  const auto rules = read_rules(texts);
  report::FidelityComparison comparison;
  SoundSet reference =
      load_set(options.reference, options, "--reference", !plan.wants(FidelityMetric::kad));
  SoundSet a = load_set(arguments.a, options, "--a", false);
  SoundSet b = load_set(arguments.b, options, "--b", false);
  for (const SoundSet* set : {&a, &b}) {
    check_sets(reference, *set);
  }
  check_manifests(reference, {&a, &b}, options, comparison.notes);
  comparison.paired = arguments.paired;
  comparison.level = 1.0 - plan.confidence;
  ProgressLine progress;
  compare(comparison, reference, a, b, plan, progress);
  progress.clear();
  comparison.reference = reference.described;
  comparison.a = a.described;
  comparison.b = b.described;
  if (wants_not_worse) {
    comparison.rules.push_back(not_worse(comparison));
  }
  for (report::FidelityRule& rule : check_rules(rules, quantities_of(comparison))) {
    comparison.rules.push_back(std::move(rule));
  }
  print(options.json ? report::fidelity_comparison_json(comparison)
                     : report::fidelity_comparison_text(comparison, context.style));
  context.exit_code = all_passed(comparison.rules) ? kPassed : kGateFailed;
}

}  // namespace

void add_fidelity_compare(CLI::App& fidelity, Context& context) {
  auto arguments = std::make_shared<CompareArguments>();
  FidelityOptions& options = arguments->options;
  CLI::App* command = fidelity.add_subcommand(
      "compare", "Which of two generators is closer to real sounds, or is it chance?");
  command->footer(kFooter);
  add_reference_option(*command, options);
  const auto set = [&](const char* name, std::string& value, const char* about) {
    command->add_option(name, value, about)
        ->group("What to compare")
        ->type_name("SET")
        ->check(not_empty);
  };
  set("--a", arguments->a, "Embeddings of generator A");
  set("--b", arguments->b, "Embeddings of generator B");
  command->add_flag("--paired", arguments->paired, "Clips of the same name answer the same prompt")
      ->group("What to compare");
  add_measure_options(*command, options, "fad, kad or both");
  add_chance_options(*command, options);
  add_gate_option(*command, options);
  add_common_options(*command, options);
  command->callback([arguments, &fidelity, &context] {
    refuse_options_before(fidelity, "compare");
    without_surprises([&] { run(*arguments, context); });
  });
}

}  // namespace foley::app
