#include "trec_help.hpp"

#include <algorithm>
#include <limits>

#include "context.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

namespace trec = retrieval::trec;

constexpr const char* kFooter = R"(
Examples:
  foley-eval trec my.qrels my.run                       the measures that TREC reports
  foley-eval trec -q -m ndcg_cut.10 -m P.5,10 my.qrels my.run
  foley-eval trec -c -M 1000 -m all_trec my.qrels my.run
  foley-eval trec -h -m bpref -m ndcg                   what these measures are

The output is trec_eval 10's. Measures: official (default), set, all_trec, prefs, all_prefs,
qrels_jg, or one by name, parameters behind a dot: P.5,10 set_F.0.5 ndcg.1=1,2=3 rbp.p=0.8. Equal
scores are ordered by id, descending; the rank column of a run is not looked at. A judged topic that
the run lacks is left out with a warning, or counts as 0 with -c. Damaged lines are refused.
Exit codes: 0 done, 2 wrong use or bad input, 3 the machine.)";

constexpr const char* kFormats = R"(
Formats of QRELS (-R):
  qrels        query iteration document grade      grade -127 to 127; below 0: in the pool, unjudged
  qrels_jg     query judge document grade          several judges
  prefs        query judge group document level    within a group a higher level is preferred;
               groups of one judge are joined, with what follows from them; level 0: not relevant
  qrels_prefs  query judge document level          qrels read as preferences
Format of RUN (-T):
  trec_results query Q0 document rank score tag    what stands behind the tag is not read
Format of the file for -Z:
  query measure mean deviation                     where none is known -1000000 is printed
)";

std::string no_such_measure(const std::string& text) {
  const std::string name = text.substr(0, text.find('.'));
  return "there is no measure '" + name + "'";
}

}  // namespace

std::string trec_help(const CLI::App& command, const TrecArguments& arguments) {
  std::string text = command.help();
  text += kFormats;
  if (arguments.measures.empty()) {
    return text;
  }
  text += "\nMeasures:\n";
  for (const trec::MeasureInfo& info : trec::measures()) {
    const auto asks_for = [&](const std::string& asked) {
      const std::string name = asked.substr(0, asked.find('.'));
      if (name == info.name) {
        return true;
      }
      for (const trec::Nickname& nickname : trec::nicknames()) {
        if (nickname.name == name) {
          return std::find(nickname.members.begin(), nickname.members.end(), info.name) !=
                 nickname.members.end();
        }
      }
      return false;
    };
    if (std::any_of(arguments.measures.begin(), arguments.measures.end(), asks_for)) {
      text += trec::explanation(info);
    }
  }
  for (const std::string& asked : arguments.measures) {
    const std::string name = asked.substr(0, asked.find('.'));
    const auto nicknames = trec::nicknames();
    const bool known = trec::find(name) != nullptr ||
                       std::any_of(nicknames.begin(), nicknames.end(),
                                   [&](const auto& each) { return each.name == name; });
    if (!known) {
      throw Failure{no_such_measure(asked), kBadInput};
    }
  }
  return text;
}

void add_trec_options(CLI::App& command, TrecArguments& arguments) {
  command.set_help_flag();
  command.footer(kFooter);
  const auto whole = [](std::int64_t least) {
    return CLI::Range(least, std::numeric_limits<std::int64_t>::max()).description("");
  };
  command.add_option("qrels", arguments.qrels, "Judgments")->type_name("QRELS")->check(not_empty);
  command.add_option("run", arguments.run, "Run; - is standard input")
      ->type_name("RUN")
      ->check(not_empty);
  command.add_flag("-h,--help", arguments.help, "Print this and what -m measures are, and exit");
  command.add_flag("-v,--version", arguments.version, "Print the version and exit");
  command.add_flag("-q,--query_eval_wanted", arguments.per_topic, "Also the values of each topic");
  command
      .add_option("-m,--measure", arguments.measures,
                  "A measure or a set of them, .parameters behind it; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->check(not_empty);
  command.add_flag("-c,--complete_rel_info_wanted", arguments.all_topics,
                   "Average over all judged topics; one that the run lacks counts as 0");
  command.add_flag("-n,--nosummary", arguments.no_summary, "No values over all topics");
  command
      .add_option("-l,--level_for_rel", arguments.level,
                  "Least grade that counts as relevant; nDCG does not look at it")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole(0));
  command
      .add_option("-M,--Max_retrieved_per_topic", arguments.depth,
                  "Only the first N documents of a topic count")
      ->type_name("N")
      ->check(whole(0));
  command
      .add_option("-N,--Number_docs_in_coll", arguments.collection,
                  "Documents in the collection, for utility")
      ->type_name("N")
      ->check(whole(0));
  command.add_flag("-J,--Judged_docs_only", arguments.judged_only,
                   "Take out documents that were not judged before anything is computed");
  command.add_option("-R,--Rel_info_format", arguments.rel_format, "Format of QRELS")
      ->type_name("FORMAT")
      ->capture_default_str();
  command.add_option("-T,--Results_format", arguments.results_format, "Format of RUN")
      ->type_name("FORMAT")
      ->capture_default_str();
  command
      .add_option("-Z,--Zscore", arguments.zscores,
                  "Print z-scores by the means and deviations of this file")
      ->type_name("FILE")
      ->check(not_empty);
  command
      .add_option("-D,--Debug_level", arguments.debug,
                  "LEVEL.TOPIC evaluates that topic alone; nothing more is printed")
      ->type_name("LEVEL");
  command.add_flag("-o", arguments.old_format, "Has no effect, as in trec_eval");
  command
      .add_option("--compat", arguments.compat,
                  "Version of trec_eval to agree with: 10, or 9 (9.0.8)")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::IsMember({9, 10}).description(""));
}

}  // namespace foley::app
