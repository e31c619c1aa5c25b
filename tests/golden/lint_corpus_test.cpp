#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "foley/golden/lint.hpp"
#include "golden/samples.hpp"

namespace foley::golden {
namespace {

std::vector<Finding> lint(const std::vector<CorpusEntry>& corpus) {
  std::vector<Finding> findings;
  lint_corpus(corpus, findings);
  return findings;
}

TEST(LintCorpus, IsSilentOnACleanCorpus) {
  EXPECT_TRUE(lint(good_corpus()).empty());
  EXPECT_TRUE(lint({}).empty());
}

TEST(LintCorpus, AMissingCategoryIsNoFault) {
  auto corpus = good_corpus();
  corpus[0].ucs_catid.clear();
  EXPECT_TRUE(lint(corpus).empty());
}

TEST(LintCorpus, AddsToTheFindingsAtHand) {
  auto corpus = good_corpus();
  corpus[0].caption.clear();
  std::vector<Finding> findings(1);
  lint_corpus(corpus, findings);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[1].code, "empty-caption");
}

TEST(LintCorpus, ReportsEveryClipWithAnUnclearLicence) {
  auto corpus = good_corpus();
  corpus[0].license_id.reset();
  corpus[1].license_id = "CC-BY-NC-4.0";
  const auto findings = lint(corpus);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].item, "ring0:rain");
  EXPECT_EQ(findings[1].item, "ring0:drip");
  EXPECT_NE(findings[1].problem.find("CC-BY-NC-4.0"), std::string::npos);
}

TEST(LintCorpus, AllowsAttributionAsTheDefaultUseDoes) {
  auto corpus = good_corpus();
  corpus[0].license_id = "https://creativecommons.org/licenses/by/4.0/";
  EXPECT_TRUE(lint(corpus).empty());
}

}  // namespace
}  // namespace foley::golden
