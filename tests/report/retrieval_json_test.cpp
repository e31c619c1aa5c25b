#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "report/documents.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const RetrievalDocument& document) {
  const std::string text = retrieval_json(document);
  EXPECT_TRUE(text.ends_with("}\n"));
  EXPECT_TRUE(text.starts_with("{\n  \"schema\""));
  return Json::parse(text);
}

TEST(RetrievalJson, HasTheStatedFieldsInOrder) {
  const Json json = json_of(evaluated());
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) {
    keys.push_back(key);
  }
  EXPECT_EQ(keys,
            (std::vector<std::string>{"schema", "version", "score_version", "inputs", "system", "k",
                                      "rel_level", "mean", "broken", "unanswered", "unjudged",
                                      "refused", "worst", "gate", "next", "per_query"}));
  EXPECT_EQ(json.at("schema"), "foley-eval/retrieval/1");
  EXPECT_EQ(json.at("version"), std::string(version()));
  EXPECT_EQ(json.at("score_version"), kScoreVersion);
  EXPECT_EQ(json.at("k"), 10);
  EXPECT_EQ(json.at("rel_level"), 1.0);
}

TEST(RetrievalJson, StampsInputsAndSystem) {
  const Json json = json_of(evaluated());
  EXPECT_EQ(json.at("inputs").at("golden"),
            (Json{{"path", "seed.json"}, {"sha256", "aa"}, {"count", 2}}));
  EXPECT_EQ(json.at("inputs").at("corpus").at("sha256"), "bb");
  EXPECT_FALSE(json.at("inputs").contains("run"));
  EXPECT_EQ(json.at("system"), (Json{{"embedder", "hashing"}, {"dim", 64}}));
  const Json run = json_of(scored_run());
  EXPECT_EQ(run.at("inputs").at("run").at("path"), "run.txt");
  EXPECT_FALSE(run.contains("system"));
  EXPECT_EQ(run.at("unanswered"), 1);
  EXPECT_EQ(run.at("unjudged"), 2);
}

TEST(RetrievalJson, HoldsEveryNumber) {
  RetrievalDocument document = evaluated();
  document.report.mean[0] = 1.0 / 3.0;
  const Json json = json_of(document);
  EXPECT_EQ(json.at("mean").at("ndcg@10").get<double>(), 1.0 / 3.0);
  EXPECT_EQ(json.at("per_query").at("g1::0").at("metrics").at("mrr@10"), 1.0);
  EXPECT_EQ(json.at("per_query").at("g1::0").at("rank"), 1);
  EXPECT_TRUE(json.at("per_query").at("g2::0").at("rank").is_null());
  ASSERT_EQ(json.at("worst").size(), 2U);
  EXPECT_EQ(json.at("worst").at(0), (Json{{"query", "g2::0"},
                                          {"value", 0.0},
                                          {"rank", nullptr},
                                          {"asked", "wind in trees"},
                                          {"first", "ring0:rain"}}));
}

TEST(RetrievalJson, HoldsTheVerdictOrNull) {
  const Json gate = json_of(evaluated()).at("gate");
  EXPECT_EQ(gate, (Json{{"verdict", "fail"},
                        {"metric", "ndcg@10"},
                        {"current", 0.5},
                        {"baseline", 0.75},
                        {"floor", 0.73},
                        {"reason", "it fell"},
                        {"advice", "look"}}));
  EXPECT_TRUE(json_of(scored_run()).at("gate").is_null());
}

TEST(RetrievalJson, ListsRefusedClips) {
  RetrievalDocument document = evaluated();
  document.refused.push_back({"ring0:a", "CC-BY-NC-4.0", "why", 12});
  EXPECT_EQ(
      json_of(document).at("refused"),
      Json::array({{{"clip", "ring0:a"}, {"license_id", "CC-BY-NC-4.0"}, {"reason", "why"}}}));
}

TEST(RetrievalJson, IsJsonWhateverTheTextAndNumbers) {
  RetrievalDocument document = evaluated();
  document.report.per_query[0].query = kEvil + "\xff\"";
  document.report.mean[0] = std::numeric_limits<double>::quiet_NaN();
  document.golden.path = "\xc3(";
  document.next = std::string("a\0b", 3);
  const Json json = json_of(document);
  EXPECT_TRUE(json.at("mean").at("ndcg@10").is_null());
  EXPECT_EQ(json.at("per_query").size(), 2U);
  EXPECT_EQ(json.at("next"), document.next);
}

}  // namespace
}  // namespace foley::report
