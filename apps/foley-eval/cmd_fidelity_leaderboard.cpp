#include <algorithm>
#include <memory>
#include <set>

#include "fidelity_commands.hpp"
#include "fidelity_differences.hpp"
#include "fidelity_inputs.hpp"
#include "fidelity_options.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/fidelity_comparison.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval fidelity leaderboard --reference real.npz a=made.npz b=other.npz
  foley-eval fidelity leaderboard --reference real.npz a=made.npz b=other.npz --metric fad --json

The first measure of --metric (fad before kad) sorts; p compares each generator with the next one.
A rule of --gate asks for a number of a generator: 'a.fad<=2.5'.)";

struct LeaderboardArguments {
  FidelityOptions options;
  std::vector<std::string> generators;
};

// A generator with all that its place rests on.
struct Entry {
  std::size_t place = 0;  ///< As typed.
  std::string name;
  SoundSet set;
  std::optional<FrechetResult> frechet;
  std::optional<KernelResult> kernel;

  [[nodiscard]] double key() const {
    return frechet ? frechet->distance.value : kernel->distance.value;
  }
};

std::vector<Entry> load_entries(const LeaderboardArguments& arguments) {
  std::vector<Entry> entries;
  std::set<std::string> names;
  for (const std::string& word : arguments.generators) {
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == word.size()) {
      throw Failure{"'" + printable(word, 80) + "' is not NAME=SET, as in mine=made.npz",
                    kBadInput};
    }
    const std::string name = word.substr(0, sign);
    if (!names.insert(name).second) {
      throw Failure{"there are two generators '" + printable(name, 80) + "'; name each its own way",
                    kBadInput};
    }
    entries.push_back({entries.size(),
                       name,
                       load_set(word.substr(sign + 1), arguments.options, name, false),
                       {},
                       {}});
  }
  return entries;
}

double p_between(const SoundSet& reference, const Entry& first, const Entry& second,
                 const ChosenKernel& kernel, const FidelityPlan& plan, ProgressLine& progress) {
  if (first.frechet) {
    return frechet_difference(reference, first.set, *first.frechet, second.set, *second.frechet,
                              std::nullopt, plan)
        .p;
  }
  return kernel_difference_of(reference, first.set, *first.kernel, second.set, *second.kernel,
                              kernel, std::nullopt, plan, progress)
      .p;
}

void measure(report::FidelityLeaderboard& board, SoundSet& reference, std::vector<Entry>& entries,
             const FidelityPlan& plan, ProgressLine& progress) {
  board.ruler = ruler_of(reference, entries.front().set, plan);
  ChosenKernel kernel;
  const FidelityPlan drawn = with_draws(plan);
  if (plan.wants(FidelityMetric::fad)) {
    const auto fit = fit_of(reference, plan, progress);
    for (Entry& entry : entries) {
      entry.frechet = frechet_of(reference, fit, entry.set, plan, progress);
    }
  }
  if (plan.wants(FidelityMetric::kad)) {
    kernel = kernel_of(reference, entries.front().set, plan, progress);
    take_kernel(board.ruler, kernel, plan);
    for (Entry& entry : entries) {
      entry.kernel = kernel_distance_of(reference, entry.set, kernel, drawn, board.notes, progress);
      board.ruler.replicates = entry.kernel->chances.bootstrap;
      board.ruler.permutations = entry.kernel->chances.permutations;
      board.ruler.precision = entry.kernel->distance.float32_products ? "float32" : "float64";
    }
  }
  std::ranges::sort(entries, [](const Entry& one, const Entry& other) {
    return one.key() != other.key() ? one.key() < other.key() : one.place < other.place;
  });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Entry& entry = entries[i];
    report::LeaderboardRow row{entry.name, entry.set.described, {}, std::nullopt};
    if (entry.frechet) {
      row.measures.push_back(entry.frechet->measure);
    }
    if (entry.kernel) {
      row.measures.push_back(entry.kernel->measure);
    }
    if (i + 1 < entries.size()) {
      row.p_to_next = p_between(reference, entry, entries[i + 1], kernel, drawn, progress);
    }
    board.rows.push_back(std::move(row));
  }
}

void run(const LeaderboardArguments& arguments, Context& context) {
  const FidelityOptions& options = arguments.options;
  if (options.reference.empty() || arguments.generators.size() < 2) {
    throw Failure{
        "name --reference and two generators at least, as NAME=SET (see foley-eval fidelity "
        "leaderboard --help)",
        kBadInput};
  }
  const FidelityPlan plan = plan_of(options, kFidelityDistances);
  refuse_moving_rulers(plan);
  const auto rules = read_rules(options.gate);
  SoundSet reference =
      load_set(options.reference, options, "--reference", !plan.wants(FidelityMetric::kad));
  std::vector<Entry> entries = load_entries(arguments);
  report::FidelityLeaderboard board;
  std::set<std::uint64_t> sizes;
  std::vector<const SoundSet*> sets;
  for (const Entry& entry : entries) {
    check_sets(reference, entry.set);
    sets.push_back(&entry.set);
    sizes.insert(entry.set.described.rows);
  }
  check_manifests(reference, sets, options, board.notes);
  if (sizes.size() > 1 && plan.wants(FidelityMetric::fad)) {
    board.notes.emplace_back(
        "FAD falls as n grows, and the generators differ in n; --metric kad does not");
  }
  board.level = 1.0 - plan.confidence;
  ProgressLine progress;
  measure(board, reference, entries, plan, progress);
  progress.clear();
  board.reference = reference.described;
  std::vector<gate::Quantity> quantities;
  for (const report::LeaderboardRow& row : board.rows) {
    for (auto& [name, value] : report::quantities_of(row.measures)) {
      quantities.emplace_back(row.name + "." + name, value);
    }
  }
  board.rules = check_rules(rules, quantities);
  print(options.json ? report::fidelity_leaderboard_json(board)
                     : report::fidelity_leaderboard_text(board, context.style));
  context.exit_code = all_passed(board.rules) ? kPassed : kGateFailed;
}

}  // namespace

void add_fidelity_leaderboard(CLI::App& fidelity, Context& context) {
  auto arguments = std::make_shared<LeaderboardArguments>();
  FidelityOptions& options = arguments->options;
  CLI::App* command = fidelity.add_subcommand(
      "leaderboard", "Several generators against one reference, closest first");
  command->footer(kFooter);
  add_reference_option(*command, options);
  command->add_option("generators", arguments->generators, "Generators and their embeddings")
      ->type_name("NAME=SET")
      ->check(not_empty);
  add_measure_options(*command, options, "fad, kad or both");
  add_chance_options(*command, options);
  add_gate_option(*command, options);
  add_common_options(*command, options);
  command->callback([arguments, &fidelity, &context] {
    refuse_options_before(fidelity, "leaderboard");
    without_surprises([&] { run(*arguments, context); });
  });
}

}  // namespace foley::app
