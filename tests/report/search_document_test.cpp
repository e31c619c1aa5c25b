#include "foley/report/search_document.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "report/documents.hpp"

namespace foley::report {
namespace {

class SearchDocumentTest : public ::testing::Test {
 protected:
  SearchDocumentTest() {
    record_.id = "ring0:rain";
    record_.caption = "steady rain";
    record_.uri = "ring0/rain.wav";
    record_.ucs_category = "RAIN";
    record_.license.id = "CC0-1.0";
    document_.query = "rain";
    document_.k = 3;
    document_.found = {{&record_, 0.5, 2.25, 0.03}, {&record_, 0.25, std::nullopt, 0.02}};
  }

  search::SoundRecord record_;
  SearchDocument document_;
};

TEST_F(SearchDocumentTest, TextOfAQueryShowsBothLegs) {
  EXPECT_EQ(search_text(document_, {}),
            "  rank  clip         fused  vector  keyword  caption\n"
            "     1  ring0:rain  0.0300  0.5000   2.2500  steady rain\n"
            "     2  ring0:rain  0.0200  0.2500        –  steady rain\n");
}

TEST_F(SearchDocumentTest, TextOfSimilarClipsShowsTheSimilarity) {
  document_.query.clear();
  document_.similar = "ring0:wind";
  EXPECT_EQ(search_text(document_, {}),
            "  rank  clip        similarity  caption\n"
            "     1  ring0:rain      0.5000  steady rain\n"
            "     2  ring0:rain      0.2500  steady rain\n");
}

TEST_F(SearchDocumentTest, TextSaysWhenNothingWasFound) {
  document_.found.clear();
  EXPECT_EQ(search_text(document_, {}), "nothing found; try fewer filters or other words\n");
}

TEST_F(SearchDocumentTest, TextSaysWhenNoWordMatched) {
  document_.found = {{&record_, 0.0, std::nullopt, 0.02}};
  EXPECT_TRUE(
      search_text(document_, {})
          .ends_with(
              "note: the library knows no word of the query; the order is that of the ids\n"));
}

TEST_F(SearchDocumentTest, TextIsPlain) {
  record_.id = kEvil;
  record_.caption = kEvil;
  EXPECT_TRUE(is_plain(search_text(document_, {})));
  document_.similar = kEvil;
  EXPECT_TRUE(is_plain(search_text(document_, {})));
}

TEST_F(SearchDocumentTest, JsonHoldsEveryHit) {
  record_.caption = kEvil + "\xff";
  const auto json = nlohmann::json::parse(search_json(document_));
  EXPECT_EQ(json.at("schema"), "foley-eval/search/1");
  EXPECT_EQ(json.at("query"), "rain");
  EXPECT_EQ(json.at("k"), 3);
  ASSERT_EQ(json.at("hits").size(), 2U);
  const auto& hit = json.at("hits").at(0);
  EXPECT_EQ(hit.at("clip"), "ring0:rain");
  EXPECT_EQ(hit.at("ucs_category"), "RAIN");
  EXPECT_EQ(hit.at("license"), "CC0-1.0");
  EXPECT_EQ(hit.at("uri"), "ring0/rain.wav");
  EXPECT_EQ(hit.at("clap_score"), 0.5);
  EXPECT_EQ(hit.at("bm25_score"), 2.25);
  EXPECT_EQ(hit.at("rrf_score"), 0.03);
  EXPECT_TRUE(json.at("hits").at(1).at("bm25_score").is_null());
}

}  // namespace
}  // namespace foley::report
