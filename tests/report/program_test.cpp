#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/report/program_document.hpp"
#include "report/documents.hpp"

namespace foley::report {
namespace {

const std::vector<HealthCheck>& checks() {
  static const std::vector<HealthCheck> kChecks{{"data", true, "there"},
                                                {"terminal", false, kEvil}};
  return kChecks;
}

TEST(Health, TextMarksFaults) {
  const std::string text = health_text(checks(), {});
  EXPECT_NE(text.find("  ok     data       there\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  FAULT  terminal   x"), std::string::npos) << text;
  EXPECT_TRUE(is_plain(text));
}

TEST(Health, JsonHoldsTheChecks) {
  const auto json = nlohmann::json::parse(health_json(checks()));
  EXPECT_EQ(json.at("schema"), "foley-eval/doctor/1");
  ASSERT_EQ(json.at("checks").size(), 2U);
  EXPECT_EQ(json.at("checks").at(0).at("name"), "data");
  EXPECT_EQ(json.at("checks").at(0).at("ok"), true);
  EXPECT_EQ(json.at("checks").at(1).at("ok"), false);
  EXPECT_EQ(json.at("checks").at(1).at("found"), kEvil);
}

TEST(Version, NamesSoftwareAndScores) {
  EXPECT_EQ(version_text(), "foley-eval " + std::string(version()) + " (scores " +
                                std::to_string(kScoreVersion) + ")\n");
  const auto json = nlohmann::json::parse(version_json());
  EXPECT_EQ(json.at("schema"), "foley-eval/version/1");
  EXPECT_EQ(json.at("version"), std::string(version()));
  EXPECT_EQ(json.at("score_version"), kScoreVersion);
}

}  // namespace
}  // namespace foley::report
