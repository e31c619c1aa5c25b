#include <stdexcept>

#include "foley/core/number_text.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "params.hpp"

namespace foley::retrieval::registry {
namespace {

using Value = std::function<double(const Topic&)>;

const ParamInfo kCountedRel{.name = "rel",
                            .kind = ParamKind::counted_grade,
                            .standard = "1",
                            .about = "least grade that is relevant"};

// The kernel of trec_eval's measure that is reported under this name.
Value kernel(const std::string& name, double level) {
  auto column = trec::parse_column(name, {.relevance_level = level});
  if (!column) {
    throw std::logic_error("no kernel " + name + ": " + column.error().to_line());
  }
  return std::move(column->value);
}

template <const char* kName>
Value of(const MeasureSpec& spec, double rel_level) {
  return kernel(kName, spec.relevance(rel_level));
}

constexpr char kBpref[] = "bpref";
constexpr char kInfAp[] = "infAP";
constexpr char kSetRecall[] = "set_recall";
constexpr char kSetMap[] = "set_map";
constexpr char kNumRel[] = "num_rel";
constexpr char kNumQ[] = "num_q";

std::string_view about(std::string_view name) { return trec::find(name)->about; }
std::string_view formula(std::string_view name) { return trec::find(name)->formula; }
std::string_view edges(std::string_view name) { return trec::find(name)->edge_cases; }

MeasureInfo describe(std::string_view name, std::string_view title, std::string_view trec_name,
                     std::vector<ParamInfo> params) {
  return {.name = name,
          .title = title,
          .about = about(trec_name),
          .formula = formula(trec_name),
          .params = std::move(params),
          .citation = trec::find(trec_name)->citation,
          .edge_cases = edges(trec_name)};
}

MeasureInfo as_count(MeasureInfo info, Aggregate aggregate) {
  info.range = "[0, infinity)";
  info.greatest = kInfinity;
  info.kind = NumberKind::integer;
  info.aggregate = aggregate;
  return info;
}

Value set_p(const MeasureSpec& spec, double rel_level) {
  return kernel(spec.flag("relative") ? "set_relative_P" : "set_P", spec.relevance(rel_level));
}

Value set_f(const MeasureSpec& spec, double rel_level) {
  return kernel("set_F_" + shortest_text(spec.number("beta").value()), spec.relevance(rel_level));
}

Value i_prec(const MeasureSpec& spec, double rel_level) {
  return kernel("iprec_at_recall_" + shortest_text(spec.number("recall").value()),
                spec.relevance(rel_level));
}

Value num_ret(const MeasureSpec& spec, double) {
  const auto rel = spec.number("rel");
  return rel ? kernel("num_rel_ret", *rel) : kernel("num_ret", 1.0);
}

std::vector<MeasureInfo> make_measures() {
  std::vector<MeasureInfo> all;
  const auto add = [&](MeasureInfo info, std::string_view elsewhere, auto make) {
    info.elsewhere = elsewhere;
    info.make = make;
    all.push_back(std::move(info));
  };
  MeasureInfo bpref = describe("Bpref", "Binary preference", "bpref", {kCountedRel});
  bpref.aliases = {"BPref"};
  add(std::move(bpref), "trec_eval bpref; ranx bpref", of<kBpref>);
  add(describe("infAP", "Inferred average precision", "infAP", {kCountedRel}), "trec_eval infAP",
      of<kInfAp>);
  add(describe("SetP", "Precision of the set", "set_P",
               {kCountedRel,
                {.name = "relative",
                 .kind = ParamKind::flag,
                 .standard = "False",
                 .about = "divide by the best that so many documents can reach"},
                kJudgedOnly}),
      "trec_eval set_P, set_relative_P; ranx precision", set_p);
  add(describe("SetR", "Recall of the set", "set_recall", {kCountedRel}),
      "trec_eval set_recall; ranx recall", of<kSetRecall>);
  add(describe("SetF", "F measure of the set", "set_F",
               {kCountedRel,
                {.name = "beta",
                 .kind = ParamKind::positive,
                 .standard = "1.0",
                 .about = "trec_eval's x, the weight of recall (not squared)"},
                kJudgedOnly}),
      "trec_eval set_F; ranx f1", set_f);
  add(describe("SetAP", "Precision times recall of the set", "set_map", {kCountedRel, kJudgedOnly}),
      "trec_eval set_map", of<kSetMap>);
  add(describe("IPrec", "Interpolated precision", "iprec_at_recall",
               {{.name = "recall",
                 .kind = ParamKind::share,
                 .standard = "",
                 .about = "level of recall",
                 .required = true,
                 .at = true},
                kCountedRel,
                kJudgedOnly}),
      "trec_eval iprec_at_recall_0.10", i_prec);
  add(as_count(describe("NumRet", "Number retrieved", "num_ret",
                        {{.name = "rel",
                          .kind = ParamKind::counted_grade,
                          .standard = "",
                          .about = "count documents with at least this grade only"}}),
               Aggregate::sum),
      "trec_eval num_ret, num_rel_ret", num_ret);
  add(as_count(describe("NumRel", "Number relevant", "num_rel", {kCountedRel}), Aggregate::sum),
      "trec_eval num_rel", of<kNumRel>);
  add(as_count(describe("NumQ", "Number of topics", "num_q", {}), Aggregate::topics),
      "trec_eval num_q", of<kNumQ>);
  return all;
}

}  // namespace

const std::vector<MeasureInfo>& counted_measures() {
  static const std::vector<MeasureInfo> kMeasures = make_measures();
  return kMeasures;
}

const std::vector<MeasureInfo>& trec_measures() {
  static const std::vector<MeasureInfo> kMeasures = [] {
    std::vector<MeasureInfo> all;
    for (const trec::MeasureInfo& each : trec::measures()) {
      all.push_back({.name = each.name,
                     .title = each.name,
                     .family = Family::trec,
                     .about = each.about,
                     .formula = each.formula,
                     .range = "",
                     .evidence = each.evidence,
                     .citation = each.citation,
                     .edge_cases = each.edge_cases,
                     .elsewhere = each.in_9 ? "" : "not in trec_eval 9"});
      if (!each.defaults.empty()) {
        all.back().params.push_back({.name = "parameters",
                                     .kind = ParamKind::word,
                                     .standard = each.defaults,
                                     .about = "written behind _ or ."});
      }
    }
    return all;
  }();
  return kMeasures;
}

}  // namespace foley::retrieval::registry
