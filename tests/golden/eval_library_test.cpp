#include "foley/golden/eval_library.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "foley/golden/retrieval_eval.hpp"
#include "foley/search/hashing_embedder.hpp"
#include "golden/samples.hpp"

namespace foley::golden {
namespace {

class EvalLibraryTest : public ::testing::Test {
 protected:
  [[nodiscard]] EvalLibrary build(const std::vector<CorpusEntry>& corpus,
                                  const search::IntendedUse& use = {}) const {
    auto built = build_eval_library(corpus, embedder_, "folder", use);
    EXPECT_TRUE(built.has_value());
    return std::move(*built);
  }

  search::HashingBowEmbedder embedder_;
};

TEST_F(EvalLibraryTest, HoldsTheClipsInOrder) {
  const EvalLibrary built = build(good_corpus());
  EXPECT_TRUE(built.refused.empty());
  ASSERT_EQ(built.library.records().size(), 2U);
  const search::SoundRecord& record = built.library.records()[0];
  EXPECT_EQ(record.id, "ring0:rain");
  EXPECT_EQ(record.uri, "folder/rain.wav");
  EXPECT_EQ(record.caption, "steady rain on a window pane");
  EXPECT_EQ(record.ucs_category, "RAINGlas");
  EXPECT_EQ(record.license.id, "CC0-1.0");
  EXPECT_TRUE(record.license.rights_verified);
}

struct Refused {
  std::optional<std::string> license_id;
  bool rights_verified;
};

class EvalLibraryGate : public EvalLibraryTest, public ::testing::WithParamInterface<Refused> {};

TEST_P(EvalLibraryGate, KeepsOutWhatItsLicenceRefuses) {
  std::vector<CorpusEntry> corpus = good_corpus();
  corpus[0].license_id = GetParam().license_id;
  corpus[0].rights_verified = GetParam().rights_verified;
  const EvalLibrary built = build(corpus);
  EXPECT_EQ(built.library.find("ring0:rain"), nullptr);
  EXPECT_NE(built.library.find("ring0:drip"), nullptr);
  ASSERT_EQ(built.refused.size(), 1U);
  EXPECT_EQ(built.refused[0].id, "ring0:rain");
  EXPECT_EQ(built.refused[0].license, GetParam().license_id.value_or(""));
  EXPECT_EQ(built.refused[0].line, 11U);
  EXPECT_FALSE(built.refused[0].reason.empty());
  const auto found = built.library.search("steady rain on a window pane", 10);
  ASSERT_TRUE(found.has_value());
  for (const search::Candidate& candidate : *found) {
    EXPECT_NE(candidate.sound->id, "ring0:rain");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, EvalLibraryGate,
    ::testing::Values(Refused{"CC-BY-NC-4.0", true}, Refused{std::nullopt, true},
                      Refused{"unknown", true}, Refused{"made up", true}, Refused{"", true},
                      Refused{"CC0-1.0", false},
                      Refused{"https://creativecommons.org/licenses/by-sa/4.0/", true}));

TEST_F(EvalLibraryTest, TheUseDecides) {
  std::vector<CorpusEntry> corpus = good_corpus();
  corpus[0].license_id = "CC-BY-NC-4.0";
  search::IntendedUse use;
  use.commercial = false;
  EXPECT_TRUE(build(corpus, use).refused.empty());
  use.can_attribute = false;
  EXPECT_EQ(build(corpus, use).refused.size(), 1U);
}

TEST_F(EvalLibraryTest, WithoutAFolderTheUriIsTheFile) {
  const auto built = build_eval_library(good_corpus(), embedder_, "");
  ASSERT_TRUE(built.has_value());
  EXPECT_EQ(built->library.records()[0].uri, "rain.wav");
}

TEST_F(EvalLibraryTest, EvaluationSearchesEveryEvent) {
  GoldenItem second = good_item("g2");
  second.expected_events[0].query = "steady rain on a window pane";
  const std::vector<GoldenItem> golden{good_item(), second};
  const EvalLibrary built = build(good_corpus());
  const auto run = search_golden(golden, built.library, 1);
  ASSERT_TRUE(run.has_value());
  ASSERT_EQ(run->size(), 2U);
  EXPECT_EQ(run->rows()[0].query, "g1::0");
  EXPECT_EQ(run->find("g2::0").size(), 1U);
  EXPECT_EQ(run->find("g2::0")[0].id, "ring0:rain");
  const auto report = run_retrieval_eval(golden, built.library, 10, retrieval::default_metrics());
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->k, 10);
  ASSERT_EQ(report->per_query.size(), 2U);
  EXPECT_EQ(report->per_query[1].values, std::vector<double>(4, 1.0));
  EXPECT_EQ(report->per_query[1].rank, 1);
}

}  // namespace
}  // namespace foley::golden
