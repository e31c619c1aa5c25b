#include <filesystem>
#include <memory>
#include <system_error>

#include "agreement_analysis.hpp"
#include "agreement_options.hpp"
#include "commands.hpp"
#include "foley/io/atomic_file.hpp"
#include "foley/report/agreement_document.hpp"
#include "rating_csv.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

constexpr const char* kFooter = R"(
Examples:
  foley-eval agreement ratings.csv
  foley-eval agreement ratings.csv --level interval --coefficients
  foley-eval agreement ratings.csv --raters --units 10 --confusion ann,bob
  foley-eval agreement ratings.csv --by genre --ci jackknife --json
  foley-eval agreement labels.csv --labels poor,fair,good
  foley-eval agreement - < ratings.csv

Ratings: long (unit, rater, value a line) or wide (a column a rater) CSV or TSV, JSON lines,
Label Studio JSON, webMUSHRA CSV; packed with gzip or Zstandard too; - is standard input.
Alpha is 1 for perfect agreement and 0 for what chance gives; from 0.8 it is called reliable, from
0.667 tentative. The same seed gives the same numbers for any number of threads.)";

struct AgreementArguments {
  std::string file;
  RatingOptions rating;
  IntervalOptions interval;
  std::string by;
  bool coefficients = false;
  bool raters = false;
  std::optional<std::size_t> units;
  std::vector<std::string> confusion;
  std::string table;
  bool json = false;
};

// The table has fewer columns than the file may have, which would be lost.
void refuse_overwriting(const AgreementArguments& arguments) {
  if (arguments.table == "-") {
    throw Failure{"--write-table writes a file beside the report; name a file", kBadInput};
  }
  std::error_code fault;
  const bool same = !arguments.table.empty() && arguments.file != "-" &&
                    std::filesystem::equivalent(arguments.table, arguments.file, fault);
  if (same && !fault) {
    throw Failure{
        "--write-table: " + arguments.table + " is the file that is read; name another file",
        kBadInput};
  }
}

void run(const AgreementArguments& arguments, const Context& context) {
  if (arguments.file.empty()) {
    throw Failure{
        "name a file of ratings, or - for standard input (see foley-eval agreement --help)",
        kBadInput};
  }
  refuse_overwriting(arguments);
  RatingScale scale = rating_scale(arguments.rating);
  scale.request.stratum = arguments.by;
  const auto intervals = interval_options(arguments.interval, 0);
  const reliability::RatingTable table = load_rating_table(arguments.file, scale);
  const std::string name = arguments.file == "-" ? "standard input" : arguments.file;
  check_level(table.ratings, scale.scale, name);
  if (table.raters.size() > table.units.size()) {
    warn("warning: " + name + " has more raters (" + std::to_string(table.raters.size()) +
         ") than units (" + std::to_string(table.units.size()) +
         "); is it transposed, or are units and raters swapped? (--unit, --rater)");
  }
  AgreementQuestions questions{.scale = scale.scale,
                               .intervals = intervals,
                               .every_coefficient = arguments.coefficients,
                               .raters = arguments.raters,
                               .units = arguments.units,
                               .confusion = arguments.confusion,
                               .threads = threads_of(arguments.interval)};
  if (questions.intervals) {
    questions.intervals->raters = table.raters.size();
  }
  const report::AgreementDocument document = analyse(name, table, questions);
  if (!arguments.table.empty()) {
    check(io::write_atomically(arguments.table, rating_csv(table)));
  }
  print(arguments.json ? report::agreement_json(document)
                       : report::agreement_text(document, context.style));
}

void add_views(CLI::App& command, AgreementArguments& arguments) {
  const char* views = "What to show";
  command.add_flag("--coefficients", arguments.coefficients, "Every coefficient, not a few")
      ->group(views);
  command.add_flag("--raters", arguments.raters, "Each rater: influence, bias, spread, drift")
      ->group(views);
  command.add_option("--units", arguments.units, "The N units with most disagreement")
      ->group(views)
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}).description(""));
  command
      .add_option("--confusion", arguments.confusion,
                  "Confusion of raters A and B, or of A with all others; repeatable")
      ->group(views)
      ->type_name("A,B")
      ->allow_extra_args(false)
      ->check(not_empty);
  command.add_option("--by", arguments.by, "Column of strata: each by itself, and all")
      ->group(views)
      ->type_name("COLUMN")
      ->check(not_empty);
  command
      .add_option("--write-table", arguments.table, "Write the ratings read as a long CSV table")
      ->group(views)
      ->type_name("FILE")
      ->check(not_empty);
  command.add_flag("--json", arguments.json, "Write JSON for programs");
}

}  // namespace

void add_agreement(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<AgreementArguments>();
  CLI::App* command =
      app.add_subcommand("agreement", "Do raters agree, how sure is that, and who does not?");
  command->footer(kFooter);
  command->add_option("ratings", arguments->file, "File of ratings; - is standard input")
      ->type_name("RATINGS")
      ->check(not_empty);
  add_rating_options(*command, arguments->rating);
  add_interval_options(*command, arguments->interval);
  add_views(*command, *arguments);
  add_agreement_plan(*command, context);
  command->callback([command, arguments, &context] {
    if (command->get_subcommands().empty()) {
      run(*arguments, context);
    }
  });
}

}  // namespace foley::app
