#include "foley/core/tables.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "foley/core/string_pool.hpp"

namespace foley {
namespace {

TEST(StringPool, KeepsTextsAtStableAddresses) {
  StringPool pool;
  std::vector<std::pair<std::string, std::string_view>> kept;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = "text number " + std::to_string(i);
    kept.emplace_back(text, pool.keep(text));
  }
  const std::string large(1'000'000, 'x');
  const std::string_view large_view = pool.keep(large);
  StringPool moved = std::move(pool);
  static_cast<void>(moved.keep("another"));
  for (const auto& [text, view] : kept) {
    ASSERT_EQ(view, text);
  }
  EXPECT_EQ(large_view, large);
}

TEST(StringPool, KeepsNulBytesAndEmptyTexts) {
  using namespace std::string_view_literals;
  StringPool pool;
  EXPECT_EQ(pool.keep("a\0b"sv), "a\0b"sv);
  EXPECT_EQ(pool.keep(""), "");
}

TEST(QueryTable, KeepsTheOrderOfInsertion) {
  foley::Run run;
  EXPECT_TRUE(run.empty());
  EXPECT_TRUE(run.add_query("b"));
  run.add("y", 1.0);
  run.add("x", 2.0);
  EXPECT_TRUE(run.add_query("a"));
  EXPECT_TRUE(run.add_query("é"));
  run.add("z", -0.5);
  ASSERT_EQ(run.size(), 3U);
  EXPECT_EQ(run.rows()[0].query, "b");
  EXPECT_EQ(run.rows()[1].query, "a");
  EXPECT_EQ(run.rows()[2].query, "é");
  const auto first = run.entries(run.rows()[0]);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].id, "y");
  EXPECT_EQ(first[1].id, "x");
  EXPECT_EQ(first[1].score, 2.0);
  EXPECT_TRUE(run.entries(run.rows()[1]).empty());
  EXPECT_EQ(run.find("é").front().score, -0.5);
}

TEST(QueryTable, RefusesAQueryTwice) {
  Qrels qrels;
  EXPECT_TRUE(qrels.add_query("q"));
  qrels.add("a", 1.0);
  EXPECT_FALSE(qrels.add_query("q"));
  EXPECT_EQ(qrels.size(), 1U);
  EXPECT_EQ(qrels.find("q").size(), 1U);
}

TEST(QueryTable, TellsAnEmptyRowFromNone) {
  foley::Run run;
  run.add_query("empty");
  EXPECT_TRUE(run.contains("empty"));
  EXPECT_TRUE(run.find("empty").empty());
  EXPECT_FALSE(run.contains("none"));
  EXPECT_TRUE(run.find("none").empty());
}

TEST(QueryTable, HoldsItsOwnCopies) {
  foley::Run run;
  {
    std::string query = "query";
    std::string doc = "document with a long name";
    run.add_query(query);
    run.add(doc, 1.0);
    query.assign("xxxxx");
    doc.assign(doc.size(), 'x');
  }
  foley::Run moved = std::move(run);
  EXPECT_EQ(moved.find("query").front().id, "document with a long name");
}

RC_GTEST_PROP(QueryTableProperty, HoldsWhatWasPutIn,
              (const std::map<std::string, std::map<std::string, double>>& rows)) {
  foley::Run run;
  for (const auto& [query, row] : rows) {
    RC_ASSERT(run.add_query(query));
    for (const auto& [doc, score] : row) {
      run.add(doc, score);
    }
  }
  RC_ASSERT(run.size() == rows.size());
  for (const auto& [query, row] : rows) {
    std::map<std::string, double> read;
    for (const ScoredDoc& doc : run.find(query)) {
      read.emplace(doc.id, doc.score);
    }
    RC_ASSERT(read == row);
  }
}

}  // namespace
}  // namespace foley
