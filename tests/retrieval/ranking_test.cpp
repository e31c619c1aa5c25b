#include "foley/retrieval/ranking.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "reference/measures.hpp"
#include "support/random_rows.hpp"

namespace foley::retrieval {
namespace {

using testing::entries_of;
using testing::Row;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> ranked(const Row& row) {
  const auto entries = entries_of<ScoredDoc>(row);
  std::vector<std::string> ids;
  for (const std::size_t i : ranked_order(entries)) {
    ids.emplace_back(entries[i].id);
  }
  return ids;
}

using Ids = std::vector<std::string>;

TEST(Ranking, IsByScoreThenById) {
  EXPECT_EQ(ranked({{"b", 1.0}, {"a", 1.0}, {"c", 2.0}}), (Ids{"c", "a", "b"}));
  EXPECT_EQ(ranked({}), Ids{});
}

TEST(Ranking, ComparesIdsByCodePoint) {
  // UTF-16 order would put the emoji before U+FFFF.
  EXPECT_EQ(ranked({{"z", 1.0}, {"é", 1.0}, {"Z", 1.0}, {"\U0001F600", 1.0}, {"\uFFFF", 1.0}}),
            (Ids{"Z", "z", "é", "\uFFFF", "\U0001F600"}));
  EXPECT_EQ(ranked({{"a10", 0.0}, {"a9", 0.0}, {"a1", 0.0}, {"a", 0.0}, {"", 0.0}}),
            (Ids{"", "a", "a1", "a10", "a9"}));
}

TEST(Ranking, SignedZerosTie) {
  EXPECT_EQ(ranked({{"b", 0.0}, {"a", -0.0}}), (Ids{"a", "b"}));
  EXPECT_EQ(ranked({{"b", -0.0}, {"a", 0.0}}), (Ids{"a", "b"}));
}

TEST(Ranking, NanComesLastById) {
  EXPECT_EQ(ranked({{"n2", kNan}, {"x", -kInfinity}, {"n1", -kNan}, {"y", kInfinity}, {"z", 0.0}}),
            (Ids{"y", "z", "x", "n1", "n2"}));
}

RC_GTEST_PROP(RankingProperty, EqualsTheReference, ()) {
  const Row run = testing::random_ranking({.strange_scores = true}).run;
  RC_ASSERT(ranked(run) == reference::ranked_ids(run));
}

RC_GTEST_PROP(RankingProperty, IsAStrictWeakOrder, ()) {
  const Row row = testing::random_ranking({.strange_scores = true}).run;
  const auto docs = entries_of<ScoredDoc>(row);
  for (const ScoredDoc& a : docs) {
    RC_ASSERT(!ranked_before(a, a));
    for (const ScoredDoc& b : docs) {
      RC_ASSERT((a.id == b.id || ranked_before(a, b) != ranked_before(b, a)));
    }
  }
}

RC_GTEST_PROP(RankingProperty, RanksWithoutSortingAreThoseOfTheSort, ()) {
  const Row row = testing::random_ranking({.strange_scores = true}).run;
  const auto docs = entries_of<ScoredDoc>(row);
  std::vector<ScoredDoc> wanted;
  for (const ScoredDoc& doc : docs) {
    if (*rc::gen::arbitrary<bool>()) {
      wanted.push_back(doc);
    }
  }
  std::vector<Place> places;
  places_of(wanted, testing::scores_of(docs), testing::EntryIds(docs), TieRule::id_asc, places);
  RC_ASSERT(places.size() == wanted.size());
  const auto sorted = reference::ranked_ids(row);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    RC_ASSERT(places[i].rank >= 1);
    RC_ASSERT(sorted[static_cast<std::size_t>(places[i].rank) - 1] == wanted[i].id);
  }
}

}  // namespace
}  // namespace foley::retrieval
