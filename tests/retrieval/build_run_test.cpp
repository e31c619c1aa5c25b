#include "foley/retrieval/build_run.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/rows.hpp"

namespace foley::retrieval {
namespace {

testing::Row row_of(const foley::Run& run, std::string_view query) {
  testing::Row row;
  for (const ScoredDoc& doc : run.find(query)) {
    row.emplace_back(doc.id, doc.score);
  }
  return row;
}

TEST(AddRanked, GivesFallingScores) {
  foley::Run run;
  EXPECT_TRUE(add_ranked(run, "q", std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(row_of(run, "q"), (testing::Row{{"x", 3.0}, {"y", 2.0}, {"z", 1.0}}));
}

TEST(AddRanked, ARepeatedIdKeepsItsBestPlace) {
  foley::Run run;
  EXPECT_TRUE(add_ranked(run, "q", std::vector<std::string>{"x", "y", "x"}));
  EXPECT_EQ(row_of(run, "q"), (testing::Row{{"x", 3.0}, {"y", 2.0}}));
}

TEST(AddRanked, AnEmptyResultIsARow) {
  foley::Run run;
  EXPECT_TRUE(add_ranked(run, "q", {}));
  EXPECT_TRUE(run.contains("q"));
  EXPECT_TRUE(run.find("q").empty());
}

TEST(AddRanked, RefusesAQueryTwice) {
  foley::Run run;
  EXPECT_TRUE(add_ranked(run, "q", std::vector<std::string>{"x"}));
  EXPECT_FALSE(add_ranked(run, "q", std::vector<std::string>{"y"}));
  EXPECT_EQ(row_of(run, "q"), (testing::Row{{"x", 1.0}}));
}

}  // namespace
}  // namespace foley::retrieval
