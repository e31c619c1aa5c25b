#include <memory>
#include <stdexcept>

#include "agreement_options.hpp"
#include "commands.hpp"
#include "foley/report/plan_document.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval agreement plan --shares 0.7,0.2,0.1
  foley-eval agreement plan --shares 5,3,2 --alpha 0.75 --raters 3 --half-width 0.08
  foley-eval agreement plan --pilot ratings.csv --half-width 0.1 --json

Shares say how often each value is expected (of any sum); --values names the values, else 1, 2, 3 …
A pilot knows all that better, from some 50 units on.)";

struct PlanArguments {
  RatingOptions rating;
  IntervalOptions interval;
  std::string pilot;
  std::string shares;
  double alpha = 0.8;
  std::size_t raters = 2;
  double half_width = 0.05;
  bool json = false;
};

std::vector<double> values_of(const PlanArguments& arguments, const reliability::Scale& scale,
                              std::size_t count) {
  std::vector<double> values;
  std::string named_by = "--values";
  if (!arguments.rating.labels.empty() || !arguments.rating.distances.empty()) {
    values = scale.domain.value();
    named_by = arguments.rating.labels.empty() ? "values of --distances" : "--labels";
  } else if (!arguments.rating.values.empty()) {
    values = number_list(arguments.rating.values, "--values");
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      values.push_back(static_cast<double>(i + 1));
    }
  }
  if (values.size() != count) {
    throw Failure{"there are " + std::to_string(count) + " --shares for " +
                      std::to_string(values.size()) + " " + named_by + "; give one a value",
                  kBadInput};
  }
  return values;
}

void plan_shares(report::PlanDocument& document, const PlanArguments& arguments,
                 const reliability::Scale& scale) {
  document.assumed.shares = number_list(arguments.shares, "--shares");
  document.assumed.values = values_of(arguments, scale, document.assumed.shares.size());
  document.assumed.alpha = arguments.alpha;
  document.assumed.raters = arguments.raters;
  document.plan = reliability::plan_from_shares(document.assumed, scale, document.goal);
}

void plan_pilot(report::PlanDocument& document, const PlanArguments& arguments,
                const RatingScale& scale) {
  constexpr std::uint64_t kFewUnits = 50;
  const reliability::RatingTable table = load_rating_table(arguments.pilot, scale);
  document.pilot = arguments.pilot == "-" ? "standard input" : arguments.pilot;
  check_level(table.ratings, scale.scale, document.pilot);
  const auto counts = reliability::AgreementCounts::of(table.ratings);
  document.pilot_units = counts.units();
  document.plan = reliability::plan_from_pilot(counts, scale.scale, document.goal);
  if (counts.units() < kFewUnits && document.plan.units > 0) {
    document.notes.emplace_back(
        "a pilot of under 50 units is itself uncertain; take it as a guess");
  }
}

// `agreement --json plan` and `agreement ratings.csv plan` would leave words without effect.
void refuse_words_before(const CLI::App& agreement) {
  for (const CLI::Option* option : agreement.get_options()) {
    if (option->count() > 0) {
      throw Failure{
          "options of plan stand behind it: foley-eval agreement plan " +
              (option->get_positional() ? "--pilot FILE" : option->get_name(false, false)) +
              " (see foley-eval agreement plan --help)",
          kBadInput};
    }
  }
}

// A pilot says itself what these would assume.
void refuse_words_of_shares(const CLI::App& command) {
  for (const char* const option : {"--alpha", "--raters"}) {
    if (command.count("--pilot") > 0 && command.count(option) > 0) {
      throw Failure{std::string(option) + " is for --shares; the --pilot says it itself",
                    kBadInput};
    }
  }
}

void run(const PlanArguments& arguments, const Context& context) {
  if (arguments.shares.empty() == arguments.pilot.empty()) {
    throw Failure{
        "give either --shares of the values or a --pilot file (see foley-eval agreement "
        "plan --help)",
        kBadInput};
  }
  const RatingScale scale = rating_scale(arguments.rating);
  report::PlanDocument document;
  document.level = scale.scale.level;
  document.goal.half_width = arguments.half_width;
  document.goal.confidence = arguments.interval.confidence;
  document.goal.seed = arguments.interval.seed;
  document.goal.threads = threads_of(arguments.interval);
  if (!arguments.pilot.empty()) {
    plan_pilot(document, arguments, scale);
  } else {
    try {
      plan_shares(document, arguments, scale.scale);
    } catch (const std::invalid_argument& fault) {
      // What is assumed comes from options alone.
      throw Failure{fault.what(), kBadInput};
    }
  }
  print(arguments.json ? report::plan_json(document) : report::plan_text(document, context.style));
}

}  // namespace

void add_agreement_plan(CLI::App& agreement, Context& context) {
  auto arguments = std::make_shared<PlanArguments>();
  CLI::App* command = agreement.add_subcommand(
      "plan", "How many units must be rated twice for an interval that narrow?");
  command->footer(kFooter);
  command->add_option("--half-width", arguments->half_width, "Wanted: alpha ± X")
      ->type_name("X")
      ->capture_default_str()
      ->check(finite_between(0.001, 0.999));
  command->add_option("--confidence", arguments->interval.confidence, "Of the interval")
      ->type_name("SHARE")
      ->capture_default_str()
      ->check(finite_between(0.5, 0.9999));
  command->add_option("--pilot", arguments->pilot, "Ratings to plan from; - is standard input")
      ->type_name("RATINGS")
      ->check(not_empty);
  command->add_option("--shares", arguments->shares, "Without a pilot: share of each value")
      ->type_name("LIST")
      ->check(not_empty);
  command->add_option("--alpha", arguments->alpha, "Without a pilot: alpha to be expected")
      ->type_name("X")
      ->capture_default_str()
      ->check(finite_between(0.0, 1.0));
  command->add_option("--raters", arguments->raters, "Without a pilot: raters a unit")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{2}, std::size_t{1000}).description(""));
  add_rating_options(*command, arguments->rating);
  add_seed_options(*command, arguments->interval);
  command->add_flag("--json", arguments->json, "Write JSON for programs");
  command->callback([arguments, command, &agreement, &context] {
    refuse_words_before(agreement);
    refuse_words_of_shares(*command);
    run(*arguments, context);
  });
}

}  // namespace foley::app
