#include "agreement_shared.hpp"
#include "foley/report/agreement_document.hpp"

namespace foley::report {
namespace {

using reliability::Reason;

Json named_json(const NamedCoefficient& each) {
  Json out{
      {"coefficient", each.key}, {"name", each.name}, {"value", each.value}, {"units", each.units}};
  if (!each.remark.empty()) {
    out["remark"] = each.remark;
  }
  if (each.interval) {
    out["interval"] = interval_json(*each.interval);
  }
  return with_reason(std::move(out), each.reason);
}

Json part_json(const AgreementPart& part, bool is_stratum) {
  Json out;
  if (is_stratum) {
    out["stratum"] = part.stratum;
  }
  out["units"] = part.units;
  out["ratings"] = part.ratings;
  out["alpha"] = alpha_json(part.alpha);
  out["coefficients"] = Json::array();
  for (const NamedCoefficient& each : part.coefficients) {
    out["coefficients"].push_back(named_json(each));
  }
  return out;
}

Json rater_json(const RaterRow& row, const AgreementDocument& document) {
  Json out{{"rater", row.rater}};
  out.update(profile_json(row.profile));
  if (row.profile.ratings > 0) {
    out["most_used"] = value_name(row.profile.most_used, document.labels);
  }
  Json without = coefficient_json(row.influence.without);
  out["alpha_without"] = std::move(without);
  out["change"] = row.influence.delta;
  out["change_interval"] = interval_json(row.influence.interval);
  if (row.influence.reason != Reason::none) {
    out["change_reason"] = std::string(reliability::to_string(row.influence.reason));
  }
  return out;
}

Json unit_json(const UnitRow& row) {
  Json ratings = Json::array();
  for (const auto& [rater, value] : row.ratings) {
    ratings.push_back({{"rater", rater}, {"value", value}});
  }
  return {{"unit", row.unit},
          {"distance", row.distance},
          {"relative", row.relative},
          {"ratings", std::move(ratings)}};
}

}  // namespace

std::string agreement_json(const AgreementDocument& document) {
  Json out = document_head("foley-eval/agreement/1");
  out["file"] = document.file;
  out["units"] = document.units;
  out["raters"] = document.raters;
  out["ratings"] = document.ratings;
  out["repeats_merged"] = document.repeats;
  out["level"] = reliability::to_string(document.level);
  if (!document.labels.empty()) {
    out["labels"] = document.labels;
  }
  out["interval_options"] = interval_options_json(document.intervals);
  out["all"] = part_json(document.parts.front(), false);
  if (document.parts.size() > 1) {
    out["strata"] = Json::array();
    for (std::size_t i = 1; i < document.parts.size(); ++i) {
      out["strata"].push_back(part_json(document.parts[i], true));
    }
  }
  out["suspects"] = suspects_json(document.suspects);
  if (!document.rater_rows.empty()) {
    out["rater_profiles"] = Json::array();
    for (const RaterRow& row : document.rater_rows) {
      out["rater_profiles"].push_back(rater_json(row, document));
    }
  }
  if (document.disputed) {
    out["disputed_units"] = Json::array();
    for (const UnitRow& row : *document.disputed) {
      out["disputed_units"].push_back(unit_json(row));
    }
  }
  if (!document.confusions.empty()) {
    out["confusion"] = Json::array();
    for (const ConfusionTable& table : document.confusions) {
      out["confusion"].push_back(confusion_json(table));
    }
  }
  out["notes"] = document.notes;
  return dumped(out);
}

}  // namespace foley::report
