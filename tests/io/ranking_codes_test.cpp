// Codes and places that runs and judgments of every format share.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "foley/io/beir.hpp"
#include "foley/io/delimited.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/grouped_qrels.hpp"
#include "foley/io/mteb.hpp"
#include "foley/io/rankings.hpp"
#include "foley/io/trec_prefs.hpp"
#include "io/malformed.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

std::string code(const std::optional<Error>& error) { return error ? error->code : "accepted"; }

struct Coded {
  const char* bytes;
  const char* run;
  const char* qrels;
};

TEST(RankingCodes, OfJson) {
  for (const Coded& row :
       std::vector<Coded>{{"", "FE-IO-04", "FE-IO-04"},
                          {"{}", "FE-IO-04", "FE-IO-04"},
                          {"[]", "FE-IO-19", "FE-IO-19"},
                          {"{\"q\": [1]}", "FE-IO-19", "FE-IO-19"},
                          {"{\"q\": {\"a\": 1}", "FE-IO-19", "FE-IO-19"},
                          {"{\"q\": {\"a\": 1}} x", "FE-IO-19", "FE-IO-19"},
                          {"\xEF\xBB\xBF{}", "FE-IO-03", "FE-IO-03"},
                          {"{\"\xE9\": {}}", "FE-IO-02", "FE-IO-02"},
                          {"{\"q\": {\"a\": \"1\"}}", "FE-IO-06", "FE-IO-08"},
                          {"{\"q\": {\"a\": null}}", "FE-IO-06", "FE-IO-08"},
                          {"{\"q\": {\"a\": true}}", "FE-IO-06", "FE-IO-08"},
                          {"{\"q\": {\"a\": NaN}}", "FE-IO-07", "FE-IO-08"},
                          {"{\"q\": {\"a\": -Infinity}}", "FE-IO-07", "FE-IO-08"},
                          {"{\"q\": {\"a\": 1e400}}", "FE-IO-07", "FE-IO-09"},
                          {"{\"q\": {\"a\": -1e400}}", "FE-IO-07", "FE-IO-09"},
                          {"{\"q\": {\"a\": 1.5}}", "accepted", "FE-IO-08"},
                          {"{\"q\": {\"a\": 127.5}}", "accepted", "FE-IO-08"},
                          {"{\"q\": {\"a\": 128}}", "accepted", "FE-IO-09"},
                          {"{\"q\": {\"a\": -128}}", "accepted", "FE-IO-09"},
                          {"{\"q\": {\"a\": 18446744073709551616}}", "accepted", "FE-IO-09"},
                          {"{\"q\": {\"a\": -127, \"b\": 127}}", "accepted", "accepted"},
                          {"{\"q\": {\"a\": 1, \"a\": 1}}", "FE-IO-10", "FE-IO-11"},
                          {"{\"q\": {\"a\": 1}, \"q\": {\"b\": 1}}", "FE-IO-19", "FE-IO-19"},
                          {"{\"q\": {\"a\": {\"b\": 1, \"b\": 1}}}", "FE-IO-19", "FE-IO-19"}}) {
    EXPECT_EQ(code(error_of(parse_run_json(row.bytes, "f"))), row.run) << row.bytes;
    EXPECT_EQ(code(error_of(parse_qrels_json(row.bytes, "f"))), row.qrels) << row.bytes;
  }
  std::string deep;
  for (int i = 0; i < 100; ++i) {
    deep += "{\"q\":";
  }
  EXPECT_EQ(code(error_of(parse_run_json(deep, "f"))), "FE-IO-19");
}

TEST(RankingCodes, OfPredictions) {
  const auto of = [](const std::string& docs) {
    return code(error_of(
        parse_mteb_run("{\"mteb_model_meta\": {}, \"s\": {\"t\": {\"q\": " + docs + "}}}", "f")));
  };
  EXPECT_EQ(of("{\"a\": 1}"), "accepted");
  EXPECT_EQ(of("{\"a\": 1, \"a\": 1}"), "FE-IO-10");
  EXPECT_EQ(of("{\"a\": \"1\"}"), "FE-IO-06");
  EXPECT_EQ(of("{\"a\": 1e400}"), "FE-IO-07");
  EXPECT_EQ(of("{\"a\": NaN}"), "FE-IO-07");
  EXPECT_EQ(of("{\"a\": 1}, \"q\": {}"), "FE-IO-19");
  EXPECT_EQ(of("{\"a\":"), "FE-IO-19");
  EXPECT_EQ(of("[1]"), "FE-IO-19");
}

TEST(RankingCodes, OfJsonSayWhatIsWrongWithAGrade) {
  for (const auto& [text, problem] : std::vector<std::pair<std::string, std::string>>{
           {"1.5", "1.5 is not a whole number"},
           {"\"1\"", "text is not a whole number"},
           {"128", "128 is off the scale of -127 to 127"}}) {
    const auto error = error_of(parse_qrels_json("{\"q\": {\n\"a\": " + text + "}}", "f"));
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->problem, problem);
    EXPECT_EQ(error->field, "a");
    EXPECT_EQ(error->line, 2U);
  }
}

TEST(RankingCodes, OfFilesThatCannotBeRead) {
  const testing::TemporaryFolder folder;
  for (const std::string& path : {folder / "nosuch", folder.path().string()}) {
    EXPECT_EQ(code(error_of(load_run(path))), "FE-IO-01");
    EXPECT_EQ(code(error_of(load_qrels(path))), "FE-IO-01");
    EXPECT_EQ(code(error_of(load_grouped_qrels(path))), "FE-IO-01");
    EXPECT_EQ(code(error_of(load_trec_prefs(path, PrefsFormat::prefs))), "FE-IO-01");
    EXPECT_EQ(code(error_of(read_file(path))), "");
  }
  const std::string file = folder.write("file", "123456");
  EXPECT_EQ(code(error_of(read_ranking_file(file, 5))), "FE-IO-13");
  EXPECT_EQ(code(error_of(read_file(file, 5))), "");
}

TEST(RankingCodes, OfAnIdWithABlank) {
  for (const char* line :
       {"q1 Q0 big dog 1 9.0 run\n", "q1 Q0 big dog 1 9 run\n", "big q1 Q0 a 1 9.0 run\n",
        "q1 Q0 a 1.0 2 run more\n", "q1 Q0 the big dog 1 9.0 run\n"}) {
    const auto error = error_of(parse_trec_run(std::string("q Q0 a 1 2 t\n") + line, "r"));
    ASSERT_TRUE(error.has_value()) << line;
    EXPECT_EQ(error->code, "FE-IO-05") << line;
    EXPECT_EQ(error->line, 2U);
    EXPECT_NE(error->advice.find("%20"), std::string::npos);
  }
  EXPECT_EQ(error_of(parse_trec_run("q1 Q0 big dog 1 9.0 run\n", "r"))->column, 11U);
  for (const char* line : {"q1 Q0 a 1 9.0 run more\n", "q1 Q0 a -1 9.0 run more\n",
                           "q1 Q0 a 99999999999999999999 9 run a b c\n", "q1 Q0 a x 9.0 run\n"}) {
    EXPECT_EQ(code(error_of(parse_trec_run(line, "r"))), "accepted") << line;
  }
}

TEST(RankingCodes, OfALineLongerThanIsRead) {
  const std::size_t longest = std::size_t{16} << 20U;
  for (const std::string& rest : {std::string(" 1\n"), std::string(" 1.0e0 \n")}) {
    // Once as a plain line, once as one with other blanks.
    const bool qrels = rest == " 1\n";
    const std::string before = qrels ? "q 0 b 1\nq 0 " : "q Q0 b 1 1 t\nq Q0 ";
    const std::string after = qrels ? " 1\n" : " 2 0.5 t\n";
    const std::size_t fixed = before.size() - before.find('\n') - 1 + after.size() - 1;
    const std::string doc(longest - fixed, 'x');
    const auto error = [&](const std::string& bytes) {
      return qrels ? error_of(parse_trec_qrels(bytes, "f")) : error_of(parse_trec_run(bytes, "f"));
    };
    EXPECT_EQ(code(error(before + doc + after)), "accepted");
    EXPECT_EQ(code(error(before + doc + "x" + after)), "FE-IO-13");
    EXPECT_EQ(code(error(before + doc + " " + after)), "FE-IO-13");
    EXPECT_EQ(error(before + doc + "x" + after)->line, 2U);
    EXPECT_EQ(code(error(before + doc + std::string(longest, 'x'))), "FE-IO-13");
    EXPECT_EQ(code(error("#" + doc + std::string(fixed, 'x') + "\n" + before)), "FE-IO-13");
  }
  const std::string csv = "qid,docno,score\nq,a,1\nq,";
  EXPECT_EQ(code(error_of(parse_delimited_run(csv + std::string(longest, 'x') + ",1\n", "f"))),
            "FE-IO-13");
  EXPECT_EQ(code(error_of(parse_trec_prefs("q j " + std::string(longest, 'x') + " a 1\n", "f",
                                           PrefsFormat::prefs))),
            "FE-IO-13");
}

TEST(RankingCodes, AFirstCommentMayBeLong) {
  const testing::TemporaryFolder folder;
  const std::string run = "q Q0 a 1 2 t\n";
  const std::string letters(std::size_t{2} << 20U, 'x');
  EXPECT_EQ(code(error_of(load_run(folder.write("a", "#" + letters + "\n" + run)))), "accepted");
  EXPECT_EQ(code(error_of(load_run(folder.write("b", letters + " " + run)))), "FE-IO-13");
}

TEST(RankingCodes, EndlessBytesAreRefusedInTime) {
  if (!std::filesystem::exists("/dev/zero")) {
    GTEST_SKIP() << "no /dev/zero here";
  }
  EXPECT_EQ(code(error_of(load_run("/dev/zero"))), "FE-IO-02");
  EXPECT_EQ(code(error_of(load_qrels("/dev/zero"))), "FE-IO-02");
  EXPECT_EQ(code(error_of(load_grouped_qrels("/dev/zero"))), "FE-IO-02");
}

TEST(RankingCodes, JudgmentsOfABenchmarkFolderHaveThem) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "qrels" / "test.tsv");
  EXPECT_EQ(code(error_of(load_beir_qrels(folder.path().string()))), "FE-IO-01");
}

}  // namespace
}  // namespace foley::io
