#include <gtest/gtest.h>

#include <map>

#include "foley/io/trec_prefs.hpp"
#include "foley/retrieval/grouped.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "foley/retrieval/trec/preferences.hpp"

namespace foley::retrieval::trec {
namespace {

using Expected = std::map<std::string, double>;

PreferenceQrels prefs(const std::string& text) {
  auto parsed = io::parse_trec_prefs(text, "my.prefs", io::PrefsFormat::prefs);
  EXPECT_TRUE(parsed) << parsed.error().to_line();
  return std::move(parsed).value();
}

// The documents of the run, best first.
void expect(const std::string& text, const std::vector<std::string>& run,
            const Expected& expected) {
  const PreferenceQrels qrels = prefs(text);
  const PreferenceTopic& topic = qrels.topics.front();
  std::vector<ScoredDoc> row;
  for (const std::string& doc : run) {
    row.push_back({doc, 100.0 - static_cast<double>(row.size())});
  }
  const PreferenceRanking ranking =
      preference_ranking(topic, ranks_of(topic.docs, row, TieRule::id_asc));
  Topic known;
  known.preferences = &ranking;
  for (const auto& [name, value] : expected) {
    EXPECT_NEAR(value, parse_column(name, {}).value().value(known), 1e-15) << name;
  }
}

TEST(TrecPreferences, CompleteOrder) {
  // a over b over c; ranks b, a; c was not retrieved. a > b fails, the others are implied.
  expect("q j 1 a 3\nq j 1 b 2\nq j 1 c 0\n", {"b", "x", "a"},
         {{"prefs_num_prefs_poss", 3},
          {"prefs_num_prefs_ful", 2},
          {"prefs_num_prefs_ful_ret", 0},
          {"prefs_simp", 2.0 / 3},
          {"prefs_pair", 2.0 / 3},
          {"prefs_avgjg", 2.0 / 3},
          {"prefs_simp_ret", 0},
          {"prefs_pair_ret", 0},
          {"prefs_avgjg_ret", 0},
          {"prefs_simp_imp", 2.0 / 3},
          {"prefs_pair_imp", 2.0 / 3},
          {"prefs_avgjg_imp", 2.0 / 3},
          // One non-relevant document is missing to two relevant ones: 2 more met of 2.
          {"prefs_avgjg_Rnonrel", (2.0 + 2) / (3 + 2)},
          {"prefs_avgjg_Rnonrel_ret", (0.0 + 2 * 2) / (1 + 2 * 2)}});
}

TEST(TrecPreferences, ThirteenPreferencesOfSixLevels) {
  // The example of the format's description: 13 preferences. Retrieved: 4, 3, 1.
  const std::string text =
      "q u s d1 3.0\nq u s d2 2.0\nq u s d3 0.0\nq u s d4 6.0\nq u s d5 0.0\nq u s d6 2.0\n";
  expect(text, {"d4", "d3", "d1"},
         {{"prefs_num_prefs_poss", 13},
          // d4 over all five; d1 over d2, d5, d6.
          {"prefs_num_prefs_ful", 5 + 3},
          {"prefs_num_prefs_ful_ret", 2},
          {"prefs_simp", 8.0 / 13},
          {"prefs_simp_ret", 2.0 / 3},
          // d2 > d5 and d6 > d5 are not seen at all.
          {"prefs_simp_imp", 8.0 / 11}});
}

TEST(TrecPreferences, PartialOrderIsClosed) {
  // a > b and b > d give a > d. Ranks d, a; b was not retrieved.
  expect("q j 1 a 3\nq j 1 b 2\nq j 2 b 5\nq j 2 d 4\n", {"d", "a"},
         {{"prefs_num_prefs_poss", 3},
          {"prefs_num_prefs_ful", 1},
          {"prefs_num_prefs_ful_ret", 0},
          {"prefs_simp", 1.0 / 3},
          {"prefs_simp_imp", 1.0 / 3},
          {"prefs_pair", 1.0 / 3},
          {"prefs_simp_ret", 0}});
  // The same judgments without the link in between.
  expect("q j 1 a 3\nq j 1 b 2\nq j 1 c 1\nq j 2 b 5\nq j 2 d 4\n", {"a", "b", "c", "d"},
         {{"prefs_num_prefs_poss", 5}, {"prefs_num_prefs_ful", 5}});
}

TEST(TrecPreferences, JudgesThatDisagree) {
  expect("q j1 1 a 2\nq j1 1 b 1\nq j2 1 b 2\nq j2 1 a 1\nq j2 1 c 0\n", {"a", "b", "c"},
         {{"prefs_num_prefs_poss", 4},
          {"prefs_num_prefs_ful", 3},
          {"prefs_simp", 3.0 / 4},
          // a, b: one of two judges; a, c and b, c: all.
          {"prefs_pair", (0.5 + 1 + 1) / 3},
          {"prefs_avgjg", (1.0 + 2.0 / 3) / 2}});
}

TEST(TrecPreferences, MoreNonRelevantThanRelevant) {
  // In classes trec_eval pairs the shortened class with itself too: b with b and c with b fail.
  expect("q j 1 a 1\nq j 1 b 0\nq j 1 c 0\n", {"a", "b", "c"},
         {{"prefs_avgjg_Rnonrel", 1.0 / 3}, {"prefs_avgjg_Rnonrel_ret", 1.0 / 3}});
  // In a partial order it does not.
  expect("q j 1 a 1\nq j 1 b 0\nq j 2 a 1\nq j 2 c 0\n", {"a", "b", "c"},
         {{"prefs_avgjg_Rnonrel", 1}, {"prefs_avgjg_Rnonrel_ret", 1}});
  expect("q j 1 a 1\nq j 1 b 0\nq j 2 a 1\nq j 2 c 0\n", {"b", "a", "c"},
         {{"prefs_avgjg_Rnonrel", 0}, {"prefs_avgjg_Rnonrel_ret", 0}});
}

TEST(TrecPreferences, NothingToPrefer) {
  const Expected all_zero{{"prefs_num_prefs_poss", 0},
                          {"prefs_simp", 0},
                          {"prefs_pair", 0},
                          {"prefs_avgjg", 0},
                          {"prefs_simp_ret", 0}};
  expect("q j 1 a 1\nq j 1 b 1\n", {"a", "b"}, all_zero);
  // Two relevant documents and no other: as if two stood behind them.
  expect("q j 1 a 1\nq j 1 b 1\n", {"a", "b"}, {{"prefs_avgjg_Rnonrel", 1}});
  // No relevant one: nothing is possible.
  expect("q j 1 a 0\nq j 1 b 0\n", {"a", "b"},
         {{"prefs_avgjg_Rnonrel", 0}, {"prefs_avgjg_Rnonrel_ret", 0}});
  // Nothing retrieved.
  expect("q j 1 a 1\nq j 1 b 0\n", {"x"},
         {{"prefs_num_prefs_poss", 1},
          {"prefs_simp", 0},
          {"prefs_simp_imp", 0},
          {"prefs_avgjg_Rnonrel", 0},
          {"prefs_avgjg_Rnonrel_ret", 0}});
}

TEST(TrecPreferences, TiesOfScoresGoByIdUpwards) {
  const PreferenceQrels qrels = prefs("q j 1 a 1\nq j 1 b 0\n");
  const PreferenceTopic& topic = qrels.topics.front();
  const std::vector<ScoredDoc> row{{"b", 1.0}, {"a", 1.0}};
  const PreferenceRanking ranking =
      preference_ranking(topic, ranks_of(topic.docs, row, TieRule::id_asc));
  EXPECT_EQ(1, ranking.judges.front().met);
}

TEST(TrecPreferences, QrelsReadAsPreferences) {
  const auto qrels = io::parse_trec_prefs("q j1 a 2\nq j1 b 0\nq j1 c -1\nq j2 b 1\n", "q",
                                          io::PrefsFormat::qrels_prefs);
  ASSERT_TRUE(qrels) << qrels.error().to_line();
  ASSERT_EQ(2U, qrels->topics.front().judges.size());
  EXPECT_EQ(3U, qrels->topics.front().judges.front().classes.size());
  EXPECT_NE(nullptr, qrels->find("q"));
  EXPECT_EQ(nullptr, qrels->find("p"));
}

TEST(TrecPreferences, RanksMustFit) {
  EXPECT_THROW(static_cast<void>(preference_ranking(PreferenceTopic{"q", {"a"}, {}},
                                                    std::vector<std::int64_t>{})),
               std::invalid_argument);
}

struct Refused {
  const char* text;
  const char* code;
  std::size_t line;
};

TEST(TrecPreferences, Contradictions) {
  const std::vector<Refused> cases{
      {"q j 1 a 3\nq j 1 b 2\nq j 2 b 2\nq j 2 a 1\n", "FE-IO-21", 1},
      {"q j 1 a 3\nq j 1 b 2\nq j 2 b 2\nq j 2 c 1\nq j 3 c 2\nq j 3 a 1\n", "FE-IO-21", 1},
      {"q j 1 a 3\nq j 1 b 2\nq j 2 a 0\n", "FE-IO-21", 3},
      {"q j 1 a 3\nq j 1 a 2\n", "FE-IO-11", 2},
      {"q j 1 a 3\nq j 1 a 3\n", "FE-IO-11", 2},
      {"q j 1 a\n", "FE-IO-05", 1},
      {"q j 1 a 3 t\n", "FE-IO-05", 1},
      {"q j 1 a x\n", "FE-IO-06", 1},
      {"q j 1 a nan\n", "FE-IO-07", 1},
      {"\n# c\nq j 1 a 1\nq j 1 \xff 1\n", "FE-IO-02", 4},
      {"\xEF\xBB\xBFq j 1 a 1\n", "FE-IO-03", 1},
      {"", "FE-IO-04", 1},
  };
  for (const Refused& each : cases) {
    const auto parsed = io::parse_trec_prefs(each.text, "my.prefs", io::PrefsFormat::prefs);
    ASSERT_FALSE(parsed) << each.text;
    EXPECT_EQ(each.code, parsed.error().code) << each.text;
    EXPECT_EQ(each.line, parsed.error().line) << each.text;
  }
  // The same by two judges is no contradiction.
  EXPECT_EQ(2U, prefs("q j 1 a 3\nq j 1 b 2\nq k 1 b 2\nq k 1 a 1\n").topics[0].judges.size());
}

}  // namespace
}  // namespace foley::retrieval::trec
