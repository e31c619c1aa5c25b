#include <filesystem>
#include <memory>
#include <system_error>

#include "agreement_options.hpp"
#include "calibration_analysis.hpp"
#include "calibration_inputs.hpp"
#include "commands.hpp"
#include "foley/report/calibration_document.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval calibrate --human humans.csv --judge judge.csv
  foley-eval calibrate --human humans.csv --judge judge.csv --min-alpha 0.667 --lower-bound
  foley-eval calibrate --human ratings.csv --judge-rater bob --level interval --json

Units are matched by name; only those that the judge and a human rated count. The judge is one more
rater beside the humans. It fails where alpha is below the least, where the ratings can show nothing
(few units in common, one value throughout), and where only the humans' agreement carries alpha: the
judge's own with them must reach the least too, and it may not be found to answer by chance, always
the same or the wrong way round.
Exit codes: 0 it may work unattended, 1 it may not, 2 wrong use or bad input, 3 the machine's fault.)";

struct CalibrateArguments {
  std::string human;
  std::string judge;
  std::string judge_rater;
  RatingOptions rating;
  IntervalOptions interval;
  double min_alpha = 0.8;
  bool lower_bound = false;
  std::size_t min_units = reliability::kFewestUnits;
  std::size_t units = 5;
  bool json = false;
};

void refuse_wrong_use(const CalibrateArguments& arguments) {
  if (arguments.human.empty()) {
    throw Failure{"name the humans' ratings with --human (see foley-eval calibrate --help)",
                  kBadInput};
  }
  if (arguments.judge.empty() && arguments.judge_rater.empty()) {
    throw Failure{
        "name the judge's ratings with --judge, or the judge among the raters of --human with "
        "--judge-rater",
        kBadInput};
  }
  if (arguments.human == "-" && arguments.judge == "-") {
    throw Failure{"standard input can be one of the files only", kBadInput};
  }
  if (arguments.lower_bound && arguments.interval.method == "none") {
    throw Failure{"--lower-bound needs an interval; leave --ci none out", kBadInput};
  }
}

std::string shown(const std::string& path) { return path == "-" ? "standard input" : path; }

void run(const CalibrateArguments& arguments, Context& context) {
  refuse_wrong_use(arguments);
  const RatingScale scale = rating_scale(arguments.rating);
  auto intervals = interval_options(arguments.interval, 0);
  std::error_code fault;
  const bool one_file = arguments.judge.empty() || arguments.judge == arguments.human ||
                        std::filesystem::equivalent(arguments.judge, arguments.human, fault);
  const reliability::RatingTable humans = load_rating_table(arguments.human, scale);
  const reliability::RatingTable judge =
      one_file ? humans : load_rating_table(arguments.judge, scale);
  // In one file the only rater would be held against itself.
  const std::string only =
      one_file && judge.raters.size() == 1 ? judge.raters.front() : std::string();
  const MatchedRatings matched =
      match_ratings(humans, judge, arguments.judge_rater.empty() ? only : arguments.judge_rater);
  check_level(matched.ratings, scale.scale, shown(arguments.human));
  if (intervals) {
    intervals->raters = matched.raters.size();
  }
  report::CalibrationDocument document =
      calibrate(matched, {.scale = scale.scale,
                          .intervals = intervals,
                          .min_alpha = arguments.min_alpha,
                          .lower_bound = arguments.lower_bound,
                          .min_units = arguments.min_units,
                          .units = arguments.units,
                          .threads = threads_of(arguments.interval)});
  document.human_file = shown(arguments.human);
  document.judge_file = one_file ? document.human_file : shown(arguments.judge);
  print(arguments.json ? report::calibration_json(document)
                       : report::calibration_text(document, context.style));
  context.exit_code = document.passed ? kPassed : kGateFailed;
}

}  // namespace

void add_calibrate(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<CalibrateArguments>();
  CLI::App* command =
      app.add_subcommand("calibrate", "May this judge work unattended? Hold it against humans");
  command->footer(kFooter);
  const char* inputs = "What to compare";
  command->add_option("--human", arguments->human, "Ratings by humans; - is standard input")
      ->group(inputs)
      ->type_name("FILE")
      ->check(not_empty);
  command
      ->add_option("--judge", arguments->judge,
                   "Ratings by the judge; default: the file of --human")
      ->group(inputs)
      ->type_name("FILE")
      ->check(not_empty);
  command
      ->add_option("--judge-rater", arguments->judge_rater,
                   "Which rater is the judge; default: the only one of --judge")
      ->group(inputs)
      ->type_name("NAME")
      ->check(not_empty);
  const char* gate = "What to ask of the judge";
  command->add_option("--min-alpha", arguments->min_alpha, "Least alpha of humans and judge")
      ->group(gate)
      ->type_name("X")
      ->capture_default_str()
      ->check(finite_between(-1.0, 1.0));
  command
      ->add_flag("--lower-bound", arguments->lower_bound,
                 "The lower bound of its interval must reach that, too")
      ->group(gate);
  command->add_option("--min-units", arguments->min_units, "Least number of units rated by both")
      ->group(gate)
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}).description(""));
  add_rating_options(*command, arguments->rating);
  add_interval_options(*command, arguments->interval);
  command->add_option("--units", arguments->units, "Units with the largest differences to show")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{0}, std::size_t{100'000}).description(""));
  command->add_flag("--json", arguments->json, "Write JSON for programs");
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace foley::app
