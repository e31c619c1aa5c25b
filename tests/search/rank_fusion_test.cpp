#include "foley/search/rank_fusion.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "reference/search.hpp"
#include "support/near.hpp"
#include "support/oracle.hpp"

namespace foley::search {
namespace {

using testing::Json;
using Lists = std::vector<std::vector<std::string>>;

std::vector<Hit> recorded_hits(const Json& pairs) {
  std::vector<Hit> hits;
  for (const Json& pair : pairs) {
    hits.push_back({pair.at(0).get<std::string>(), pair.at(1).get<double>()});
  }
  return hits;
}

std::optional<double> optional_number(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

TEST(RankFusion, AddsReciprocalRanks) {
  const auto fused = reciprocal_rank_fusion(Lists{{"a", "b"}, {"b"}});
  ASSERT_EQ(fused.size(), 2U);
  EXPECT_EQ(fused[0].id, "b");
  EXPECT_EQ(fused[0].score, 1.0 / 62.0 + 1.0 / 61.0);
  EXPECT_EQ(fused[1].id, "a");
  EXPECT_EQ(fused[1].score, 1.0 / 61.0);
}

TEST(RankFusion, TiesAreOrderedById) {
  const auto fused = reciprocal_rank_fusion(Lists{{"é", "a"}, {"a", "é"}});
  ASSERT_EQ(fused.size(), 2U);
  EXPECT_EQ(fused[0].score, fused[1].score);
  EXPECT_EQ(fused[0].id, "a");
}

TEST(RankFusionOracle, Lists) {
  FOLEY_LOAD_ORACLE(oracle, "search");
  ASSERT_EQ(oracle.at("rrf").size(), 8U);
  for (const Json& recorded : oracle.at("rrf")) {
    SCOPED_TRACE(recorded.dump());
    const auto fused =
        reciprocal_rank_fusion(recorded.at("lists").get<Lists>(), recorded.at("k").get<double>());
    ASSERT_EQ(fused.size(), recorded.at("out").size());
    for (std::size_t i = 0; i < fused.size(); ++i) {
      EXPECT_EQ(fused[i].id, recorded.at("out").at(i).at(0).get<std::string>());
      FOLEY_EXPECT_NEARLY(recorded.at("out").at(i).at(1).get<double>(), fused[i].score);
    }
  }
}

TEST(RankFusionOracle, FusedHits) {
  FOLEY_LOAD_ORACLE(oracle, "search");
  ASSERT_EQ(oracle.at("fuse_hits").size(), 5U);
  for (const Json& recorded : oracle.at("fuse_hits")) {
    SCOPED_TRACE(recorded.dump());
    const auto fused =
        fuse_hits(recorded_hits(recorded.at("vector")), recorded_hits(recorded.at("keyword")),
                  recorded.at("k").get<std::int64_t>());
    ASSERT_EQ(fused.size(), recorded.at("out").size());
    for (std::size_t i = 0; i < fused.size(); ++i) {
      const Json& expected = recorded.at("out").at(i);
      EXPECT_EQ(fused[i].id, expected.at(0).get<std::string>());
      FOLEY_EXPECT_NEARLY(expected.at(1).get<double>(), fused[i].rrf_score);
      EXPECT_EQ(fused[i].clap_score, optional_number(expected.at(2)));
      EXPECT_EQ(fused[i].bm25_score, optional_number(expected.at(3)));
    }
  }
}

RC_GTEST_PROP(RankFusionProperty, EqualsTheReference, ()) {
  Lists lists(*rc::gen::inRange<std::size_t>(0, 4));
  for (auto& list : lists) {
    const auto size = *rc::gen::inRange(0, 12);
    for (int i = 0; i < size; ++i) {
      list.push_back("d" + std::to_string(*rc::gen::inRange(0, 10)));
    }
  }
  const double k = *rc::gen::element(0.0, 1.0, 60.0);
  const auto slow = reference::rank_fusion(lists, k);
  const auto fast = reciprocal_rank_fusion(lists, k);
  RC_ASSERT(fast.size() == slow.size());
  for (std::size_t i = 0; i < fast.size(); ++i) {
    RC_ASSERT(fast[i].id == slow[i].first);
    RC_ASSERT(fast[i].score == slow[i].second);
  }
}

}  // namespace
}  // namespace foley::search
