#include "foley/retrieval/measures/compat.hpp"
#include "foley/retrieval/measures/dcg.hpp"
#include "foley/retrieval/measures/err.hpp"
#include "foley/retrieval/measures/rbp.hpp"
#include "params.hpp"
#include "spec_options.hpp"

namespace foley::retrieval::registry {
namespace {

using Value = std::function<double(const Topic&)>;

const ParamInfo kDcg{.name = "dcg",
                     .kind = ParamKind::word,
                     .standard = "log2",
                     .about = "log2: gain / log2(rank + 1); exp-log2: (2^gain - 1) instead",
                     .choices = {"log2", "exp-log2"}};
const ParamInfo kGains{.name = "gains",
                       .kind = ParamKind::gains,
                       .standard = "",
                       .about = "gains of grades; a grade that is not listed is its own gain"};
const ParamInfo kLeast{.name = "rel",
                       .kind = ParamKind::grade,
                       .standard = "",
                       .about = "grades below it gain nothing; none: all gain"};
const ParamInfo kScaleTop{.name = "max_rel",
                          .kind = ParamKind::positive_grade,
                          .standard = "4",
                          .about = "highest grade of the scale"};

const std::vector<ParamInfo> kDcgParams{kCutoff, kDcg, kGains, kLeast, kJudgedOnly};

Value of_err(const MeasureSpec& spec, double (*kernel)(const JudgedRanking&, Cutoff, double)) {
  const Cutoff cutoff = spec.cutoff();
  const double max_rel = spec.number("max_rel").value();
  return [=](const Topic& topic) { return kernel(topic.graded, cutoff, max_rel); };
}

}  // namespace

const std::vector<MeasureInfo>& graded_measures() {
  static const std::vector<MeasureInfo> kMeasures{
      {.name = "nDCG",
       .title = "Normalised discounted cumulative gain",
       .aliases = {"NDCG"},
       .about = "Are the best documents first? Graded answers, discounted by rank.",
       .formula = "sum over the first k of gain / log2(rank + 1), divided by the same sum of the "
                  "judged documents by falling gain",
       .params = kDcgParams,
       .citation = "Järvelin & Kekäläinen, TOIS 2002; exp-log2: Burges et al., ICML 2005",
       .edge_cases =
           "Negative gains count 0; 0 when nothing judged has a gain. The ideal is cut at "
           "k too.",
       .elsewhere = "trec_eval ndcg, ndcg_cut_k (log2); gdeval nDCG@k (exp-log2); ranx ndcg@k and "
                    "ndcg_burges@k",
       .make = [](const MeasureSpec& spec, double) -> Value {
         return [options = dcg_options(spec)](const Topic& topic) {
           return ndcg(topic.graded, options);
         };
       }},
      {.name = "DCG",
       .title = "Discounted cumulative gain",
       .about = "nDCG before it is divided by the ideal.",
       .formula = "sum over the first k of gain / log2(rank + 1)",
       .params = kDcgParams,
       .range = "[0, infinity)",
       .greatest = kInfinity,
       .citation = "Järvelin & Kekäläinen, TOIS 2002; exp-log2: Burges et al., ICML 2005",
       .edge_cases = "Negative gains count 0.",
       .elsewhere = "ranx dcg@k and dcg_burges@k",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double) -> Value {
         return [options = dcg_options(spec)](const Topic& topic) {
           return dcg(topic.graded, options);
         };
       }},
      {.name = "ERR",
       .title = "Expected reciprocal rank",
       .about = "How soon is a user satisfied who stops at the first document that satisfies?",
       .formula = "sum over ranks of 1/rank * stop(rank) * prod over earlier ranks of (1 - stop), "
                  "stop = (2^grade - 1) / 2^max_rel",
       .params = {kCutoff, kScaleTop, kJudgedOnly},
       .range = "[0, 1)",
       .citation = "Chapelle, Metzler, Zhang & Grinspan, CIKM 2009",
       .edge_cases =
           "Grades are taken within [0, max_rel]. The default is gdeval's scale of 0 to 4.",
       .elsewhere = "gdeval ERR@k; ir_measures ERR@k (needs Perl)",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double) -> Value { return of_err(spec, err); }},
      {.name = "nERR",
       .title = "Normalised ERR",
       .about = "ERR divided by that of the ideal order.",
       .formula = "ERR / ERR of the judged documents by falling grade, both cut at k",
       .params = {kCutoff, kScaleTop, kJudgedOnly},
       .citation = "Chapelle et al., CIKM 2009; Sakai & Song, SIGIR 2011",
       .edge_cases = "0 when nothing judged has a grade above 0.",
       .elsewhere = "NTCIREVAL nERR@k",
       .make = [](const MeasureSpec& spec, double) -> Value { return of_err(spec, nerr); }},
      {.name = "RBP",
       .title = "Rank-biased precision",
       .about = "Rate at which a user of some persistence finds gain.",
       .formula = "(1 - p) * sum over ranks of p^(rank - 1) * gain; with residual=True: the weight "
                  "of all ranks without a judged document",
       .params = {kCutoff,
                  {.name = "p",
                   .kind = ParamKind::below_one,
                   .standard = "0.8",
                   .about = "probability of going on to the next document"},
                  {.name = "rel",
                   .kind = ParamKind::grade,
                   .standard = "",
                   .about = "grades from here on gain 1; none: gain is grade / max_rel"},
                  {.name = "max_rel",
                   .kind = ParamKind::positive_grade,
                   .standard = "1",
                   .about = "grade with the gain 1, without rel"},
                  {.name = "residual",
                   .kind = ParamKind::flag,
                   .standard = "False",
                   .about = "the value is what could still be gained"},
                  kJudgedOnly},
       .citation = "Moffat & Zobel, TOIS 2008",
       .edge_cases = "Without rel and max_rel every grade from 1 on gains 1. A cut-off leaves the "
                     "weights as they are, so that k perfect documents give 1 - p^k.",
       .elsewhere = "cwl_eval RBP@p; ranx rbp.80 (rel = 1); trec_eval 10 rbp",
       .has_bounds = true,
       .make = [](const MeasureSpec& spec, double) -> Value {
         const bool residual = spec.flag("residual");
         return [options = rbp_options(spec), residual](const Topic& topic) {
           return residual ? rbp_residual(topic.graded, options) : rbp(topic.graded, options);
         };
       }},
      {.name = "Compat",
       .title = "Compatibility",
       .about = "How much does the run overlap, from the top down, with an ideal order?",
       .formula = "sum p^(d-1) * overlap(d) / d over depths d, divided by the sum of p^(d-1), with "
                  "the ideal order that the run likes best; normalised by that of the ideal itself",
       .params =
           {{.name = "p", .kind = ParamKind::below_one, .standard = "0.95", .about = "persistence"},
            {.name = "normalize",
             .kind = ParamKind::flag,
             .standard = "True",
             .about = "divide by the best that a finite ideal allows"}},
       .citation = "Clarke, Vtyurina & Smucker, TOIS 2021; Webber, Moffat & Zobel, TOIS 2010",
       .edge_cases = "0 when no grade is above 0. Documents that were not retrieved stand behind "
                     "their equals, whatever the scores (ir_measures gives them the score 0).",
       .elsewhere = "ir_measures Compat; its ties are id-asc",
       .make = [](const MeasureSpec& spec, double) -> Value {
         return [options = compat_options(spec)](const Topic& topic) {
           return compat(topic.graded, options);
         };
       }},
  };
  return kMeasures;
}

}  // namespace foley::retrieval::registry
