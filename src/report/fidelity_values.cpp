#include "fidelity_shared.hpp"
#include "foley/core/score_version.hpp"

namespace foley::report {
namespace {

Json point_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace

Json set_json(const FidelitySet& set) {
  Json manifest = Json::object();
  for (const auto& [field, value] : set.manifest) {
    manifest[field] = value;
  }
  return {{"path", set.path},           {"kind", set.is_statistics ? "statistics" : "embeddings"},
          {"rows", set.rows},           {"clips", set.clips},
          {"dimension", set.dimension}, {"dtype", set.dtype},
          {"manifest", manifest},       {"warnings", set.warnings}};
}

Json ruler_json(const FidelityRuler& ruler, const FidelitySet& reference,
                std::span<const FidelitySet* const> generated) {
  Json out{{"embedding", ruler.embedding},
           {"toolkit", ruler.toolkit},
           {"version", ruler.version},
           {"n_ref", reference.rows}};
  if (generated.size() == 1) {
    out["n_gen"] = generated.front()->rows;
  } else {
    out["n_gen"] = Json::array();
    for (const FidelitySet* set : generated) {
      out["n_gen"].push_back(set->rows);
    }
  }
  if (!ruler.kernel.empty()) {
    out["kernel"] = ruler.kernel;
    if (ruler.bandwidth > 0.0) {
      out["bandwidth"] = ruler.bandwidth;
      out["bandwidth_rule"] = ruler.bandwidth_rule;
    }
    if (ruler.bandwidth_range) {
      out["bandwidth_low"] = ruler.bandwidth_range->first;
      out["bandwidth_high"] = ruler.bandwidth_range->second;
    }
    out["convention"] = ruler.convention;
  }
  out["precision"] = ruler.precision;
  out["linear_algebra"] = ruler.linear_algebra;
  if (ruler.neighbours > 0) {
    out["neighbours"] = ruler.neighbours;
  }
  out["confidence"] = point_of(ruler.confidence);
  out["bootstrap"] = ruler.replicates;
  out["permutations"] = ruler.permutations;
  out["seed"] = ruler.seed;
  out["score_version"] = kScoreVersion;
  return out;
}

Json fidelity_interval_json(const stats::Interval& interval) {
  Json out{{"low", interval.low}, {"high", interval.high}, {"confidence", interval.confidence}};
  if (interval.reason != stats::Reason::none) {
    out["reason"] = std::string(stats::to_string(interval.reason));
  }
  return out;
}

Json measure_json(const FidelityMeasure& measure) {
  Json out{{"value", point_of(measure.value)}};
  if (measure.interval) {
    out["interval"] = fidelity_interval_json(*measure.interval);
  }
  if (measure.p) {
    out["p"] = *measure.p;
  }
  for (const auto& [name, value] : measure.details) {
    out[name] = value;
  }
  if (!measure.value) {
    out["reason"] = measure.reason;
  }
  return out;
}

Json rules_json(std::span<const FidelityRule> rules) {
  Json out = Json::array();
  for (const FidelityRule& rule : rules) {
    out.push_back({{"rule", rule.text}, {"passed", rule.passed}, {"finding", rule.finding}});
  }
  return out;
}

}  // namespace foley::report
