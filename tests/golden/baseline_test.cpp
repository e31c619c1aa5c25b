#include "foley/golden/baseline.hpp"

#include <gtest/gtest.h>

#include <string>

#include "foley/core/digest.hpp"
#include "support/near.hpp"
#include "support/oracle.hpp"

namespace foley::golden {
namespace {

using testing::Json;

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

TEST(FixtureDigest, DoesNotDependOnLineEnds) {
  const std::string lf = sha256_hex("a\nb\n");
  EXPECT_EQ(fixture_digest("a\nb\n"), lf);
  EXPECT_EQ(fixture_digest("a\r\nb\r\n"), lf);
  EXPECT_EQ(fixture_digest("a\rb\r"), lf);
  EXPECT_EQ(fixture_digest("a\r\nb\r"), lf);
  EXPECT_EQ(fixture_digest("a\r\r\nb"), sha256_hex("a\n\nb"));
  EXPECT_EQ(fixture_digest("a\n\rb"), sha256_hex("a\n\nb"));
}

TEST(FixtureDigest, SeesEverythingElse) {
  EXPECT_NE(fixture_digest("a\nb\n"), fixture_digest("a\nb"));
  EXPECT_NE(fixture_digest("a b"), fixture_digest("a  b"));
  EXPECT_NE(fixture_digest("\xEF\xBB\xBF[]"), fixture_digest("[]"));
}

TEST(Staleness, TellsWhichFixtureChanged) {
  Baseline baseline;
  baseline.seed_sha256 = "s";
  baseline.manifest_sha256 = "m";
  EXPECT_FALSE(staleness(baseline, "s", "m").any());
  const Staleness golden = staleness(baseline, "S", "m");
  EXPECT_TRUE(golden.golden && !golden.corpus && golden.any());
  const Staleness corpus = staleness(baseline, "s", "M");
  EXPECT_TRUE(!corpus.golden && corpus.corpus && corpus.any());
  const Staleness both = staleness(baseline, "", "");
  EXPECT_TRUE(both.golden && both.corpus);
}

TEST(Baseline, HasTheDocumentedDefaults) {
  const Baseline baseline;
  EXPECT_EQ(baseline.metric, "ndcg@10");
  EXPECT_EQ(baseline.tolerance, 0.02);
  EXPECT_EQ(baseline.rrf_k, 60);
  EXPECT_EQ(baseline.backend, "memory");
  EXPECT_EQ(baseline.corpus_name, "ring0");
  EXPECT_EQ(baseline.revision, "gld-v1");
}

TEST(BaselineOracle, FixtureDigests) {
  FOLEY_LOAD_ORACLE(oracle, "baseline");
  std::size_t compared = 0;
  for (const auto& [name, file] : oracle.at("files").items()) {
    if (file.at("hex").is_null()) {
      continue;  // a missing file
    }
    EXPECT_EQ(fixture_digest(from_hex(file.at("hex").get<std::string>())),
              file.at("sha256_normalised").get<std::string>())
        << name;
    compared += 1;
  }
  EXPECT_EQ(compared, 7U);
}

TEST(BaselineOracle, Rounding) {
  FOLEY_LOAD_ORACLE(oracle, "baseline");
  ASSERT_EQ(oracle.at("round6").size(), 11U);
  for (const Json& recorded : oracle.at("round6")) {
    EXPECT_TRUE(testing::same_bits(baseline_value(recorded.at("value").get<double>()),
                                   recorded.at("rounded").get<double>()))
        << recorded;
  }
}

TEST(BaselineOracle, StaleOrFresh) {
  FOLEY_LOAD_ORACLE(oracle, "baseline");
  std::size_t compared = 0;
  for (const Json& recorded : oracle.at("is_stale")) {
    const Json& stamps = recorded.at("baseline");
    if (!stamps.contains("golden") || !stamps.contains("corpus")) {
      continue;  // a file without stamps is refused when it is read
    }
    Baseline baseline;
    baseline.seed_sha256 = stamps.at("golden").at("seed_sha256").get<std::string>();
    baseline.manifest_sha256 = stamps.at("corpus").at("manifest_sha256").get<std::string>();
    const auto digest = [&](const char* which) {
      return oracle.at("files")
          .at(recorded.at(which).get<std::string>())
          .at("sha256_normalised")
          .get<std::string>();
    };
    EXPECT_EQ(staleness(baseline, digest("seed"), digest("manifest")).any(),
              recorded.at("stale").get<bool>())
        << recorded;
    compared += 1;
  }
  EXPECT_EQ(compared, 3U);
}

}  // namespace
}  // namespace foley::golden
