#include "fidelity_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string_view>
#include <thread>

#include "agreement_options.hpp"
#include "context.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/statistics_file.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr std::array<std::string_view, kFidelityMetrics> kMetrics{
    "fad", "kad", "precision", "recall", "density", "coverage", "vendi"};
constexpr std::array<std::string_view, 4> kKernels{"gaussian", "iq", "imq", "polynomial"};
constexpr std::array<std::string_view, 2> kConventions{"foley", "kadtk"};
constexpr std::array<std::string_view, 2> kPrecisions{"automatic", "float64"};

std::size_t chosen(const std::string& word, std::span<const std::string_view> known,
                   const std::string& option) {
  const auto found = std::ranges::find(known, word);
  if (found != known.end()) {
    return static_cast<std::size_t>(found - known.begin());
  }
  std::string all;
  for (const std::string_view each : known) {
    all += (all.empty() ? "" : ", ") + std::string(each);
  }
  const auto near = nearest_name(word.substr(0, 40), known);
  throw Failure{option + ": there is no '" + printable(word, 40) + "'; " +
                    (near ? "did you mean '" + *near + "'?" : "choose one of: " + all),
                kBadInput};
}

std::vector<FidelityMetric> metrics_of(const std::string& list, std::size_t known) {
  std::vector<FidelityMetric> metrics;
  for (const std::string& word : text_list(list)) {
    metrics.push_back(
        static_cast<FidelityMetric>(chosen(word, std::span(kMetrics).first(known), "--metric")));
  }
  std::ranges::sort(metrics);
  const auto repeats = std::ranges::unique(metrics);
  metrics.erase(repeats.begin(), repeats.end());
  return metrics;
}

void take_bandwidth(FidelityPlan& plan, const std::string& word) {
  if (word == "reference" || word == "pooled") {
    plan.from = word == "pooled" ? BandwidthFrom::pooled : BandwidthFrom::reference;
    return;
  }
  if (word.ends_with(".npz")) {
    const auto file = value_or_fail(io::load_statistics(word));
    if (!file.bandwidth) {
      throw Failure{"--bandwidth: " + word + " holds no bandwidth", kBadInput};
    }
    plan.from = BandwidthFrom::number;
    plan.bandwidth = *file.bandwidth;
    plan.bandwidth_file = word;
    return;
  }
  double number = 0.0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (fault != std::errc{} || end != word.data() + word.size() || !(number >= 1e-140) ||
      !(number <= 1e140)) {
    throw Failure{
        "--bandwidth: '" + printable(word, 40) +
            "' is neither reference, nor pooled, nor a number above 0, nor a statistics file",
        kBadInput};
  }
  plan.from = BandwidthFrom::number;
  plan.bandwidth = number;
}

}  // namespace

bool FidelityPlan::wants(FidelityMetric metric) const {
  return std::ranges::find(metrics, metric) != metrics.end();
}

std::string metric_name(FidelityMetric metric) {
  return std::string(kMetrics.at(static_cast<std::size_t>(metric)));
}

unsigned threads_of(const FidelityOptions& options) {
  return options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

FidelityPlan plan_of(const FidelityOptions& options, std::size_t known) {
  FidelityPlan plan;
  plan.metrics = metrics_of(options.metric, known);
  plan.kernel = fidelity::parse_kernel_kind(kKernels[chosen(options.kernel, kKernels, "--kernel")])
                    .value_or(fidelity::KernelKind::gaussian);
  take_bandwidth(plan, options.bandwidth);
  plan.kadtk = chosen(options.convention, kConventions, "--convention") == 1;
  plan.precision = chosen(options.precision, kPrecisions, "--precision") == 1
                       ? fidelity::Precision::float64
                       : fidelity::Precision::automatic;
  plan.bootstrap = options.bootstrap;
  plan.permutations = options.permutations;
  plan.confidence = options.confidence;
  plan.seed = options.seed;
  plan.threads = threads_of(options);
  plan.neighbours = options.neighbours;
  if (plan.kadtk && plan.kernel == fidelity::KernelKind::polynomial) {
    throw Failure{"kadtk has no polynomial kernel; leave --convention kadtk out", kBadInput};
  }
  if (plan.kadtk && options.bandwidth != "reference") {
    throw Failure{"--convention kadtk takes the bandwidth from the generated set; leave one out",
                  kBadInput};
  }
  return plan;
}

void refuse_moving_rulers(const FidelityPlan& plan) {
  if (plan.kadtk || plan.from == BandwidthFrom::pooled) {
    throw Failure{std::string(plan.kadtk ? "--convention kadtk" : "--bandwidth pooled") +
                      " takes another bandwidth for each generated set, which do not compare; "
                      "use --bandwidth reference or a number",
                  kBadInput};
  }
}

FidelityPlan with_draws(FidelityPlan plan) {
  constexpr std::size_t kUsualDraws = 1'000;
  plan.bootstrap = plan.bootstrap.value_or(kUsualDraws);
  plan.permutations = plan.permutations.value_or(kUsualDraws);
  return plan;
}

void add_reference_option(CLI::App& command, FidelityOptions& options) {
  command.add_option("--reference", options.reference, "Embeddings of real sounds")
      ->group("What to compare")
      ->type_name("SET")
      ->check(not_empty);
}

void add_measure_options(CLI::App& command, FidelityOptions& options, const char* metrics) {
  const char* measures = "How to measure";
  const auto word = [&](const char* name, std::string& value, const char* about, const char* type) {
    return command.add_option(name, value, about)
        ->group(measures)
        ->type_name(type)
        ->capture_default_str()
        ->check(not_empty);
  };
  word("--metric", options.metric, metrics, "LIST");
  word("--kernel", options.kernel, "Of KAD: gaussian, iq, imq or polynomial", "NAME");
  word("--bandwidth", options.bandwidth,
       "Of the kernel: reference, pooled, a number or a statistics file", "RULE");
  word("--convention", options.convention, "kadtk: KAD with the scale and bandwidth of that tool",
       "NAME");
  word("--precision", options.precision, "float64: products of float32 sets in float64 too",
       "NAME");
}

void add_chance_options(CLI::App& command, FidelityOptions& options) {
  const char* chance = "How sure";
  command.add_option("--bootstrap", options.bootstrap, "Samples for intervals of KAD; 0: none")
      ->group(chance)
      ->type_name("N")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000}).description(""));
  command
      .add_option("--permutations", options.permutations,
                  "Permutations for p; both default to 1000 for sets that are not large")
      ->group(chance)
      ->type_name("N")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000}).description(""));
  command.add_option("--confidence", options.confidence, "Of the intervals")
      ->group(chance)
      ->type_name("SHARE")
      ->capture_default_str()
      ->check(finite_between(0.5, 0.9999));
  command.add_option("--seed", options.seed, "Seed of all that is drawn by chance")
      ->group(chance)
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number);
}

void add_gate_option(CLI::App& command, FidelityOptions& options) {
  command
      .add_option("--gate", options.gate, "Exit 1 unless this holds, e.g. 'fad<=2.5'; repeatable")
      ->type_name("RULE")
      ->allow_extra_args(false)
      ->check(not_empty);
}

void add_common_options(CLI::App& command, FidelityOptions& options) {
  command.add_flag("--allow-unlike", options.allow_unlike,
                   "Compare sets whose manifests differ, with a warning");
  command.add_option("--model", options.model, "Which model of a fadtk or kadtk cache folder")
      ->type_name("NAME")
      ->check(not_empty);
  command.add_option("--threads", options.threads, "Threads; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U).description(""));
  command.add_flag("--json", options.json, "Write JSON for programs");
}

void refuse_options_before(const CLI::App& above, const std::string& name) {
  for (const CLI::Option* option : above.get_options()) {
    if (option->count() > 0) {
      throw Failure{"options stand behind the name of the command: foley-eval fidelity " + name +
                        " " + option->get_name(false, false) + " (see foley-eval fidelity " + name +
                        " --help)",
                    kBadInput};
    }
  }
}

}  // namespace foley::app
