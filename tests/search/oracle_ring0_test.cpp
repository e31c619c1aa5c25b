#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "foley/golden/eval_library.hpp"
#include "foley/golden/retrieval_eval.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/golden_json.hpp"
#include "foley/search/hashing_embedder.hpp"
#include "foley/search/sound_library.hpp"
#include "support/near.hpp"
#include "support/oracle.hpp"

// The whole search path against recorded rankings of the same corpus.
namespace foley::search {
namespace {

using testing::Json;

std::string shared_file(const char* name) {
  return (testing::shared_folder() / "data" / "foley" / "golden" / name).string();
}

class Ring0 : public ::testing::Test {
 protected:
  void SetUp() override {
    auto oracle = testing::load_oracle("ring0_search");
    const auto corpus = io::load_corpus(shared_file("corpus.json"));
    if (!oracle || !corpus) {
      GTEST_SKIP() << "no recorded rankings or corpus under " << testing::shared_folder();
    }
    oracle_ = std::move(*oracle);
    for (const golden::CorpusEntry& entry : *corpus) {
      SoundRecord record;
      record.id = golden::clip_id(entry.file);
      record.caption = entry.caption;
      record.tags = entry.tags;
      const std::string text = search_text(record);
      index_.vectors.upsert(record.id, embedder_.embed_text(text).value());
      index_.texts.index(record.id, text);
    }
    clips_ = oracle_.at("clips").get<std::vector<std::string>>();
    ASSERT_EQ(index_.texts.size(), clips_.size());
    ASSERT_EQ(oracle_.at("queries").size(), 113U);
    for (const Json& query : oracle_.at("queries")) {
      queries_.push_back(query);
    }
  }

  [[nodiscard]] std::vector<float> embed(const Json& query) const {
    return embedder_.embed_text(query.at("query").get<std::string>()).value();
  }

  // Recorded clip numbers as ids.
  [[nodiscard]] std::vector<std::string> named(const Json& numbers) const {
    std::vector<std::string> names;
    for (const Json& number : numbers) {
      names.push_back(clips_.at(number.get<std::size_t>()));
    }
    return names;
  }

  HashingBowEmbedder embedder_;
  MemoryIndex index_{HashingBowEmbedder::kDefaultDim};
  Json oracle_;
  std::vector<std::string> clips_;
  std::vector<Json> queries_;
};

template <class Hits>
std::vector<std::string> ids(const Hits& hits) {
  std::vector<std::string> out;
  for (const auto& hit : hits) {
    out.push_back(hit.id);
  }
  return out;
}

TEST_F(Ring0, VectorLegHasTheExactOrder) {
  for (const Json& query : queries_) {
    EXPECT_EQ(ids(index_.vectors.knn(embed(query), 50)), named(query.at("exact_knn50")))
        << query.at("query");
  }
}

TEST_F(Ring0, SimilaritiesAreTheRecordedOnes) {
  for (const Json& query : queries_) {
    const auto hits = index_.vectors.knn(embed(query), index_.vectors.size());
    for (const Json& recorded : query.at("knn50")) {
      const std::string& id = clips_.at(recorded.at(0).get<std::size_t>());
      const auto hit =
          std::find_if(hits.begin(), hits.end(), [&](const Hit& each) { return each.id == id; });
      ASSERT_NE(hit, hits.end()) << id;
      EXPECT_NEAR(hit->score, recorded.at(1).get<double>(), 2e-7) << query.at("query") << " " << id;
    }
  }
}

TEST_F(Ring0, KeywordLegHasOrderAndScores) {
  for (const Json& query : queries_) {
    SCOPED_TRACE(query.at("query").get<std::string>());
    const auto hits = index_.texts.search(query.at("query").get<std::string>(), 50);
    const Json& recorded = query.at("bm25");
    ASSERT_EQ(hits.size(), recorded.size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
      EXPECT_EQ(hits[i].id, clips_.at(recorded.at(i).at(0).get<std::size_t>()));
      FOLEY_EXPECT_NEARLY(recorded.at(i).at(1).get<double>(), hits[i].score);
    }
  }
}

TEST_F(Ring0, FusedTopTenHasTheExactOrder) {
  for (const Json& query : queries_) {
    const auto hits = index_.hybrid_search(query.at("query").get<std::string>(), embed(query), 10);
    EXPECT_EQ(ids(hits), named(query.at("exact_fused10"))) << query.at("query");
  }
}

TEST_F(Ring0, EvaluationGivesTheRecordedReport) {
  const auto golden_set = io::load_golden(shared_file("seed.json"));
  const auto corpus = io::load_corpus(shared_file("corpus.json"));
  ASSERT_TRUE(golden_set.has_value() && corpus.has_value());
  const auto built = golden::build_eval_library(*corpus, embedder_, "");
  ASSERT_TRUE(built.has_value());
  EXPECT_TRUE(built->refused.empty());
  const auto report =
      golden::run_retrieval_eval(*golden_set, built->library, 10, retrieval::default_metrics());
  ASSERT_TRUE(report.has_value());
  const Json& recorded = oracle_.at("report_k10");
  ASSERT_EQ(report->per_query.size(), recorded.at("per_query").size());
  for (std::size_t m = 0; m < report->metrics.size(); ++m) {
    EXPECT_EQ(report->mean[m], recorded.at("mean").at(report->metrics[m]).get<double>());
  }
  for (const retrieval::QueryResult& query : report->per_query) {
    EXPECT_EQ(query.rank, recorded.at("ranks").at(query.query).get<std::int64_t>()) << query.query;
  }
}

}  // namespace
}  // namespace foley::search
