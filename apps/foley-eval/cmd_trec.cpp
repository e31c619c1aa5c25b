#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/version.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "terminal.hpp"
#include "trec_help.hpp"
#include "trec_inputs.hpp"
#include "trec_values.hpp"

namespace foley::app {
namespace {

namespace trec = retrieval::trec;
using retrieval::Column;
using retrieval::NumberKind;

constexpr std::size_t kNameWidth = 22;
constexpr std::size_t kNumberWidth = 6;
constexpr int kDecimals = 4;
constexpr std::size_t kPrintAt = std::size_t{1} << 20U;

// Lines as trec_eval writes them: the name padded, topic and value behind tabs.
class Lines {
 public:
  void add(const std::string& name, std::string_view topic, std::string_view value) {
    text_ += name;
    text_.append(name.size() < kNameWidth ? kNameWidth - name.size() : 0, ' ');
    text_ += '\t';
    text_ += topic;
    text_ += '\t';
    text_ += value;
    text_ += '\n';
    if (text_.size() >= kPrintAt) {
      flush();
    }
  }

  void add(const Column& column, std::string_view topic, double value) {
    // The longest double with its decimals.
    std::array<char, 400> digits{};
    if (column.kind == NumberKind::integer) {
      const auto done = std::to_chars(digits.data(), digits.data() + digits.size(),
                                      static_cast<std::int64_t>(value));
      add(column.name, topic, {digits.data(), done.ptr});
      return;
    }
    char* const first = digits.data() + kNumberWidth;
    const auto done = std::to_chars(first, digits.data() + digits.size(), value,
                                    std::chars_format::fixed, kDecimals);
    const auto width = static_cast<std::size_t>(done.ptr - first);
    const std::size_t pad = width < kNumberWidth ? kNumberWidth - width : 0;
    std::fill_n(first - pad, pad, ' ');
    add(column.name, topic, {first - pad, done.ptr});
  }

  void flush() {
    print(text_);
    text_.clear();
  }

 private:
  std::string text_;
};

void print_values(const TrecArguments& arguments, const std::vector<Column>& columns,
                  const TrecValues& values, const std::string& tag) {
  Lines lines;
  for (const TrecRow& row : values.rows) {
    for (std::size_t c = 0; c < columns.size() && arguments.per_topic; ++c) {
      if (!columns[c].per_topic) {
        continue;
      }
      if (columns[c].kind == NumberKind::text) {
        lines.add(columns[c].name, row.topic, "'" + row.texts[c] + "'");
      } else {
        lines.add(columns[c], row.topic, row.values[c]);
      }
    }
  }
  for (std::size_t c = 0; c < columns.size() && !arguments.no_summary; ++c) {
    if (!columns[c].in_summary) {
      continue;
    }
    if (columns[c].kind == NumberKind::text) {
      lines.add(columns[c].name, "all", tag);
    } else {
      lines.add(columns[c], "all", values.summary[c]);
    }
  }
  lines.flush();
}

bool is_ndcg(std::string_view name) {
  return name.starts_with("ndcg") || name == "dcg" || name == "ideal_dcg" || name == "Rndcg" ||
         name == "G";
}

void warn_of_measures(const TrecArguments& arguments, const std::vector<Column>& columns) {
  constexpr std::int64_t kDefaultLevel = 1;
  const bool gains =
      std::any_of(arguments.measures.begin(), arguments.measures.end(), [](const auto& asked) {
        const std::string name = asked.substr(0, asked.find('.'));
        return is_ndcg(name) || name == "all_trec";
      });
  if (arguments.level != kDefaultLevel && gains && !columns.empty()) {
    warn("nDCG and its kin use the grades themselves: -l changes nothing in them");
  }
  const bool all_trec =
      std::any_of(arguments.measures.begin(), arguments.measures.end(),
                  [](const auto& asked) { return asked.substr(0, asked.find('.')) == "all_trec"; });
  if (all_trec && arguments.compat != 9) {
    warn(
        "rbp in all_trec is what trec_eval 10.0 prints, which reads a variable that it never set; "
        "ask for -m rbp by itself to have rank-biased precision");
  }
  for (const std::string& asked : trec::tied_gains(arguments.measures)) {
    warn("'" + printable(asked, 80) +
         "': trec_eval takes gains that differ by less than 1 for equal, so that its ideal ranking "
         "is not the best one; multiply the gains");
  }
}

void check_evidence(const TrecArguments& arguments, const std::vector<Column>& columns) {
  const retrieval::Evidence evidence = trec_evidence(arguments.rel_format);
  for (const Column& column : columns) {
    const bool any = column.name == "runid" || column.name == "num_q";
    if (any || column.evidence == evidence) {
      continue;
    }
    const char* const needs = column.evidence == retrieval::Evidence::grouped ? "-R qrels_jg"
                              : column.evidence == retrieval::Evidence::preferences
                                  ? "-R prefs or -R qrels_prefs"
                                  : "-R qrels";
    throw Failure{
        "the measure '" + column.name + "' needs " + needs + ", not -R " + arguments.rel_format,
        kBadInput};
  }
}

void run(const CLI::App& command, const TrecArguments& arguments) {
  if (arguments.help) {
    print(trec_help(command, arguments));
    return;
  }
  if (arguments.version) {
    print("foley-eval trec " + std::string(version()) + " (agrees with trec_eval 10.0)\n");
    return;
  }
  if (arguments.qrels.empty() || arguments.run.empty()) {
    throw Failure{"trec needs QRELS and RUN (see foley-eval trec --help)", kBadInput};
  }
  if (arguments.results_format != "trec_results") {
    throw Failure{"there is no format '" + printable(arguments.results_format, 80) +
                      "' for -T; write trec_results",
                  kBadInput};
  }
  trec::Options options;
  options.relevance_level = static_cast<double>(arguments.level);
  options.collection_size = arguments.collection;
  options.judged_only = arguments.judged_only;
  options.compat_9 = arguments.compat == 9;
  const std::vector<Column> columns = value_or_fail(trec::columns(arguments.measures, options));
  check_evidence(arguments, columns);
  std::optional<io::ZScores> references;
  if (!arguments.zscores.empty()) {
    references = value_or_fail(io::load_zscores(arguments.zscores));
  }
  const TrecTopics topics(arguments);
  const TrecValues values =
      trec_values(arguments, topics, columns, references ? &*references : nullptr);
  warn_of_measures(arguments, columns);
  if (values.missing > 0 && !arguments.all_topics) {
    warn(std::to_string(values.missing) + " of " + std::to_string(topics.size()) +
         " judged topics are not in the run and are left out; -c counts them as 0");
  }
  print_values(arguments, columns, values, topics.tag());
}

}  // namespace

void add_trec(CLI::App& app, Context& context) {
  static_cast<void>(context);
  auto arguments = std::make_shared<TrecArguments>();
  CLI::App* command =
      app.add_subcommand("trec", "trec_eval's measures, options and output, byte for byte");
  add_trec_options(*command, *arguments);
  command->callback([command, arguments] { run(*command, *arguments); });
}

}  // namespace foley::app
