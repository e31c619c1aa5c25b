#include "foley/search/bm25_index.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "foley/search/tokenizer.hpp"
#include "reference/search.hpp"
#include "support/near.hpp"
#include "support/oracle.hpp"

namespace foley::search {
namespace {

using testing::Json;

reference::Scored scored(const std::vector<Hit>& hits) {
  reference::Scored pairs;
  for (const Hit& hit : hits) {
    pairs.emplace_back(hit.id, hit.score);
  }
  return pairs;
}

std::vector<std::string> ids(const std::vector<Hit>& hits) {
  std::vector<std::string> out;
  for (const Hit& hit : hits) {
    out.push_back(hit.id);
  }
  return out;
}

using Ids = std::vector<std::string>;

TEST(Bm25, OneDocumentByHand) {
  Bm25Index index;
  index.index("a", "rain");
  // N = df = tf = 1, dl = avgdl: ln(1 + 0.5/1.5) * 2.5 / 2.5
  const auto hits = index.search("rain", 10);
  ASSERT_EQ(hits.size(), 1U);
  FOLEY_EXPECT_NEARLY(std::log(4.0 / 3.0), hits[0].score);
}

TEST(Bm25, RepeatedQueryWordsCountAgain) {
  Bm25Index index;
  index.index("a", "rain wind");
  index.index("b", "wind");
  EXPECT_EQ(index.search("rain rain", 10)[0].score, 2.0 * index.search("rain", 10)[0].score);
}

TEST(Bm25, TiesAreOrderedById) {
  Bm25Index index;
  for (const char* id : {"c", "é", "a", "Z"}) {
    index.index(id, "rain");
  }
  EXPECT_EQ(ids(index.search("rain", 10)), (Ids{"Z", "a", "c", "é"}));
}

TEST(Bm25, CutsLikeASlice) {
  Bm25Index index;
  for (const char* id : {"a", "b", "c"}) {
    index.index(id, "rain");
  }
  index.index("d", "wind");
  EXPECT_EQ(ids(index.search("rain", 2)), (Ids{"a", "b"}));
  EXPECT_EQ(ids(index.search("rain", 0)), Ids{});
  EXPECT_EQ(ids(index.search("rain", -1)), (Ids{"a", "b"}));
  EXPECT_EQ(ids(index.search("rain", -3)), Ids{});
  EXPECT_EQ(ids(index.search("rain", Cutoff())), (Ids{"a", "b", "c"}));
}

TEST(Bm25, FindsNothingWithoutWordsOrDocuments) {
  Bm25Index index;
  EXPECT_TRUE(index.search("rain", 10).empty());
  index.index("a", "");
  index.index("b", "é");
  EXPECT_TRUE(index.search("rain", 10).empty());
  EXPECT_TRUE(index.search("", 10).empty());
  EXPECT_EQ(index.size(), 2U);
}

TEST(Bm25, ReplacingATextForgetsTheOldOne) {
  Bm25Index replaced;
  replaced.index("a", "rain on glass");
  replaced.index("b", "wind and rain");
  replaced.index("a", "wind");
  replaced.index("b", "wind and rain");
  Bm25Index fresh;
  fresh.index("a", "wind");
  fresh.index("b", "wind and rain");
  EXPECT_EQ(replaced.size(), 2U);
  for (const char* query : {"rain", "glass", "wind rain", "on"}) {
    EXPECT_EQ(scored(replaced.search(query, 10)), scored(fresh.search(query, 10))) << query;
  }
}

TEST(Bm25Oracle, SmallCorpus) {
  FOLEY_LOAD_ORACLE(oracle, "search");
  Bm25Index index;
  for (const Json& document : oracle.at("bm25_corpus")) {
    index.index(document.at(0).get<std::string>(), document.at(1).get<std::string>());
  }
  ASSERT_EQ(oracle.at("bm25").size(), 10U);
  for (const Json& recorded : oracle.at("bm25")) {
    SCOPED_TRACE(recorded.at("query").get<std::string>());
    const auto hits =
        index.search(recorded.at("query").get<std::string>(), recorded.at("k").get<std::int64_t>());
    ASSERT_EQ(hits.size(), recorded.at("hits").size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
      EXPECT_EQ(hits[i].id, recorded.at("hits").at(i).at(0).get<std::string>());
      FOLEY_EXPECT_NEARLY(recorded.at("hits").at(i).at(1).get<double>(), hits[i].score);
    }
  }
}

std::string random_text() {
  static const std::vector<std::string> kWords{"rain", "wind", "glass", "door", "a",
                                               "slam", "on",   "x1",    "é"};
  std::string text;
  const auto words = *rc::gen::inRange(0, 12);
  for (int i = 0; i < words; ++i) {
    text += *rc::gen::elementOf(kWords) + " ";
  }
  return text;
}

RC_GTEST_PROP(Bm25Property, EqualsAScanOfTheCollection, ()) {
  Bm25Index index;
  std::vector<reference::Document> documents;
  const auto size = *rc::gen::inRange(0, 15);
  for (int i = 0; i < size; ++i) {
    const std::string text = random_text();
    // Some ids come twice: the later text replaces the earlier in its place.
    const std::string id = "d" + std::to_string(*rc::gen::inRange(0, 20));
    index.index(id, text);
    const auto at = std::find_if(documents.begin(), documents.end(),
                                 [&](const auto& each) { return each.first == id; });
    if (at == documents.end()) {
      documents.emplace_back(id, tokenize(text));
    } else {
      at->second = tokenize(text);
    }
  }
  const std::string query = random_text();
  const auto slow = reference::bm25(documents, tokenize(query));
  const auto fast = scored(index.search(query, Cutoff()));
  RC_ASSERT(fast.size() == slow.size());
  for (std::size_t i = 0; i < fast.size(); ++i) {
    RC_ASSERT(fast[i].first == slow[i].first);
    RC_ASSERT(testing::nearly_equal(fast[i].second, slow[i].second));
  }
}

}  // namespace
}  // namespace foley::search
