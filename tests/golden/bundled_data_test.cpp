#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "foley/golden/baseline.hpp"
#include "foley/golden/eval_library.hpp"
#include "foley/golden/lint.hpp"
#include "foley/golden/retrieval_eval.hpp"
#include "foley/io/baseline_json.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/golden_json.hpp"
#include "foley/search/hashing_embedder.hpp"
#include "support/oracle.hpp"

// The golden set that comes with the project, its corpus and its baseline belong together.
namespace foley::golden {
namespace {

std::string data_file(const char* name) { return std::string(FOLEY_DATA) + "/golden/" + name; }

TEST(BundledData, HasNoErrorAndNoUnclearLicence) {
  const auto golden = io::load_golden(data_file("seed.json"));
  const auto corpus = io::load_corpus(data_file("corpus.json"));
  ASSERT_TRUE(golden.has_value()) << golden.error().to_line();
  ASSERT_TRUE(corpus.has_value()) << corpus.error().to_line();
  for (const Finding& finding : lint_golden(*golden, *corpus)) {
    EXPECT_NE(finding.severity, Severity::error) << finding.item << ": " << finding.problem;
    EXPECT_NE(finding.code, "license") << finding.item << ": " << finding.problem;
  }
}

TEST(BundledData, IsThatOfItsBaseline) {
  const auto baseline = io::load_baseline(data_file("baseline.json"));
  ASSERT_TRUE(baseline.has_value()) << baseline.error().to_line();
  const auto stale =
      staleness(*baseline, fixture_digest(testing::file_text(data_file("seed.json"))),
                fixture_digest(testing::file_text(data_file("corpus.json"))));
  EXPECT_FALSE(stale.golden);
  EXPECT_FALSE(stale.corpus);
}

TEST(BundledData, EvaluationGivesTheBaselineToTheLastDecimal) {
  const auto golden = io::load_golden(data_file("seed.json"));
  const auto corpus = io::load_corpus(data_file("corpus.json"));
  const auto baseline = io::load_baseline(data_file("baseline.json"));
  ASSERT_TRUE(golden.has_value() && corpus.has_value() && baseline.has_value());
  EXPECT_EQ(static_cast<std::size_t>(baseline->n_items), golden->size());
  const search::HashingBowEmbedder embedder(static_cast<std::size_t>(baseline->dim));
  EXPECT_EQ(embedder.model_id(), baseline->embedder);
  const auto built = build_eval_library(*corpus, embedder, "");
  ASSERT_TRUE(built.has_value());
  EXPECT_TRUE(built->refused.empty());
  const auto report = run_retrieval_eval(*golden, built->library, 10, retrieval::default_metrics());
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(baseline_value(report->mean_of(baseline->metric).value()), baseline->value);
}

}  // namespace
}  // namespace foley::golden
