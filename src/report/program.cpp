#include <nlohmann/json.hpp>

#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/report/program_document.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string health_text(std::span<const HealthCheck> checks, const TextStyle& style) {
  TextTable table({"", "looked at", "found"}, {});
  for (const HealthCheck& check : checks) {
    table.add({check.ok ? "ok" : "FAULT", check.name, check.found});
  }
  return table.text(style);
}

std::string health_json(std::span<const HealthCheck> checks) {
  Json out{{"schema", "foley-eval/doctor/1"}, {"checks", Json::array()}};
  for (const HealthCheck& check : checks) {
    out["checks"].push_back({{"name", check.name}, {"ok", check.ok}, {"found", check.found}});
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string version_text() {
  return "foley-eval " + std::string(version()) + " (scores " + std::to_string(kScoreVersion) +
         ")\n";
}

std::string version_json() {
  const Json out{
      {"schema", "foley-eval/version/1"}, {"version", version()}, {"score_version", kScoreVersion}};
  return out.dump(2) + "\n";
}

}  // namespace foley::report
