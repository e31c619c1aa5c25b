#include "foley/retrieval/measures/cwl.hpp"
#include "params.hpp"
#include "spec_options.hpp"

namespace foley::retrieval::registry {
namespace {

using Value = std::function<double(const Topic&)>;

// A kernel of the scale and one number, which is the parameter of this name.
Value of(double (*kernel)(const JudgedRanking&, const GainScale&, double), const MeasureSpec& spec,
         std::string_view name) {
  const double number = spec.number(name).value();
  return [kernel, scale = gain_scale(spec), number](const Topic& topic) {
    return kernel(topic.graded, scale, number);
  };
}

Value of(double (*kernel)(const JudgedRanking&, const GainScale&, std::int64_t),
         const MeasureSpec& spec) {
  const std::int64_t k = spec.cutoff().value().value();
  return [kernel, scale = gain_scale(spec), k](const Topic& topic) {
    return kernel(topic.graded, scale, k);
  };
}

constexpr std::string_view kEdges =
    "Grades are taken within [min_rel, max_rel]; unjudged documents and ranks behind the run gain "
    "0; sums stop at rank 1000.";
constexpr std::string_view kNerr = "Azzopardi, Mackenzie & Moffat, ICTIR 2021";

}  // namespace

const std::vector<MeasureInfo>& cwl_measures() {
  static const std::vector<MeasureInfo> kMeasures{
      {.name = "INST",
       .title = "INST",
       .about = "Expected gain of a user who wants the gain T and adapts to what was found.",
       .formula = "sum W(i) gain(i), W(i) = C(1)...C(i-1) / sum of these, "
                  "C(i) = ((i + T + T_i - 1) / (i + T + T_i))^2, T_i = T - gain of ranks 1 to i",
       .params = {kT, kMinRel, kMaxRel},
       .citation = "Bailey, Moffat, Scholer & Thomas, SIGIR 2015; Moffat et al., TOIS 2017",
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval INST",
       .make = [](const MeasureSpec& spec, double) -> Value { return of(inst, spec, "T"); }},
      {.name = "INSQ",
       .title = "INSQ",
       .about = "Expected gain of a user who wants the gain T, whatever was found.",
       .formula = "sum W(i) gain(i), W(i) = C(1)...C(i-1) / sum of these, "
                  "C(i) = ((i + 2T - 1) / (i + 2T))^2",
       .params = {kT, kMinRel, kMaxRel},
       .citation = "Moffat, Scholer & Thomas, ADCS 2012",
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval INSQ",
       .make = [](const MeasureSpec& spec, double) -> Value { return of(insq, spec, "T"); }},
      {.name = "BPM",
       .title = "Bejeweled player model",
       .about = "Mean gain of what a user reads who stops at the gain T or after k documents.",
       .formula = "gain of the documents read / number of documents read",
       .params = {kNeededCutoff, kT, kMinRel, kMaxRel},
       .citation = "Zhang et al., SIGIR 2017 (static form)",
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval BPM-Static",
       .make = [](const MeasureSpec& spec, double) -> Value {
         const std::int64_t k = spec.cutoff().value().value();
         const double t = spec.number("T").value();
         return [scale = gain_scale(spec), t, k](const Topic& topic) {
           return bpm(topic.graded, scale, t, k);
         };
       }},
      {.name = "SDCG",
       .title = "Scaled DCG",
       .about = "nDCG as if k documents of the highest grade existed.",
       .formula = "sum over the first k of gain / log2(rank + 1), divided by the sum of "
                  "1 / log2(rank + 1)",
       .params = {kNeededCutoff,
                  {.name = "dcg",
                   .kind = ParamKind::word,
                   .standard = "log2",
                   .about = "the discount",
                   .choices = {"log2"}},
                  kMinRel,
                  kMaxRel},
       .citation = "Järvelin & Kekäläinen, TOIS 2002; Azzopardi, Thomas & Moffat, SIGIR 2019",
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval NDCG-k@k",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double) -> Value { return of(sdcg, spec); }},
      {.name = "NERR8",
       .title = "Nearly ERR, equation 8",
       .about = "ERR's stopping as an expected gain, cut at k.",
       .formula =
           "sum W(i) gain(i), W(i) = C(1)...C(i-1) / sum of these, C(i) = 1 - gain(i), i < k",
       .params = {kNeededCutoff, kMinRel, kMaxRel},
       .citation = kNerr,
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval NERR-EQ8",
       .make = [](const MeasureSpec& spec, double) -> Value { return of(nerr8, spec); }},
      {.name = "NERR9",
       .title = "Nearly ERR, equation 9",
       .about = "The same with a discount by rank.",
       .formula = "sum W(i) gain(i), W(i) = C(1)...C(i-1) / sum of these, "
                  "C(i) = i / (i + 1) * (1 - gain(i)), i < k",
       .params = {kNeededCutoff, kMinRel, kMaxRel},
       .citation = kNerr,
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval NERR-EQ9",
       .make = [](const MeasureSpec& spec, double) -> Value { return of(nerr9, spec); }},
      {.name = "NERR10",
       .title = "Nearly ERR, equation 10",
       .about = "The same with the patience of RBP.",
       .formula = "sum W(i) gain(i), W(i) = C(1)...C(i-1) / sum of these, "
                  "C(i) = p * (1 - gain(i))",
       .params =
           {{.name = "p", .kind = ParamKind::below_one, .standard = "0.9", .about = "persistence"},
            kMinRel,
            kMaxRel},
       .citation = kNerr,
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval NERR-EQ10",
       .make = [](const MeasureSpec& spec, double) -> Value { return of(nerr10, spec, "p"); }},
      {.name = "NERR11",
       .title = "Nearly ERR, equation 11",
       .about = "The same with the patience of INSQ.",
       .formula = "sum W(i) gain(i), W(i) = C(1)...C(i-1) / sum of these, "
                  "C(i) = ((i + 2T - 1) / (i + 2T))^2 * (1 - gain(i))",
       .params = {kT, kMinRel, kMaxRel},
       .citation = kNerr,
       .edge_cases = kEdges,
       .elsewhere = "cwl_eval NERR-EQ11",
       .make = [](const MeasureSpec& spec, double) -> Value { return of(nerr11, spec, "T"); }},
  };
  return kMeasures;
}

}  // namespace foley::retrieval::registry
