#include <cmath>
#include <memory>

#include "commands.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/grouped_qrels.hpp"
#include "foley/io/rankings.hpp"
#include "foley/report/explain_document.hpp"
#include "foley/retrieval/registry.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

struct ExplainOptions {
  std::string measure;
  std::string query;
  std::string qrels;
  std::string run;
  std::string ties = "id-asc";
  double rel_level = 1.0;
  std::int64_t depth = 0;
  bool judged_only = false;
  bool json = false;
};

[[noreturn]] void unknown_query(const ExplainOptions& options,
                                const std::vector<std::string_view>& known) {
  const auto nearest = nearest_name(options.query, known);
  throw Failure{options.qrels + ": no judgments for the query '" + printable(options.query, 80) +
                    "'" + (nearest ? "; did you mean '" + printable(*nearest, 80) + "'?" : ""),
                kBadInput};
}

void check(const ExplainOptions& options, bool from_zero) {
  if (!std::isfinite(options.rel_level)) {
    throw Failure{"--rel-level is no finite number; the usual level is 1", kBadInput};
  }
  if (from_zero && options.rel_level < 0.0) {
    throw Failure{
        "--rel-level is below 0, which this measure of trec_eval does not take; the "
        "usual level is 1",
        kBadInput};
  }
  if (options.run == "-" && options.qrels == "-") {
    throw Failure{"standard input can be the run or the qrels, not both", kBadInput};
  }
}

// Measures whose kernels are trec_eval's take no level below 0.
bool is_of_trec(const retrieval::MeasureSpec& spec) {
  if (spec.info->family == retrieval::Family::trec) {
    return true;
  }
  for (const retrieval::ParamInfo& param : spec.info->params) {
    if (param.kind == retrieval::ParamKind::counted_grade) {
      return true;
    }
  }
  return false;
}

void run(const ExplainOptions& options, const Context& context) {
  const auto spec = value_or_fail(retrieval::parse_measure(options.measure));
  check(options, is_of_trec(spec));
  retrieval::ExplainInput input{.query = options.query, .rel_level = options.rel_level};
  input.options.ties = retrieval::parse_tie_rule(options.ties).value_or(retrieval::TieRule::id_asc);
  input.options.judged_only = options.judged_only;
  if (options.depth > 0) {
    input.options.depth = options.depth;
  }
  Qrels qrels;
  retrieval::GroupedQrels subtopics;
  std::vector<std::string_view> known;
  if (to_column(spec, options.rel_level).evidence == retrieval::Evidence::grouped) {
    subtopics = value_or_fail(io::load_grouped_qrels(options.qrels));
    input.grouped = subtopics.find(options.query);
    for (const retrieval::GroupedTopic& topic : subtopics.topics) {
      known.push_back(topic.query);
    }
  } else {
    qrels = value_or_fail(io::load_qrels(options.qrels)).table;
    input.judged = qrels.find(options.query);
    for (const Qrels::Row& row : qrels.rows()) {
      known.push_back(row.query);
    }
  }
  if (input.grouped == nullptr && !qrels.contains(options.query)) {
    unknown_query(options, known);
  }
  const auto ranking = value_or_fail(io::load_run(options.run));
  input.row = ranking.table.find(options.query);
  const report::ExplainDocument document{options.qrels, options.run, options.ties,
                                         value_or_fail(retrieval::explain(spec, input))};
  print(options.json ? report::explain_json(document)
                     : report::explain_text(document, context.style));
}

}  // namespace

void add_explain(CLI::App& app, Context& context) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command =
      app.add_subcommand("explain", "Print the arithmetic of a measure for one query");
  command->footer(R"(
Examples:
  foley-eval explain nDCG@10 --query q1 --qrels my.qrels --run my.run
  foley-eval explain 'RBP(p=0.9)' --query q1 --qrels my.qrels --run my.run
  foley-eval explain map --query q1 --qrels my.qrels --run my.run --ties id-desc

A query that the run does not answer is an empty ranking. Measures over subtopics (alpha_nDCG and
its like) read qrels whose second column is the subtopic.)");
  command->add_option("measure", options->measure, "Measure, in any spelling (foley-eval measures)")
      ->required()
      ->type_name("MEASURE")
      ->check(not_empty);
  command->add_option("--query", options->query, "Id of the query")
      ->required()
      ->type_name("ID")
      ->check(not_empty);
  command->add_option("--qrels", options->qrels, "Judgments; - is standard input")
      ->required()
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("--run", options->run, "Run; - is standard input")
      ->required()
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("--ties", options->ties, "Order of documents with equal scores")
      ->check(CLI::IsMember({"id-asc", "id-desc", "rank", "input"}).description(""))
      ->capture_default_str()
      ->type_name("id-asc|id-desc|rank|input");
  command->add_option("--rel-level", options->rel_level, "Least grade that counts as relevant")
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--depth", options->depth, "Only the first N documents count")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}).description(""))
      ->type_name("N");
  command->add_flag("--judged-only", options->judged_only, "Leave out unjudged documents");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
