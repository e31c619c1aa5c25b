#include "foley/search/license.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "support/oracle.hpp"

namespace foley::search {
namespace {

using testing::Json;

IntendedUse use_of(const Json& changes) {
  IntendedUse use;
  for (const auto& [key, value] : changes.items()) {
    if (key == "commercial") {
      use.commercial = value.get<bool>();
    } else if (key == "publish") {
      use.publish = value.get<bool>();
    } else if (key == "redistribute_standalone") {
      use.redistribute_standalone = value.get<bool>();
    } else if (key == "will_train") {
      use.will_train = value.get<bool>();
    } else if (key == "can_attribute") {
      use.can_attribute = value.get<bool>();
    } else if (key == "revenue_usd") {
      use.revenue_usd = value.get<double>();
    } else if (key == "territory") {
      use.territory = value.get<std::string>();
    } else {
      throw std::invalid_argument("an intended use without a test: " + key);
    }
  }
  return use;
}

TEST(License, FailsClosed) {
  EXPECT_TRUE(license_refusal({}, {}).has_value());
  EXPECT_TRUE(license_refusal({.id = "no such licence", .rights_verified = true}, {}).has_value());
  EXPECT_TRUE(license_refusal({.id = "", .rights_verified = true}, {}).has_value());
  EXPECT_TRUE(license_refusal({.id = "CC0-1.0", .rights_verified = false}, {}).has_value());
  EXPECT_TRUE(license_refusal({.id = "cc0-1.0", .rights_verified = true}, {}).has_value());
  EXPECT_FALSE(license_refusal({.id = "CC0-1.0", .rights_verified = true}, {}).has_value());
  EXPECT_EQ(license_terms("no such licence").id, "unknown");
  EXPECT_FALSE(license_terms("no such licence").commercial_ok);
}

TEST(License, ANanRevenueRefusesACappedLicence) {
  const License capped{.id = "Stability-Community", .rights_verified = true};
  EXPECT_FALSE(license_refusal(capped, {}).has_value());
  IntendedUse use;
  use.revenue_usd = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(license_refusal(capped, use).has_value());
}

TEST(License, TerritoriesOfTheOneLicenceThatExcludesSome) {
  const License license{.id = "Tencent-Hunyuan-Community", .rights_verified = true};
  IntendedUse use;
  use.commercial = false;
  for (const char* territory : {"", "WORLD", "EU", "FR", "DE", "GB", "KR", "GG"}) {
    use.territory = territory;
    EXPECT_TRUE(license_refusal(license, use).has_value()) << territory;
  }
  for (const char* territory : {"US", "CH", "JP"}) {
    use.territory = territory;
    EXPECT_FALSE(license_refusal(license, use).has_value()) << territory;
  }
}

TEST(LicenseOracle, Flags) {
  FOLEY_LOAD_ORACLE(oracle, "licence");
  ASSERT_EQ(oracle.at("flags").size(), known_licenses().size());
  for (const auto& [id, flags] : oracle.at("flags").items()) {
    const LicenseTerms& terms = license_terms(id);
    ASSERT_EQ(terms.id, id);
    EXPECT_EQ(terms.commercial_ok, flags.at("commercial_ok").get<bool>()) << id;
    EXPECT_EQ(terms.embed_in_derivative_ok, flags.at("embed_in_derivative_ok").get<bool>()) << id;
    EXPECT_EQ(terms.redistribute_standalone_ok, flags.at("redistribute_standalone_ok").get<bool>())
        << id;
    EXPECT_EQ(terms.cache_bytes_ok, flags.at("cache_bytes_ok").get<bool>()) << id;
    EXPECT_EQ(terms.modification_ok, flags.at("modification_ok").get<bool>()) << id;
    EXPECT_EQ(terms.ai_training_ok, flags.at("ai_training_ok").get<bool>()) << id;
    EXPECT_EQ(terms.requires_attribution, flags.at("requires_attribution").get<bool>()) << id;
    const Json& cap = flags.at("revenue_cap_usd");
    EXPECT_EQ(terms.revenue_cap_usd,
              cap.is_null() ? std::nullopt : std::optional(cap.get<double>()))
        << id;
  }
}

TEST(LicenseOracle, DecisionsWithTheirReasons) {
  FOLEY_LOAD_ORACLE(oracle, "licence");
  ASSERT_EQ(oracle.at("keep").size(), 226U);
  for (const Json& row : oracle.at("keep")) {
    const License license{.id = row.at(0).get<std::string>(),
                          .rights_verified = row.at(1).get<bool>()};
    const auto refusal = license_refusal(license, use_of(row.at(2)));
    EXPECT_EQ(!refusal.has_value(), row.at(3).get<bool>()) << row;
    const Json& reason = row.at(4);
    EXPECT_EQ(refusal.value_or("(kept)"), reason.is_null() ? "(kept)" : reason.get<std::string>())
        << row;
  }
}

TEST(LicenseOracle, DefaultUse) {
  FOLEY_LOAD_ORACLE(oracle, "licence");
  const Json& defaults = oracle.at("intended_use_defaults");
  const IntendedUse use;
  EXPECT_EQ(use.commercial, defaults.at("commercial").get<bool>());
  EXPECT_EQ(use.publish, defaults.at("publish").get<bool>());
  EXPECT_EQ(use.redistribute_standalone, defaults.at("redistribute_standalone").get<bool>());
  EXPECT_EQ(use.will_train, defaults.at("will_train").get<bool>());
  EXPECT_EQ(use.can_attribute, defaults.at("can_attribute").get<bool>());
  EXPECT_EQ(use.revenue_usd, defaults.at("revenue_usd").get<double>());
  EXPECT_EQ(use.allow_voice_or_trademark, defaults.at("allow_voice_or_trademark").get<bool>());
  EXPECT_EQ(use.territory.empty(), defaults.at("territory").is_null());
}

TEST(LicenseOracle, VoiceAndTrademark) {
  FOLEY_LOAD_ORACLE(oracle, "licence");
  ASSERT_EQ(oracle.at("voice_or_trademark").size(), 4U);
  for (const Json& row : oracle.at("voice_or_trademark")) {
    License license{.id = "CC0-1.0", .rights_verified = true};
    license.contains_recognizable_voice = row.at(0).value("contains_recognizable_voice", false);
    license.potential_trademark = row.at(0).value("potential_trademark", false);
    IntendedUse use;
    use.allow_voice_or_trademark = row.at(1).get<bool>();
    EXPECT_EQ(!license_refusal(license, use).has_value(), row.at(2).get<bool>()) << row;
  }
}

TEST(LicenseOracle, CreativeCommonsAddressesAndLabels) {
  FOLEY_LOAD_ORACLE(oracle, "licence");
  ASSERT_EQ(oracle.at("cc").size(), 33U);
  for (const Json& row : oracle.at("cc")) {
    const CcLicense read = license_from_cc(row.at(0).is_null() ? "" : row.at(0).get<std::string>());
    EXPECT_EQ(read.id, row.at(1).at(0).get<std::string>()) << row;
    EXPECT_EQ(read.verified, row.at(1).at(1).get<bool>()) << row;
  }
}

TEST(CreativeCommons, FailsClosedOnWhatItDoesNotKnow) {
  for (const char* text :
       {"https://creativecommons.org/licenses/by/4.0/de/",
        "https://creativecommons.org/licenses/by/", "https://creativecommons.org/",
        "https://creativecommons.org.evil.example/licenses/by/4.0/",
        "https://evil.example/creativecommons.org/licenses/by/4.0/", "CC BY-NC-SA 4.0",
        "CC BY-NC-ND 4.0", "by-nd 4.0", "CC BY 5.0", "CC0 2.0", "CC0 3.0", "not CC0",
        "https://creativecommons.org/publicdomain/zero/2.0/", "cc by cc0"}) {
    const CcLicense read = license_from_cc(text);
    EXPECT_EQ(read.id, "unknown") << text;
    EXPECT_FALSE(read.verified) << text;
  }
}

TEST(CreativeCommons, ReadsAnyCase) {
  EXPECT_EQ(license_from_cc("HTTPS://CreativeCommons.org/licenses/BY/4.0/").id, "CC-BY-4.0");
  EXPECT_EQ(license_from_cc("https://www.creativecommons.org/licenses/by/4.0").id, "CC-BY-4.0");
  EXPECT_EQ(license_from_cc("attribution").id, "CC-BY-4.0");
}

}  // namespace
}  // namespace foley::search
