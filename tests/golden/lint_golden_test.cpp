#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "foley/golden/lint.hpp"
#include "golden/samples.hpp"

// Each rule fires on a planted fault and is silent without it.
namespace foley::golden {
namespace {

using Golden = std::vector<GoldenItem>;
using Corpus = std::vector<CorpusEntry>;

struct Planted {
  std::string_view code;
  std::string_view name;
  std::function<void(Golden&, Corpus&)> plant;
  std::string_view file;
  std::size_t line;
};

std::ostream& operator<<(std::ostream& out, const Planted& planted) {
  return out << planted.code << " " << planted.name;
}

const std::vector<Planted>& planted_faults() {
  static const std::vector<Planted> kFaults{
      {"answer-not-in-corpus", "missing clip", [](Golden&, Corpus& c) { c.pop_back(); }, "golden",
       3},
      {"answer-refused", "non-commercial answer",
       [](Golden&, Corpus& c) { c[0].license_id = "CC-BY-NC-4.0"; }, "golden", 3},
      {"no-answer", "wrong category",
       [](Golden& g, Corpus&) { g[0].expected_events[0].ucs_catid = "DOORWood"; }, "golden", 7},
      {"no-answer", "all grades are 0",
       [](Golden& g, Corpus&) { g[0].grade = {{"ring0:rain", 0}, {"ring0:drip", 0}}; }, "golden",
       7},
      {"repeated-clip", "same stem",
       [](Golden&, Corpus& c) { c.push_back(clip("x/rain.flac", "x")); }, "corpus", 11},
      {"license", "none stated", [](Golden&, Corpus& c) { c[1].license_id.reset(); }, "corpus", 11},
      {"license", "unknown", [](Golden&, Corpus& c) { c[1].license_id = "made up"; }, "corpus", 11},
      {"license", "not verified", [](Golden&, Corpus& c) { c[1].rights_verified = false; },
       "corpus", 11},
      {"ungraded-answer", "no grade", [](Golden& g, Corpus&) { g[0].grade.pop_back(); }, "golden",
       3},
      {"stray-grade", "no answer",
       [](Golden& g, Corpus&) { g[0].grade.emplace_back("ring0:other", 1); }, "golden", 3},
      {"unknown-catid", "in an event",
       [](Golden& g, Corpus&) { g[0].expected_events[0].ucs_catid = "RAINglas"; }, "golden", 3},
      {"unknown-catid", "in the answers",
       [](Golden& g, Corpus&) { g[0].answer_clip_ids.push_back({"NOSUCHcat", {}}); }, "golden", 3},
      {"unknown-catid", "in the corpus", [](Golden&, Corpus& c) { c[0].ucs_catid = "RAINglas"; },
       "corpus", 11},
      {"leak", "copied caption",
       [](Golden& g, Corpus&) { g[0].expected_events[0].query = "rain on a WINDOW"; }, "golden", 7},
      {"repeated-query", "in two items", [](Golden& g, Corpus&) { g.push_back(good_item("g2")); },
       "golden", 7},
      {"empty-query", "signs only",
       [](Golden& g, Corpus&) { g[0].expected_events[0].query = "... ?"; }, "golden", 7},
      {"empty-caption", "blanks", [](Golden&, Corpus& c) { c[1].caption = " - "; }, "corpus", 11},
  };
  return kFaults;
}

std::size_t count_of(const std::vector<Finding>& findings, std::string_view code) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return finding.code == code; }));
}

class Lint : public ::testing::TestWithParam<Planted> {};

TEST_P(Lint, FindsThePlantedFault) {
  Golden golden{good_item()};
  Corpus corpus = good_corpus();
  GetParam().plant(golden, corpus);
  const auto findings = lint_golden(golden, corpus);
  ASSERT_EQ(count_of(findings, GetParam().code), 1U);
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& each) { return each.code == GetParam().code; });
  const auto rule = std::find_if(lint_rules().begin(), lint_rules().end(),
                                 [](const LintRule& each) { return each.code == GetParam().code; });
  ASSERT_NE(rule, lint_rules().end());
  EXPECT_EQ(found->severity, rule->severity);
  EXPECT_EQ(found->file, GetParam().file);
  EXPECT_EQ(found->line, GetParam().line);
  EXPECT_FALSE(found->item.empty() || found->problem.empty() || found->advice.empty());
}

INSTANTIATE_TEST_SUITE_P(Table, Lint, ::testing::ValuesIn(planted_faults()));

TEST(Lint, IsSilentOnACleanSet) {
  const auto findings = lint_golden(Golden{good_item()}, good_corpus());
  EXPECT_TRUE(findings.empty()) << findings.front().problem;
  EXPECT_TRUE(lint_golden({}, {}).empty());
}

TEST(Lint, EveryRuleHasAPlantedFault) {
  std::set<std::string_view> planted{"saturated"};  // see the tests below
  for (const Planted& each : planted_faults()) {
    planted.insert(each.code);
  }
  std::set<std::string_view> rules;
  for (const LintRule& rule : lint_rules()) {
    EXPECT_TRUE(rules.insert(rule.code).second) << rule.code;
    EXPECT_FALSE(rule.about.empty()) << rule.code;
  }
  EXPECT_EQ(planted, rules);
}

TEST(Lint, NamesTheNearestCategory) {
  Golden golden{good_item()};
  golden[0].answer_clip_ids.push_back({"DOORwood", {}});
  const auto findings = lint_golden(golden, good_corpus());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(findings[0].advice.find("DOORWood"), std::string::npos) << findings[0].advice;
}

TEST(Lint, AnUnknownCategoryIsReportedOnce) {
  Golden golden{good_item(), good_item("g2")};
  for (GoldenItem& item : golden) {
    item.answer_clip_ids.push_back({"DOORwood", {}});
  }
  EXPECT_EQ(count_of(lint_golden(golden, good_corpus()), "unknown-catid"), 1U);
}

TEST(Lint, TwoWordsOrAnAcceptableClipAreNoLeak) {
  Golden golden{good_item()};
  golden[0].expected_events[0].query = "steady rain";
  EXPECT_EQ(count_of(lint_golden(golden, good_corpus()), "leak"), 0U);
  Corpus corpus = good_corpus();
  corpus[1].caption = "slow regular drip";
  golden[0].expected_events[0].query = "slow regular drip";  // grade 1
  EXPECT_EQ(count_of(lint_golden(golden, corpus), "leak"), 0U);
  golden[0].expected_events[0].query = "steady rain on tin";  // one word is new
  EXPECT_EQ(count_of(lint_golden(golden, corpus), "leak"), 0U);
}

retrieval::RetrievalReport report_with(const std::vector<double>& means) {
  retrieval::RetrievalReport report;
  for (std::size_t m = 0; m < means.size(); ++m) {
    report.metrics.push_back("metric" + std::to_string(m));
  }
  report.mean = means;
  report.per_query = {{"q", means, 1}};
  return report;
}

TEST(LintSaturation, FiresAtBothEnds) {
  for (const double mean : {1.0, 0.99, 0.0, 0.01}) {
    const auto findings = lint_saturation(report_with({0.5, mean}));
    ASSERT_EQ(findings.size(), 1U) << mean;
    EXPECT_EQ(findings[0].code, "saturated");
    EXPECT_NE(findings[0].item.find("metric1"), std::string::npos);
    EXPECT_EQ(findings[0].item.find("metric0"), std::string::npos);
    EXPECT_NE(findings[0].problem.find(mean > 0.5 ? "gain" : "loss"), std::string::npos);
  }
}

TEST(LintSaturation, IsSilentBetweenAndWithoutQueries) {
  EXPECT_TRUE(lint_saturation(report_with({0.05, 0.5, 0.95})).empty());
  retrieval::RetrievalReport empty;
  empty.metrics = {"ndcg@10"};
  empty.mean = {0.0};
  EXPECT_TRUE(lint_saturation(empty).empty());
}

}  // namespace
}  // namespace foley::golden
