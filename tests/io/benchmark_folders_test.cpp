// BEIR folders and MTEB predictions.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "foley/io/beir.hpp"
#include "foley/io/mteb.hpp"
#include "io/malformed.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

using testing::TemporaryFolder;

class BeirFolder : public ::testing::Test {
 protected:
  BeirFolder() {
    std::filesystem::create_directory(folder_ / "qrels");
    const std::string header = "query-id\tcorpus-id\tscore\n";
    static_cast<void>(folder_.write("qrels/test.tsv", header + "q1\td1\t2\nq1\td2\t0\n"));
    static_cast<void>(folder_.write("qrels/dev.tsv", header + "q7\td1\t1\n"));
    static_cast<void>(folder_.write("qrels/notes.txt", "no split"));
    static_cast<void>(folder_.write("queries.jsonl", "{\"_id\": \"q1\", \"text\": \"rain\"}\n"));
  }

  [[nodiscard]] std::string path() const { return folder_.path().string(); }

  TemporaryFolder folder_;
};

TEST_F(BeirFolder, ReadsTheTestSplitUnlessToldOtherwise) {
  EXPECT_TRUE(is_beir_folder(path()));
  const auto test = load_beir_qrels(path());
  ASSERT_TRUE(test.has_value()) << test.error().to_line();
  ASSERT_EQ(test->size(), 1U);
  ASSERT_EQ(test->find("q1").size(), 2U);
  EXPECT_EQ(test->find("q1")[0].id, "d1");
  EXPECT_EQ(test->find("q1")[0].grade, 2.0);
  EXPECT_TRUE(load_beir_qrels(path(), "dev").value().contains("q7"));
  EXPECT_EQ(beir_qrels_path(path(), "dev").value(), path() + "/qrels/dev.tsv");
}

TEST_F(BeirFolder, AMissingSplitNamesThoseThatAreThere) {
  for (const char* split : {"train", "../qrels/test", ""}) {
    const auto missing = load_beir_qrels(path(), split);
    ASSERT_FALSE(missing.has_value()) << split;
    EXPECT_EQ(missing.error().kind, ErrorKind::not_found);
    EXPECT_EQ(missing.error().code, "FE-IO-01");
    EXPECT_EQ(missing.error().advice, "splits that are there: dev, test");
    EXPECT_TRUE(testing::is_good_line(missing.error()));
  }
}

TEST_F(BeirFolder, AFaultNamesTheFile) {
  const std::string file = folder_.write("qrels/test.tsv", "query-id\tcorpus-id\tscore\nq\td\tx\n");
  const auto broken = load_beir_qrels(path());
  ASSERT_FALSE(broken.has_value());
  EXPECT_EQ(broken.error().source, file);
  EXPECT_EQ(broken.error().line, 2U);
}

TEST_F(BeirFolder, OtherFoldersAreNone) {
  const TemporaryFolder other;
  EXPECT_FALSE(is_beir_folder(other.path().string()));
  EXPECT_FALSE(is_beir_folder(path() + "/queries.jsonl"));
  EXPECT_FALSE(is_beir_folder(path() + "/nosuch"));
  const auto missing = beir_qrels_path(other.path().string());
  ASSERT_FALSE(missing.has_value());
  EXPECT_TRUE(testing::is_good_line(missing.error()));
  std::filesystem::create_directory(other / "qrels");
  EXPECT_NE(beir_qrels_path(other.path().string()).error().advice.find("no split is there"),
            std::string::npos);
}

const std::string kMeta = "\"mteb_model_meta\": {\"model_name\": \"m\", \"revision\": \"r\"}";
const std::string kOne =
    "{" + kMeta + ", \"default\": {\"test\": {\"q1\": {\"a\": 0.5, \"b\": 1}}}}";
const std::string kMany =
    "{\n" + kMeta +
    ",\n\"en\": {\"test\": {\"q1\": {\"a\": 1}}, \"dev\": {\"q2\": {\"b\": 2}}},"
    "\n\"de\": {\"test\": {\"q3\": {\"c\": 3}}}}";

TEST(Mteb, ReadsTheOnlyRanking) {
  const auto run = parse_mteb_run(kOne, "p.json");
  ASSERT_TRUE(run.has_value()) << run.error().to_line();
  ASSERT_EQ(run->find("q1").size(), 2U);
  EXPECT_EQ(run->find("q1")[0].score, 0.5);
  EXPECT_EQ(run->find("q1")[1].id, "b");
}

TEST(Mteb, ReadsTheChosenRanking) {
  EXPECT_TRUE(parse_mteb_run(kMany, "p", {"en", "dev"}).value().contains("q2"));
  EXPECT_TRUE(parse_mteb_run(kMany, "p", {"de", ""}).value().contains("q3"));
  EXPECT_TRUE(parse_mteb_run(kOne, "p", {"default", "test"}).value().contains("q1"));
}

TEST(Mteb, TheChoicesAreListed) {
  const auto advice = [](const MtebChoice& choice) {
    const auto run = parse_mteb_run(kMany, "p.json", choice);
    EXPECT_FALSE(run.has_value());
    EXPECT_TRUE(run.has_value() || testing::is_good_line(run.error()));
    return run ? std::string() : run.error().advice;
  };
  EXPECT_EQ(advice({}), "choose one of: en, de");
  EXPECT_EQ(advice({"en", ""}), "choose one of: test, dev");
  EXPECT_EQ(advice({"fr", "test"}), "choose one of: en, de");
  EXPECT_EQ(advice({"de", "dev"}), "choose one of: test");
}

TEST(Mteb, LooksLikeIt) {
  EXPECT_TRUE(looks_like_mteb(kOne));
  EXPECT_TRUE(looks_like_mteb(" \n" + kMany));
  EXPECT_TRUE(looks_like_mteb("{\"default\": {}, \"mteb_model_meta\" :{}}"));
  EXPECT_FALSE(looks_like_mteb("{\"q1\": {\"a\": 1}}"));
  EXPECT_FALSE(looks_like_mteb("[" + kMeta));
  EXPECT_FALSE(looks_like_mteb("{\"model\": \"mteb_model_meta\"}"));
  EXPECT_FALSE(looks_like_mteb(""));
}

std::string with_subset(const std::string& subset) {
  return "{" + kMeta + ",\n\"default\": " + subset + "}";
}

TEST(Mteb, OtherShapesAreRefusedWithPlaceAndAdvice) {
  using Kind = ErrorKind;
  const std::vector<Malformed> rows{
      {"empty", "", Kind::bad_syntax, 1},
      {"cut", kOne.substr(0, kOne.size() - 2), Kind::bad_syntax, 1},
      {"a list", "[]", Kind::wrong_top, 1, "mteb_model_meta"},
      {"an ordinary run", "\n{\"q1\": {\"a\": 1}}", Kind::wrong_top, 2, "mteb_model_meta"},
      {"meta alone", "{" + kMeta + "}", Kind::unknown_name, 1, "no subset"},
      {"subset is a list", with_subset("[]"), Kind::wrong_type, 2, "'default' is a list"},
      {"no split", with_subset("{}"), Kind::unknown_name, 2, "no split"},
      {"split is null", with_subset("{\n\"test\": null }"), Kind::wrong_type, 3, "'default/test'"},
      {"no query", with_subset("{\"test\": {}}"), Kind::bad_value, 2, "no query"},
      {"documents are a list", with_subset("{\"test\": {\n\"q\": [1]}}"), Kind::wrong_type, 3,
       "query 'q'"},
      {"score is text", with_subset("{\"test\": {\"q\": {\n\"a\": \"1\"}}}"), Kind::wrong_type, 3,
       "a|"},
      {"score is NaN", with_subset("{\"test\": {\"q\": {\n\"a\": NaN}}}"), Kind::bad_syntax, 3},
      {"document twice", with_subset("{\"test\": {\"q\": {\"a\": 1,\n\"a\": 2}}}"), Kind::duplicate,
       3, "'a'"},
  };
  for (const Malformed& row : rows) {
    SCOPED_TRACE(row.name);
    expect_refused(row, error_of(parse_mteb_run(row.bytes, "p.json")));
  }
}

}  // namespace
}  // namespace foley::io
