#include "foley/retrieval/explain.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "foley/retrieval/measures/condensed.hpp"
#include "foley/retrieval/registry.hpp"
#include "scene.hpp"

namespace foley::retrieval {
namespace {

using explaining::RankedDoc;
using explaining::Scene;

// Names of trec_eval and of retrieval reports whose arithmetic is that of an extended measure.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kEquals{
    {{"map", "AP"},
     {"map_cut", "AP"},
     {"P", "P"},
     {"precision", "P"},
     {"recall", "R"},
     {"ndcg", "nDCG"},
     {"ndcg_cut", "nDCG"},
     {"recip_rank", "RR"},
     {"mrr", "RR"},
     {"Rprec", "Rprec"},
     {"success", "Success"},
     {"bpref", "Bpref"},
     {"infAP", "infAP"},
     {"num_rel_ret", "Hits"}}};

// The measure whose steps are shown; the same where there is no equal.
MeasureSpec equal_of(const MeasureSpec& spec) {
  if (spec.info->family == Family::extended) {
    return spec;
  }
  for (const auto& [name, extended] : kEquals) {
    if (name != spec.info->name) {
      continue;
    }
    std::string at;
    if (spec.info->family == Family::reference) {
      at = "@" + std::to_string(spec.cutoff().value().value());
    } else if (spec.trec_name.size() > name.size()) {
      at = "@" + spec.trec_name.substr(name.size() + 1);
    }
    const auto equal = parse_measure(std::string(extended) + at);
    return equal ? *equal : spec;  // ndcg_1=3: no steps are shown
  }
  return spec;
}

std::vector<RankedDoc> ranked(const ExplainInput& input, bool judged_only) {
  std::unordered_map<std::string_view, double> grades;
  for (const GradedDoc& doc : input.judged) {
    grades.emplace(doc.id, doc.grade);
  }
  std::vector<RankedDoc> run;
  for (const std::size_t i : ranked_order(input.row, input.options.ties)) {
    if (static_cast<std::int64_t>(run.size()) >= input.options.depth) {
      break;
    }
    RankedDoc doc{input.row[i].id, 0, std::nullopt};
    if (const auto at = grades.find(doc.id); at != grades.end()) {
      doc.grade = at->second;
    }
    run.push_back(doc);
  }
  if (judged_only || input.options.judged_only) {
    std::erase_if(run, [](const RankedDoc& doc) { return !doc.grade || *doc.grade < 0.0; });
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    run[i].rank = static_cast<std::int64_t>(i) + 1;
  }
  return run;
}

// What went in, for measures whose steps are not shown.
double list_inputs(const Scene& scene, double value, Explanation& out) {
  out.step_by_step = false;
  ExplainTable table{"judged documents of the run", {"rank", "document", "grade"}, {}};
  for (const RankedDoc& doc : scene.run) {
    if (doc.grade) {
      table.rows.push_back({doc.rank, explaining::text_cell(doc.id), *doc.grade});
    }
  }
  out.tables.push_back(std::move(table));
  return explaining::conclude(out, out.measure, "as the formula says", value);
}

using Explainer = double (*)(const Scene&, Explanation&);

Explainer explainer_of(const MeasureSpec& spec) {
  using namespace explaining;
  static const std::unordered_map<std::string_view, Explainer> kExplainers{
      {"nDCG", explain_dcg},
      {"DCG", explain_dcg},
      {"ERR", explain_err},
      {"nERR", explain_err},
      {"RBP", explain_rbp},
      {"P", explain_counts},
      {"R", explain_counts},
      {"Rprec", explain_counts},
      {"Success", explain_counts},
      {"Hits", explain_counts},
      {"F", explain_counts},
      {"AP", explain_ap},
      {"RR", explain_rr},
      {"Judged", explain_judged},
      {"Bpref", explain_bpref},
      {"infAP", explain_inf_ap},
      {"INST", explain_reader},
      {"INSQ", explain_reader},
      {"BPM", explain_reader},
      {"NERR8", explain_reader},
      {"NERR9", explain_reader},
      {"NERR10", explain_reader},
      {"NERR11", explain_reader},
      {"alpha_DCG", explain_novelty},
      {"alpha_nDCG", explain_novelty},
      {"ERR_IA", explain_novelty},
      {"nERR_IA", explain_novelty},
      {"NRBP", explain_novelty},
      {"nNRBP", explain_novelty},
      {"Compat", explain_compat}};
  const auto at = kExplainers.find(spec.info->name);
  return spec.info->family != Family::extended || at == kExplainers.end() ? nullptr : at->second;
}

Error missing(const MeasureSpec& spec) {
  return {.kind = ErrorKind::bad_value,
          .item = "measure '" + to_string(spec) + "'",
          .problem = "it reads " + std::string(to_string(to_column(spec).evidence)) +
                     " judgments, which are not there",
          .advice = "measures over graded and over subtopic judgments can be explained"};
}

}  // namespace

Result<Explanation> explain(const MeasureSpec& spec, const ExplainInput& input) {
  const Column column = to_column(spec, input.rel_level);
  const bool grouped = column.evidence == Evidence::grouped;
  if (!column.value || (column.evidence != Evidence::graded && !grouped) ||
      (grouped && input.grouped == nullptr)) {
    return fail(missing(spec));
  }
  RankingBuilder builder(input.options);
  Topic topic{builder.assign(input.judged, input.row)};
  GroupedRanking grouped_view;
  if (grouped) {
    grouped_view =
        grouped_ranking(*input.grouped, input.row, input.options.ties, input.options.depth);
    topic.grouped = &grouped_view;
  }
  const CondensedTopic condensed(topic);
  const Topic& seen = spec.flag("judged_only") ? condensed.topic() : topic;

  const MeasureSpec steps = equal_of(spec);
  const Scene scene{
      .spec = steps,
      .rel = steps.relevance(input.rel_level),
      .run = ranked(input, spec.flag("judged_only")),
      .judged = input.judged,
      .ranking = seen.graded,
      .grouped_topic = input.grouped,
      .grouped = seen.grouped,
      .negative_gains = spec.info->family == Family::reference && spec.info->name == "ndcg"};
  Explanation out;
  out.measure = column.name;
  out.title = spec.info->title;
  out.formula = spec.info->formula;
  out.query = input.query;
  out.inputs = {{"retrieved", "", static_cast<double>(scene.ranking.retrieved())},
                {"judged", "",
                 static_cast<double>(grouped ? input.grouped->docs.size() : input.judged.size())}};
  if (grouped) {
    out.inputs.push_back({"subtopics", "", static_cast<double>(input.grouped->groups.size())});
  } else {
    out.inputs.push_back({"relevant", "", scene.all_relevant()});
  }
  out.inputs.push_back({"relevant from grade", "", scene.rel});
  const Explainer explainer = explainer_of(steps);
  out.value =
      explainer != nullptr ? explainer(scene, out) : list_inputs(scene, column.value(topic), out);
  return out;
}

}  // namespace foley::retrieval
