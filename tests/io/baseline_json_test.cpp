#include "foley/io/baseline_json.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>

#include "foley/golden/baseline.hpp"
#include "support/oracle.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

using testing::Json;

TEST(BaselineText, ReadsBack) {
  golden::Baseline baseline;
  baseline.metric = "map@5";
  baseline.value = 0.123457;
  baseline.tolerance = 0.05;
  baseline.embedder = "e \"x\"\n\U0001F600";
  baseline.dim = 7;
  baseline.manifest_sha256 = "m";
  baseline.seed_sha256 = "s";
  baseline.n_items = 12;
  baseline.updated_at = "today";
  const auto read = parse_baseline(baseline_text(baseline), "b");
  ASSERT_TRUE(read.has_value()) << read.error().to_line();
  EXPECT_EQ(baseline_text(*read), baseline_text(baseline));
  EXPECT_EQ(read->embedder, baseline.embedder);
  EXPECT_EQ(read->value, baseline.value);
  EXPECT_EQ(read->n_items, 12);
}

TEST(BaselineText, IsAsciiWithAFinalNewline) {
  golden::Baseline baseline;
  baseline.embedder = "café";
  const std::string text = baseline_text(baseline);
  EXPECT_TRUE(text.ends_with("}\n"));
  for (const char c : text) {
    EXPECT_LT(static_cast<unsigned char>(c), 0x80);
  }
}

TEST(LoadBaseline, ReadsAFile) {
  const testing::TemporaryFolder folder;
  golden::Baseline baseline;
  baseline.value = 0.5;
  const auto read = load_baseline(folder.write("b.json", baseline_text(baseline)));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->value, 0.5);
  EXPECT_EQ(load_baseline(folder / "nosuch").error().kind, ErrorKind::not_found);
}

// A baseline as the recorded call wrote it: the defaults, changed by its keywords.
golden::Baseline recorded_baseline(const Json& recorded, const Json& keywords,
                                   const std::string& digest) {
  golden::Baseline baseline;
  baseline.metric = keywords.value("metric", "ndcg@10");
  const Json& means = recorded.at("mean");
  baseline.value = golden::baseline_value(
      means.contains(baseline.metric) ? testing::oracle_number(means.at(baseline.metric)) : 0.0);
  baseline.tolerance = keywords.value("tolerance", golden::kDefaultTolerance);
  baseline.embedder = keywords.value("embedder_model_id", "foley-eval/hashing-bow-v1");
  baseline.dim = keywords.value("dim", 64);
  baseline.rrf_k = keywords.value("rrf_k", 60);
  baseline.revision = keywords.value("revision", "gld-v1");
  baseline.n_items = keywords.value("n_items", 3);
  baseline.updated_at = keywords.value("updated_at", "2026-01-01");
  baseline.manifest_sha256 = digest;
  baseline.seed_sha256 = digest;
  return baseline;
}

TEST(BaselineOracle, FileTexts) {
  FOLEY_LOAD_ORACLE(oracle, "baseline");
  const auto digest = oracle.at("files").at("lf.json").at("sha256_normalised").get<std::string>();
  std::size_t compared = 0;
  for (const Json& recorded : oracle.at("write_baseline")) {
    const Json& keywords = recorded.at("kw");
    const bool is_nan = recorded.at("mean").dump().find("NaN") != std::string::npos;
    const bool whole_tolerance =
        keywords.contains("tolerance") && keywords.at("tolerance").is_number_integer();
    if (is_nan || whole_tolerance) {
      continue;  // a NaN is not written here, and every number is written as a real one
    }
    EXPECT_EQ(baseline_text(recorded_baseline(recorded, keywords, digest)),
              recorded.at("text").get<std::string>());
    compared += 1;
  }
  EXPECT_EQ(compared, 5U);
}

RC_GTEST_PROP(BaselineProperty, ReadsBackAnyValue, ()) {
  golden::Baseline baseline;
  baseline.value = golden::baseline_value(*rc::gen::inRange(0, 1'000'000'000) / 1.001e9);
  baseline.tolerance = *rc::gen::inRange(0, 1000) / 1007.0;
  const auto read = parse_baseline(baseline_text(baseline), "b");
  if (!read) {
    RC_FAIL(read.error().to_line());
  }
  RC_ASSERT(read->value == baseline.value);
  RC_ASSERT(read->tolerance == baseline.tolerance);
}

}  // namespace
}  // namespace foley::io
