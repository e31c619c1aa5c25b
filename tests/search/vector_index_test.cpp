#include "foley/search/vector_index.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reference/search.hpp"
#include "support/oracle.hpp"

namespace foley::search {
namespace {

using Ids = std::vector<std::string>;
using testing::Json;

Ids ids(const std::vector<Hit>& hits) {
  Ids out;
  for (const Hit& hit : hits) {
    out.push_back(hit.id);
  }
  return out;
}

std::vector<float> as_floats(const reference::Counts& counts) {
  return {counts.begin(), counts.end()};
}

// As an embedder hands them out: counts divided by their norm in float32.
std::vector<float> normalised(const reference::Counts& counts) {
  std::vector<float> values = as_floats(counts);
  const float norm = std::sqrt(static_cast<float>(reference::dot(counts, counts)));
  for (float& value : values) {
    value = norm > 0.0F ? value / norm : 0.0F;
  }
  return values;
}

TEST(VectorIndex, OrdersByCosineThenId) {
  VectorIndex index;
  index.upsert("b", std::vector<float>{1.0F, 0.0F});
  index.upsert("a", std::vector<float>{2.0F, 0.0F});
  index.upsert("c", std::vector<float>{1.0F, 1.0F});
  index.upsert("z", std::vector<float>{0.0F, 0.0F});
  index.upsert("n", std::vector<float>{-1.0F, 0.0F});
  const auto hits = index.knn(std::vector<float>{3.0F, 0.0F}, 10);
  EXPECT_EQ(ids(hits), (Ids{"a", "b", "c", "z", "n"}));
  EXPECT_EQ(hits[0].score, 1.0);
  EXPECT_EQ(hits[1].score, 1.0);
  EXPECT_NEAR(hits[2].score, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(hits[3].score, 0.0);
  EXPECT_EQ(hits[4].score, -1.0);
  EXPECT_EQ(ids(index.knn(std::vector<float>{3.0F, 0.0F}, 2)), (Ids{"a", "b"}));
  EXPECT_TRUE(index.knn(std::vector<float>{3.0F, 0.0F}, 0).empty());
}

TEST(VectorIndex, AZeroQueryOrdersById) {
  VectorIndex index;
  index.upsert("b", std::vector<float>{1.0F, 0.0F});
  index.upsert("a", std::vector<float>{-1.0F, 0.5F});
  const auto hits = index.knn(std::vector<float>{0.0F, 0.0F}, 10);
  EXPECT_EQ(ids(hits), (Ids{"a", "b"}));
  EXPECT_EQ(hits[0].score, 0.0);
}

TEST(VectorIndex, ReplacesInPlace) {
  VectorIndex index(2);
  index.upsert("a", std::vector<float>{1.0F, 0.0F});
  index.upsert("b", std::vector<float>{0.0F, 1.0F});
  index.upsert("a", std::vector<float>{0.0F, 2.0F});
  EXPECT_EQ(index.size(), 2U);
  EXPECT_EQ(ids(index.knn(std::vector<float>{0.0F, 1.0F}, 9)), (Ids{"a", "b"}));
  const auto stored = index.vector("a");
  EXPECT_EQ(std::vector<float>(stored.begin(), stored.end()), (std::vector<float>{0.0F, 2.0F}));
  EXPECT_TRUE(index.vector("nosuch").empty());
}

TEST(VectorIndex, TheFirstVectorDecidesTheLength) {
  VectorIndex index;
  EXPECT_EQ(index.dim(), 0U);
  EXPECT_TRUE(index.knn(std::vector<float>{1.0F}, 5).empty());
  index.upsert("a", std::vector<float>{1.0F, 2.0F, 3.0F});
  EXPECT_EQ(index.dim(), 3U);
  EXPECT_THROW(index.upsert("b", std::vector<float>{1.0F}), std::invalid_argument);
  EXPECT_EQ(index.size(), 1U);
  EXPECT_THROW(static_cast<void>(index.knn(std::vector<float>{1.0F}, 5)), std::invalid_argument);
  EXPECT_THROW(VectorIndex(2).upsert("b", std::vector<float>{1.0F}), std::invalid_argument);
}

TEST(VectorIndex, RefusesNanAndInfinity) {
  VectorIndex index(1);
  index.upsert("a", std::vector<float>{1.0F});
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    EXPECT_THROW(index.upsert("b", std::vector<float>{wrong}), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(index.knn(std::vector<float>{wrong}, 5)), std::invalid_argument);
  }
  EXPECT_EQ(index.size(), 1U);
}

TEST(VectorIndex, HoldsTheWholeRangeOfFloat32) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  const float huge = std::numeric_limits<float>::max();
  VectorIndex index;
  index.upsert("huge", std::vector<float>{huge, huge});
  index.upsert("tiny", std::vector<float>{tiny, tiny});
  index.upsert("across", std::vector<float>{huge, -huge});
  const auto hits = index.knn(std::vector<float>{tiny, tiny}, 9);
  EXPECT_EQ(ids(hits), (Ids{"huge", "tiny", "across"}));
  EXPECT_NEAR(hits[0].score, 1.0, 1e-12);
  EXPECT_NEAR(hits[2].score, 0.0, 1e-12);
}

TEST(VectorIndexOracle, SmallVectors) {
  FOLEY_LOAD_ORACLE(oracle, "search");
  VectorIndex index;
  for (const Json& row : oracle.at("knn_vectors")) {
    index.upsert(row.at(0).get<std::string>(), row.at(1).get<std::vector<float>>());
  }
  ASSERT_EQ(oracle.at("knn").size(), 16U);
  for (const Json& recorded : oracle.at("knn")) {
    SCOPED_TRACE(recorded.dump());
    const auto k = std::max<std::int64_t>(recorded.at("k").get<std::int64_t>(), 0);
    const auto hits =
        index.knn(recorded.at("q").get<std::vector<float>>(), static_cast<std::size_t>(k));
    ASSERT_EQ(hits.size(), recorded.at("hits").size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
      EXPECT_EQ(hits[i].id, recorded.at("hits").at(i).at(0).get<std::string>());
      EXPECT_NEAR(hits[i].score, recorded.at("hits").at(i).at(1).get<double>(), 2e-7);
    }
  }
}

// Counts as a bag of words gives them, and signed ones; given as they are or normalised in float32.
std::vector<std::pair<std::string, reference::Counts>> random_rows(std::size_t dim, int least) {
  std::vector<std::pair<std::string, reference::Counts>> rows;
  const auto size = *rc::gen::inRange<std::size_t>(1, 20);
  for (std::size_t i = 0; i < size; ++i) {
    reference::Counts counts(dim);
    for (auto& count : counts) {
      count = *rc::gen::inRange(least, 4);
    }
    rows.emplace_back("r" + std::to_string(i), counts);
  }
  return rows;
}

void check_exact_order(int least, bool normalise) {
  const auto dim = *rc::gen::inRange<std::size_t>(1, 10);
  const auto rows = random_rows(dim, least);
  const auto query = random_rows(dim, least).front().second;
  const auto embed = [&](const reference::Counts& counts) {
    return normalise ? normalised(counts) : as_floats(counts);
  };
  VectorIndex index;
  for (const auto& [id, counts] : rows) {
    index.upsert(id, embed(counts));
  }
  const auto hits = index.knn(embed(query), rows.size());
  RC_ASSERT(ids(hits) == reference::exact_nearest(rows, query));
  for (const Hit& hit : hits) {
    for (const auto& [id, counts] : rows) {
      if (id == hit.id) {
        const auto exact =
            static_cast<double>(reference::cosine(as_floats(counts), as_floats(query)));
        RC_ASSERT(std::fabs(hit.score - exact) < 1e-12);
      }
    }
  }
}

RC_GTEST_PROP(VectorIndexProperty, CountsAreComparedExactly, ()) { check_exact_order(0, false); }
RC_GTEST_PROP(VectorIndexProperty, NormalisedCountsAreComparedExactly, ()) {
  check_exact_order(0, true);
}
RC_GTEST_PROP(VectorIndexProperty, SignedCountsAreComparedExactly, ()) {
  check_exact_order(-3, true);
}

std::vector<float> random_reals(std::size_t dim) {
  std::vector<float> values(dim);
  for (float& value : values) {
    value = static_cast<float>(*rc::gen::inRange(-1'000'000, 1'000'000)) / 777777.0F;
  }
  return values;
}

// In few dimensions a vector may be a multiple of whole numbers by chance and is then read as one,
// which moves it by up to the rounding of float32.
RC_GTEST_PROP(VectorIndexProperty, RealVectorsFollowTheCosine, ()) {
  const auto dim = *rc::gen::inRange<std::size_t>(8, 40);
  const auto query = random_reals(dim);
  std::vector<std::vector<float>> rows;
  VectorIndex index;
  for (std::size_t i = 0; i < 12; ++i) {
    rows.push_back(random_reals(dim));
    index.upsert(std::to_string(i), rows.back());
  }
  const auto hits = index.knn(query, rows.size());
  RC_ASSERT(hits.size() == rows.size());
  long double before = 2.0L;
  for (const Hit& hit : hits) {
    const long double exact = reference::cosine(rows[std::stoul(hit.id)], query);
    RC_ASSERT(std::fabs(static_cast<long double>(hit.score) - exact) < 1e-12L);
    RC_ASSERT(exact <= before + 1e-15L);
    before = exact;
  }
}

RC_GTEST_PROP(VectorIndexProperty, MultiplesOfAVectorTie, ()) {
  const auto dim = *rc::gen::inRange<std::size_t>(1, 20);
  const auto row = random_reals(dim);
  VectorIndex index;
  for (const auto& [id, factor] : {std::pair{"c", 1.0F}, {"a", 4.0F}, {"b", 0.125F}}) {
    std::vector<float> scaled = row;
    for (float& value : scaled) {
      value *= factor;  // a power of two: exact
    }
    index.upsert(id, scaled);
  }
  const auto hits = index.knn(random_reals(dim), 3);
  RC_ASSERT(ids(hits) == (Ids{"a", "b", "c"}));
  RC_ASSERT((hits[0].score == hits[1].score && hits[1].score == hits[2].score));
}

RC_GTEST_PROP(VectorIndexProperty, ADeeperSearchBeginsWithTheShallow, ()) {
  const auto rows = random_rows(4, -2);
  VectorIndex index;
  for (const auto& [id, counts] : rows) {
    index.upsert(id, as_floats(counts));
  }
  const auto query = as_floats(random_rows(4, -2).front().second);
  const auto k = *rc::gen::inRange<std::size_t>(0, rows.size() + 1);
  Ids all = ids(index.knn(query, rows.size() + 5));
  RC_ASSERT(all.size() == rows.size());
  all.resize(k);
  RC_ASSERT(ids(index.knn(query, k)) == all);
}

TEST(VectorIndex, RefusedVectorsDecideNothing) {
  VectorIndex index;
  const std::vector<float> nothing;
  EXPECT_THROW(index.upsert("empty", nothing), std::invalid_argument);
  const std::vector<float> bad{1.0F, std::numeric_limits<float>::quiet_NaN(), 3.0F};
  EXPECT_THROW(index.upsert("bad", bad), std::invalid_argument);
  EXPECT_EQ(index.dim(), 0U);
  EXPECT_EQ(index.size(), 0U);
  const std::vector<float> good{1.0F, 2.0F};
  index.upsert("good", good);
  EXPECT_EQ(index.dim(), 2U);
  EXPECT_EQ(index.knn(good, 5).size(), 1U);
}

}  // namespace
}  // namespace foley::search
