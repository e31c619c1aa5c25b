#include <array>

#include "fidelity_shared.hpp"
#include "foley/report/fidelity_document.hpp"

namespace foley::report {
namespace {

Json curve_json(const FidelityCurve& curve) {
  Json points = Json::array();
  for (const FidelityPoint& point : curve.points) {
    points.push_back({{"n", point.size}, {"mean", point.mean}, {"spread", point.spread}});
  }
  Json out{{"limit", curve.limit.value},
           {"interval", fidelity_interval_json(curve.limit)},
           {"slope", curve.slope},
           {"r_squared", curve.r_squared},
           {"replicates", curve.replicates},
           {"enough", curve.enough ? Json(*curve.enough) : Json(nullptr)},
           {"enough_means", curve.enough_means},
           {"points", points},
           {"warnings", curve.warnings}};
  return out;
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json causes_json(const FidelityCauses& causes) {
  Json out;
  out["influence"] = Json::array();
  for (const InfluenceRow& row : causes.influence) {
    out["influence"].push_back({{"clip", row.clip},
                                {"category", row.category},
                                {"fad", or_null(row.fad)},
                                {"kad", or_null(row.kad)}});
  }
  out["outliers"] = {{"count", causes.outlier_count}, {"rows", Json::array()}};
  for (const OutlierRow& row : causes.outliers) {
    out["outliers"]["rows"].push_back({{"clip", row.clip},
                                       {"score", row.score},
                                       {"distance", row.distance},
                                       {"nearest", row.nearest}});
  }
  out["memorised"] = {{"count", causes.memorised_count},
                      {"exact", causes.exact_count},
                      {"expected_by_chance", causes.expected_near},
                      {"usual_distance", or_null(causes.usual_distance)},
                      {"near_limit", or_null(causes.near_limit)},
                      {"rows", Json::array()}};
  for (const NearestRow& row : causes.memorised) {
    out["memorised"]["rows"].push_back({{"clip", row.clip},
                                        {"reference", row.reference},
                                        {"distance", row.distance},
                                        {"ratio", or_null(row.ratio)},
                                        {"exact", row.exact}});
  }
  out["duplicates"] = {{"repeats", causes.duplicate_rows}, {"families", Json::array()}};
  for (const DuplicateRow& row : causes.duplicates) {
    out["duplicates"]["families"].push_back({{"count", row.count}, {"clips", row.clips}});
  }
  return out;
}

Json category_json(const FidelityCategory& category) {
  Json out{
      {"category", category.name}, {"n_ref", category.reference}, {"n_gen", category.generated}};
  for (const auto& [name, value] : category.values) {
    out[name] = or_null(value);
  }
  if (!category.reason.empty()) {
    out["reason"] = category.reason;
  }
  return out;
}

}  // namespace

std::string fidelity_json(const FidelityDocument& document) {
  const std::array<const FidelitySet*, 1> generated{&document.generated};
  Json out = document_head("foley-eval/fidelity/1");
  out["reference"] = set_json(document.reference);
  out["generated"] = set_json(document.generated);
  out["stamp"] = ruler_json(document.ruler, document.reference, generated);
  out["measures"] = Json::object();
  for (const FidelityMeasure& measure : document.measures) {
    out["measures"][measure.name] = measure_json(measure);
  }
  if (!document.curves.empty()) {
    out["by_size"] = Json::object();
    for (const FidelityCurve& curve : document.curves) {
      out["by_size"][curve.name] = curve_json(curve);
    }
  }
  if (document.causes) {
    out["why"] = causes_json(*document.causes);
  }
  if (!document.categories.empty()) {
    out["categories"] = Json::array();
    for (const FidelityCategory& category : document.categories) {
      out["categories"].push_back(category_json(category));
    }
  }
  if (!document.rules.empty()) {
    out["gate"] = rules_json(document.rules);
  }
  out["notes"] = document.notes;
  return dumped(out);
}

}  // namespace foley::report
