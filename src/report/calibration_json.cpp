#include "agreement_shared.hpp"
#include "foley/report/calibration_document.hpp"

namespace foley::report {
namespace {

using reliability::Reason;

Json pair_json(const JudgePair& pair, bool ordered) {
  Json out{{"human", pair.human},
           {"units", pair.alpha.units},
           {"alpha", coefficient_json(pair.alpha)},
           {"percent_agreement", coefficient_json(pair.percent)}};
  if (ordered && pair.percent.reason != Reason::no_pairs) {
    out["mean_difference"] = pair.difference;
  }
  return out;
}

Json unit_json(const UnitRow& row, const std::string& judge) {
  Json out{{"unit", row.unit}, {"difference", row.distance}, {"humans", Json::array()}};
  for (const auto& [rater, value] : row.ratings) {
    if (rater == judge) {
      out["judge"] = value;
    } else {
      out["humans"].push_back({{"rater", rater}, {"value", value}});
    }
  }
  return out;
}

Json settle_json(const reliability::AgreementPlan& plan, std::size_t units) {
  return with_reason({{"units", plan.units},
                      {"more", plan.units > units ? plan.units - units : 0},
                      {"half_width", plan.half_width}},
                     plan.reason);
}

}  // namespace

std::string calibration_json(const CalibrationDocument& document) {
  Json out = document_head("foley-eval/calibration/1");
  out["human_file"] = document.human_file;
  out["judge_file"] = document.judge_file;
  out["judge"] = document.judge;
  out["level"] = reliability::to_string(document.level);
  out["passed"] = document.passed;
  out["min_units"] = document.min_units;
  out["verdict"] = document.verdict;
  out["min_alpha"] = document.min_alpha;
  out["lower_bound_required"] = document.lower_bound;
  out["interval_options"] = interval_options_json(document.intervals);
  out["units"] = {{"matched", document.units},
                  {"only_human", document.only_human},
                  {"only_judge", document.only_judge}};
  out["humans"] = document.humans;
  if (document.units > 0) {
    out["alpha"] = alpha_json(document.alpha);
    out["percent_agreement"] = coefficient_json(document.percent);
    if (document.humans_alone) {
      out["humans_alone"] = alpha_json(*document.humans_alone);
    }
    out["pairs"] = Json::array();
    for (const JudgePair& pair : document.pairs) {
      out["pairs"].push_back(pair_json(pair, document.ordered));
    }
    out["judge_profile"] = profile_json(document.profile);
    out["base_rates"] = Json::array();
    for (const BaseRate& rate : document.base_rates) {
      out["base_rates"].push_back(
          {{"value", rate.value}, {"humans", rate.by_humans}, {"judge", rate.by_judge}});
    }
    if (document.confusion) {
      out["confusion"] = confusion_json(*document.confusion);
    }
    out["largest_differences"] = Json::array();
    for (const UnitRow& row : document.differences) {
      out["largest_differences"].push_back(unit_json(row, document.judge));
    }
    out["suspects"] = suspects_json(document.suspects);
  }
  if (document.to_settle) {
    out["to_settle_lower_bound"] = settle_json(*document.to_settle, document.units);
  }
  out["notes"] = document.notes;
  return dumped(out);
}

}  // namespace foley::report
