#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "foley/core/digest.hpp"
#include "foley/core/number_text.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/golden_json.hpp"
#include "foley/io/ranking_json.hpp"
#include "foley/io/rankings.hpp"
#include "foley/io/trec_text.hpp"
#include "support/rows.hpp"
#include "support/temporary_folder.hpp"

// What must be read although it is unusual.
namespace foley::io {
namespace {

using testing::Row;

Row row_of(std::span<const ScoredDoc> docs) {
  Row row;
  for (const ScoredDoc& doc : docs) {
    row.emplace_back(doc.id, doc.score);
  }
  return row;
}

Row row_of(std::span<const GradedDoc> docs) {
  Row row;
  for (const GradedDoc& doc : docs) {
    row.emplace_back(doc.id, doc.grade);
  }
  return row;
}

Row run_row(const Result<foley::Run>& run, std::string_view query) {
  return run ? row_of(run->find(query)) : Row{};
}

Row qrels_row(const Result<Qrels>& qrels, std::string_view query) {
  return qrels ? row_of(qrels->find(query)) : Row{};
}

TEST(TrecRun, SkipsBlankLinesAndCommentsInColumnOne) {
  const auto run = parse_trec_run(
      "# head\n\nq1 Q0 a 1 2.5 tag\n   \n#q1 Q0 b 1 2 t\nq1 Q0 c 2 1 t\n", "run.txt");
  ASSERT_TRUE(run.has_value()) << run.error().to_line();
  EXPECT_EQ(run_row(run, "q1"), (Row{{"a", 2.5}, {"c", 1.0}}));
}

TEST(TrecRun, ANumberSignElsewhereIsData) {
  const auto run = parse_trec_run("q#1 Q0 #a 1 2 #t\n", "run.txt");
  EXPECT_EQ(run_row(run, "q#1"), (Row{{"#a", 2.0}}));
}

TEST(TrecRun, TakesCrLfTabsAndAMissingLastNewline) {
  const auto run =
      parse_trec_run("q1\tQ0\ta\t1\t2\tt\r\n  q1  Q0   b 2 1 t \r\nq2 Q0 a 1 3 t", "r");
  ASSERT_TRUE(run.has_value()) << run.error().to_line();
  EXPECT_EQ(run_row(run, "q1"), (Row{{"a", 2.0}, {"b", 1.0}}));
  EXPECT_EQ(run_row(run, "q2"), (Row{{"a", 3.0}}));
}

TEST(TrecRun, IgnoresRankAndWhatFollowsTheTag) {
  const auto run = parse_trec_run("q1 Q0 a x 1 tag\nq1 Q0 b 7 0 tag with blanks\n", "r");
  EXPECT_EQ(run_row(run, "q1"), (Row{{"a", 1.0}, {"b", 0.0}}));
}

TEST(TrecRun, GathersAQueryWhoseLinesStandApart) {
  const auto run = parse_trec_run("q2 0 a 1 1 t\nq1 0 a 1 1 t\nq2 0 b 1 3 t\n", "r");
  ASSERT_TRUE(run.has_value());
  ASSERT_EQ(run->size(), 2U);
  EXPECT_EQ(run->rows()[0].query, "q2");
  EXPECT_EQ(run_row(run, "q2"), (Row{{"a", 1.0}, {"b", 3.0}}));
}

TEST(TrecRun, ReadsEveryWayToWriteANumber) {
  for (const auto& [text, value] : std::vector<std::pair<std::string, double>>{
           {"1", 1.0},
           {"-2.5", -2.5},
           {"+3", 3.0},
           {"1e3", 1000.0},
           {"1E-2", 0.01},
           {".5", 0.5},
           {"5.", 5.0},
           {"-0", -0.0},
           {"12345678901234567890", 12345678901234567890.0}}) {
    EXPECT_EQ(run_row(parse_trec_run("q 0 a 1 " + text + " t\n", "r"), "q"), (Row{{"a", value}}))
        << text;
  }
}

TEST(TrecRun, AScoreTooSmallForDoubleIsZero) {
  for (const char* text : {"1e-400", "-1e-400", "1e-999"}) {
    EXPECT_EQ(run_row(parse_trec_run("q 0 a 1 " + std::string(text) + " t\n", "r"), "q"),
              (Row{{"a", 0.0}}))
        << text;
  }
}

TEST(TrecRun, TakesUnicodeIds) {
  const auto run = parse_trec_run("é Q0 雨 1 2 tag\n", "r");
  EXPECT_EQ(run_row(run, "é"), (Row{{"雨", 2.0}}));
}

TEST(TrecQrels, TakesTheEndsOfTheScaleAndASign) {
  const auto qrels = parse_trec_qrels("q 0 a -127\r\nq 0 b 127\nq 0 c +1 \n", "q");
  EXPECT_EQ(qrels_row(qrels, "q"), (Row{{"a", -127.0}, {"b", 127.0}, {"c", 1.0}}));
}

TEST(RankingJson, ReadsRunAndQrels) {
  const auto run = parse_run_json("{\"q\": {\"b\": 1, \"a\": -2.5e0}, \"empty\": {}}\r\n", "r");
  EXPECT_EQ(run_row(run, "q"), (Row{{"b", 1.0}, {"a", -2.5}}));
  ASSERT_TRUE(run.has_value());
  EXPECT_TRUE(run->contains("empty"));
  const auto qrels = parse_qrels_json("{\"q\": {\"a\": -127, \"b\": 127, \"c\": 0}}", "q");
  EXPECT_EQ(qrels_row(qrels, "q"), (Row{{"a", -127.0}, {"b", 127.0}, {"c", 0.0}}));
}

// The row `q` of a loaded file.
Row row_of(const Result<Ranking<foley::Run>>& run) {
  Row row;
  for (const ScoredDoc& doc : run.value().table.find("q")) {
    row.emplace_back(doc.id, doc.score);
  }
  return row;
}

Row row_of(const Result<Ranking<Qrels>>& qrels) {
  Row row;
  for (const GradedDoc& doc : qrels.value().table.find("q")) {
    row.emplace_back(doc.id, doc.grade);
  }
  return row;
}

TEST(Rankings, TellJsonFromTrecByTheFirstCharacter) {
  const testing::TemporaryFolder folder;
  const auto json = load_run(folder.write("a", "\n {\"q\": {\"a\": 1}}"), {.stamp = true});
  const auto trec = load_run(folder.write("b", "q 0 a 1 1 t\n"));
  EXPECT_EQ(row_of(json), row_of(trec));
  EXPECT_EQ(row_of(json), (Row{{"a", 1.0}}));
  const auto qrels_json = load_qrels(folder.write("c", "{\"q\": {\"a\": 1}}"));
  const auto qrels_trec = load_qrels(folder.write("d", "q 0 a 1\n"));
  EXPECT_EQ(row_of(qrels_json), (Row{{"a", 1.0}}));
  EXPECT_EQ(row_of(qrels_trec), (Row{{"a", 1.0}}));
  EXPECT_EQ(json->sha256, golden::fixture_digest("\n {\"q\": {\"a\": 1}}"));
  const auto missing = load_run(folder / "nosuch");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, ErrorKind::not_found);
  const auto list = load_run(folder.write("e", "[]"));
  ASSERT_FALSE(list.has_value());
  EXPECT_EQ(list.error().kind, ErrorKind::wrong_top);
}

TEST(GoldenJson, FillsInDefaultsAndIgnoresUnknownFields) {
  const auto document = parse_golden(
      "[{\"id\": \"g\", \"context\": \"\", \"expected_events\": [{\"query\": \"q\", \"x\": 1}],"
      " \"answer_clip_ids\": {}, \"grade\": {}, \"unknown\": [1, {\"a\": null}]}]\r\n",
      "s");
  ASSERT_TRUE(document.has_value());
  ASSERT_TRUE(document->errors.empty());
  const golden::GoldenItem& item = document->items.at(0);
  EXPECT_EQ(item.labeler, "llm+human");
  EXPECT_EQ(item.schema_version, 1);
  EXPECT_TRUE(item.negatives.empty());
  EXPECT_EQ(item.expected_events.at(0).layer, "sfx_fg");
  EXPECT_EQ(item.expected_events.at(0).salience, "medium");
  EXPECT_TRUE(item.expected_events.at(0).diegetic);
  EXPECT_EQ(item.expected_events.at(0).ucs_catid, "");
}

TEST(GoldenJson, AnEmptyListIsAnEmptySet) {
  const auto document = parse_golden("[]", "s");
  ASSERT_TRUE(document.has_value());
  EXPECT_TRUE(document->items.empty() && document->errors.empty());
}

TEST(GoldenJson, LoadStopsAtTheFirstFault) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("seed.json", "[{}]");
  const auto golden_set = load_golden(path);
  ASSERT_FALSE(golden_set.has_value());
  EXPECT_EQ(golden_set.error().kind, ErrorKind::missing_field);
  EXPECT_EQ(golden_set.error().source, path);
}

TEST(CorpusJson, LicenceMayBeMissingOrNull) {
  const auto document = parse_corpus(
      "[{\"file\": \"a.wav\", \"caption\": \"\"},"
      "{\"file\": \"b.wav\", \"caption\": \"\", \"license_id\": null, \"audioset\": 7}]",
      "c");
  ASSERT_TRUE(document.has_value());
  ASSERT_TRUE(document->errors.empty()) << document->errors[0].to_line();
  EXPECT_FALSE(document->entries.at(0).license_id.has_value());
  EXPECT_FALSE(document->entries.at(1).license_id.has_value());
  EXPECT_TRUE(document->entries.at(0).rights_verified);
}

RC_GTEST_PROP(TrecRunProperty, ReadsBackWhatWasWritten, ()) {
  const auto rows = *rc::gen::container<std::vector<double>>(
      rc::gen::map(rc::gen::inRange(-1'000'000, 1'000'000), [](int v) { return v / 977.0; }));
  std::string text = "# run\n";
  Row expected;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "q Q0 d" + std::to_string(i) + " 1 " + shortest_text(rows[i]) + " t\n";
    expected.emplace_back("d" + std::to_string(i), rows[i]);
  }
  RC_ASSERT(run_row(parse_trec_run(text, "r"), "q") == expected);
}

}  // namespace
}  // namespace foley::io
