#include <filesystem>
#include <memory>
#include <system_error>

#include "fidelity_commands.hpp"
#include "fidelity_distances.hpp"
#include "fidelity_inputs.hpp"
#include "fidelity_options.hpp"
#include "foley/fidelity/moments.hpp"
#include "foley/io/statistics_file.hpp"
#include "foley/report/fidelity_statistics.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval fidelity statistics real.npz --out real-statistics.npz
  foley-eval fidelity statistics real.npz --out real-statistics.npz --json

The file holds mean, covariance, n, the bandwidth of KAD with its rule, and the manifest; NumPy
reads it without pickle. It stands in for the sounds as --reference of FAD (--metric fad), and
--bandwidth FILE takes its bandwidth for KAD.)";

struct StatisticsArguments {
  FidelityOptions options;
  std::string set;
  std::string out;
};

void refuse_wrong_use(const StatisticsArguments& arguments) {
  if (arguments.set.empty() || arguments.out.empty()) {
    throw Failure{"name a set and --out (see foley-eval fidelity statistics --help)", kBadInput};
  }
  std::error_code fault;
  if (std::filesystem::equivalent(arguments.set, arguments.out, fault) && !fault) {
    throw Failure{"--out: " + arguments.out + " is the set that is read; name another file",
                  kBadInput};
  }
  if (!arguments.out.ends_with(".npz")) {
    throw Failure{"--out: the name of a statistics file ends in .npz", kBadInput};
  }
}

void run(const StatisticsArguments& arguments, const Context& context) {
  refuse_wrong_use(arguments);
  const FidelityPlan plan = plan_of(arguments.options, kFidelityDistances);
  SoundSet set = load_set(arguments.set, arguments.options, "SET", false);
  check_sets(set, set);
  ProgressLine progress;
  fidelity::Moments moments;
  moments.add(set.view(), plan.threads);
  const fidelity::GaussianFit fit = fidelity::fit_gaussian(moments);
  for (const fidelity::FrechetWarning warning : fidelity::health_of(fit).warnings) {
    if (warning != fidelity::FrechetWarning::identical_rows) {
      set.described.warnings.push_back(fidelity::to_sentence(warning, fit));
    }
  }
  const ChosenKernel kernel = kernel_of(set, set, plan, progress);
  io::StatisticsFile file;
  file.mean.assign(moments.mean().begin(), moments.mean().end());
  file.covariance = moments.covariance();
  file.count = moments.count();
  file.bandwidth = kernel.kernel.bandwidth;
  file.bandwidth_rule = kernel.rule;
  file.manifest = set.manifest;
  file.manifest.set("n", std::to_string(moments.count()));
  file.manifest.set("dimension", std::to_string(moments.dimension()));
  progress.check();
  progress.clear();
  check(io::save_statistics(arguments.out, file));
  report::FidelityStatistics document;
  document.set = set.described;
  document.out = arguments.out;
  document.ruler = ruler_of(set, set, plan);
  take_kernel(document.ruler, kernel, plan);
  document.notes = kernel.notes;
  if (set.manifest.empty()) {
    document.notes.push_back(
        arguments.set +
        " does not say what made its embeddings (no manifest): nobody can check "
        "that a set held against it is alike");
  }
  print(arguments.options.json ? report::fidelity_statistics_json(document)
                               : report::fidelity_statistics_text(document, context.style));
}

}  // namespace

void add_fidelity_statistics(CLI::App& fidelity, Context& context) {
  auto arguments = std::make_shared<StatisticsArguments>();
  FidelityOptions& options = arguments->options;
  CLI::App* command = fidelity.add_subcommand(
      "statistics", "A reference as one small file: mean, covariance, bandwidth, manifest");
  command->footer(kFooter);
  command->add_option("set", arguments->set, "Embeddings of real sounds")
      ->type_name("SET")
      ->check(not_empty);
  command->add_option("--out", arguments->out, "The file to write")
      ->type_name("FILE.npz")
      ->check(not_empty);
  command->add_option("--seed", options.seed, "Of the sample that a large set's bandwidth is from")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number);
  command->add_option("--model", options.model, "Which model of a fadtk or kadtk cache folder")
      ->type_name("NAME")
      ->check(not_empty);
  command->add_option("--threads", options.threads, "Threads; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U).description(""));
  command->add_flag("--json", options.json, "Write JSON for programs");
  command->callback([arguments, &fidelity, &context] {
    refuse_options_before(fidelity, "statistics");
    without_surprises([&] { run(*arguments, context); });
  });
}

}  // namespace foley::app
