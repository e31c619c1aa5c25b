#include <nlohmann/json.hpp>

#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/report/comparison_document.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;
using comparison::Comparison;
using comparison::Corrected;
using comparison::Difference;
using comparison::MeasureComparison;

Json reasoned(Json json, stats::Reason reason) {
  if (reason != stats::Reason::none) {
    json["reason"] = std::string(stats::to_string(reason));
  }
  return json;
}

Json interval(const stats::Interval& each) {
  return reasoned({{"low", each.low}, {"high", each.high}, {"confidence", each.confidence}},
                  each.reason);
}

std::string method(stats::Method each) {
  switch (each) {
    case stats::Method::exact:
      return "exact";
    case stats::Method::asymptotic:
      return "asymptotic";
    case stats::Method::monte_carlo:
      break;
  }
  return "monte carlo";
}

Json test(const Corrected& each) {
  return reasoned({{"p", each.test.p},
                   {"p_holm", each.holm},
                   {"p_benjamini_hochberg", each.benjamini_hochberg},
                   {"statistic", each.test.statistic},
                   {"topics_used", each.test.used},
                   {"method", method(each.test.method)}},
                  each.test.reason);
}

Json difference(const Comparison& comparison, const MeasureComparison& measure,
                const Difference& each) {
  const std::size_t pair = each.run - 1;  // (0, 1), (0, 2), … come first
  Json out;
  out["run"] = comparison.runs[each.run];
  out["difference"] = each.difference;
  out["interval_bca"] = interval(each.bootstrap.bca);
  out["interval_percentile"] = interval(each.bootstrap.percentile);
  out["interval_t"] = interval(each.t_interval);
  out["randomisation"] = test(each.randomisation);
  out["t"] = test(each.t);
  out["wilcoxon"] = test(each.wilcoxon);
  out["sign"] = test(each.sign);
  out["tukey_hsd_p"] = measure.tukey.pairs[pair].p;
  out["randomised_tukey_hsd_p"] = measure.randomised_tukey[pair].p;
  out["effect"] = reasoned({{"d_z", each.effect.d_z},
                            {"hedges_g", each.effect.hedges_g},
                            {"standardised", each.standardised}},
                           each.effect.reason);
  out["wins"] = each.topics.wins;
  out["ties"] = each.topics.ties;
  out["losses"] = each.topics.losses;
  out["smallest_detectable_difference"] = each.detectable.difference;
  return out;
}

Json docs(const std::vector<RankedDoc>& ranking) {
  Json out = Json::array();
  for (const RankedDoc& doc : ranking) {
    out.push_back({{"doc", doc.id}, {"grade", doc.grade ? Json(*doc.grade) : Json(nullptr)}});
  }
  return out;
}

Json options(const comparison::Options& each) {
  return {{"confidence", each.confidence},
          {"replicates", each.replicates},
          {"permutations", each.permutations},
          {"seed", each.seed},
          {"alpha", each.alpha},
          {"power", each.power},
          {"tolerance", each.tolerance}};
}

}  // namespace

std::string comparison_json(const ComparisonDocument& document) {
  const Comparison& comparison = document.comparison;
  Json out;
  out["schema"] = "foley-eval/comparison/1";
  out["foley_eval"] = version();
  out["score_version"] = kScoreVersion;
  out["qrels"] = document.qrels;
  out["ties"] = document.ties;
  out["baseline"] = comparison.runs.front();
  out["runs"] = Json::array();
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    out["runs"].push_back({{"name", comparison.runs[r]}, {"file", document.files[r]}});
  }
  out["options"] = options(comparison.options);
  out["topics"] = comparison.topics;
  out["measures"] = Json::array();
  for (std::size_t m = 0; m < comparison.measures.size(); ++m) {
    const MeasureComparison& measure = comparison.measures[m];
    Json each;
    each["measure"] = measure.measure;
    for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
      each["runs"][comparison.runs[r]] = {{"mean", measure.means[r]},
                                          {"interval_bca", interval(measure.bootstraps[r].bca)},
                                          {"values", comparison.values[m][r]}};
    }
    each["against_baseline"] = Json::array();
    for (const Difference& one : measure.differences) {
      each["against_baseline"].push_back(difference(comparison, measure, one));
    }
    each["all_pairs"] = Json::array();
    for (std::size_t p = 0; p < measure.tukey.pairs.size(); ++p) {
      const stats::TukeyPair& pair = measure.tukey.pairs[p];
      each["all_pairs"].push_back({{"first", comparison.runs[pair.first]},
                                   {"second", comparison.runs[pair.second]},
                                   {"difference", pair.difference.value},
                                   {"interval_simultaneous", interval(pair.difference)},
                                   {"tukey_hsd_p", pair.p},
                                   {"randomised_tukey_hsd_p", measure.randomised_tukey[p].p}});
    }
    out["measures"].push_back(std::move(each));
  }
  out["moved_most"] = Json::array();
  for (const RunMoves& moves : document.moves) {
    Json run{{"run", comparison.runs[moves.run]}, {"topics", Json::array()}};
    for (const ShownMove& each : moves.moves) {
      run["topics"].push_back({{"topic", comparison.topics[each.move.topic]},
                               {"before", each.move.from},
                               {"after", each.move.to},
                               {"ranking_before", docs(each.before)},
                               {"ranking_after", docs(each.after)}});
    }
    out["moved_most"].push_back(std::move(run));
  }
  out["notes"] = document.notes;
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
