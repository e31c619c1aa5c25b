#include <cmath>

#include "agreement_shared.hpp"
#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/reliability/band.hpp"

namespace foley::report {
namespace {

using reliability::ProfileNumber;
using reliability::Reason;

Json bootstrap_json(const reliability::AlphaInterval& each) {
  return {{"bca", interval_json(each.bca)},
          {"percentile", interval_json(each.percentile)},
          {"jackknife", interval_json(each.jackknife)},
          {"krippendorff", interval_json(each.krippendorff)},
          {"bias", each.bias},
          {"standard_error", each.standard_error},
          {"jackknife_error", each.jackknife_error},
          {"below_reliable", each.below_reliable},
          {"below_tentative", each.below_tentative}};
}

Json number_json(const ProfileNumber& number) {
  return with_reason({{"value", number.value}}, number.reason);
}

Json numbers_json(const reliability::NumericProfile& each) {
  Json drift = interval_json(each.drift.slope);
  drift["p"] = each.drift.p;
  return {{"bias", interval_json(each.bias)},
          {"spread", number_json(each.spread)},
          {"drift", with_reason(std::move(drift), each.drift.reason)},
          {"pearson", number_json(each.pearson)},
          {"spearman", number_json(each.spearman)},
          {"discrimination", number_json(each.discrimination)}};
}

}  // namespace

Json with_reason(Json json, Reason reason) {
  if (reason != Reason::none) {
    json["reason"] = std::string(reliability::to_string(reason));
  }
  return json;
}

Json document_head(std::string_view schema) {
  Json out;
  out["schema"] = schema;
  out["foley_eval"] = version();
  out["score_version"] = kScoreVersion;
  return out;
}

Json interval_json(const stats::Interval& interval) {
  Json out{{"value", interval.value},
           {"low", interval.low},
           {"high", interval.high},
           {"confidence", interval.confidence}};
  if (interval.reason != stats::Reason::none) {
    out["reason"] = reliability::reason_of_units(interval.reason);
  }
  return out;
}

Json coefficient_json(const reliability::Coefficient& coefficient) {
  return with_reason({{"value", coefficient.value},
                      {"observed", coefficient.observed},
                      {"expected", coefficient.expected},
                      {"units", coefficient.units},
                      {"ratings", coefficient.ratings}},
                     coefficient.reason);
}

Json alpha_json(const AlphaRow& row) {
  Json out = coefficient_json(row.alpha);
  out = with_reason(std::move(out), row.reason());
  out["band"] = reliability::reliability_band(row.alpha.value);
  out["evidence"] = row.reason() == Reason::none;
  if (row.interval) {
    out["interval"] = interval_json(row.interval->interval);
    out["lower_band"] = reliability::reliability_band(row.interval->interval.low);
    out["intervals"] = with_reason(bootstrap_json(*row.interval), row.interval->reason);
  }
  return out;
}

Json interval_options_json(const std::optional<reliability::AlphaIntervalOptions>& options) {
  if (!options) {
    return nullptr;
  }
  return {{"method", to_string(options->method)},
          {"confidence", options->confidence},
          {"replicates", options->replicates},
          {"seed", options->seed}};
}

Json confusion_json(const ConfusionTable& table) {
  Json counts = Json::array();
  const std::size_t n = table.values.size();
  for (std::size_t row = 0; row < n; ++row) {
    Json cells = Json::array();
    for (std::size_t column = 0; column < n; ++column) {
      cells.push_back(table.counts[row * n + column]);
    }
    counts.push_back(std::move(cells));
  }
  return {{"rows", table.rows},
          {"columns", table.columns},
          {"units", table.units},
          {"values", table.values},
          {"counts", std::move(counts)}};
}

Json suspects_json(std::span<const SuspectRow> suspects) {
  Json out = Json::array();
  for (const SuspectRow& row : suspects) {
    const reliability::Suspect& each = row.suspect;
    out.push_back({{"rater", row.rater},
                   {"finding", reliability::to_string(each.fault)},
                   {"units", each.units},
                   {"score", each.score},
                   {"p", each.p},
                   {"p_adjusted", each.p_adjusted},
                   {"relation", each.relation},
                   {"distance", each.distance},
                   {"usual_distance", each.usual_distance},
                   {"mirrored_distance", each.mirrored_distance},
                   {"shift", each.shift},
                   {"slope", each.slope}});
  }
  return out;
}

Json profile_json(const reliability::RaterProfile& profile) {
  Json out{{"ratings", profile.ratings},
           {"compared", profile.compared},
           {"most_used_share", profile.most_used_share},
           {"with_others", coefficient_json(profile.with_others)},
           {"pairwise_alpha", number_json(profile.pairwise_alpha)},
           {"partners", profile.partners}};
  if (profile.numbers) {
    out.update(numbers_json(*profile.numbers));
  }
  return out;
}

std::string dumped(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
