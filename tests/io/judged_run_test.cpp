#include "foley/io/judged_run.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>

#include "foley/io/trec_text.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

using retrieval::Hit;
using retrieval::JudgedRun;
using retrieval::TopicSet;

std::string write(const testing::TemporaryFolder& folder, const std::string& name,
                  const std::string& bytes) {
  const std::string path = (folder.path() / name).string();
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// Everything that a judged run says, as text.
std::string told(const JudgedRun& run) {
  std::string text = "tag " + run.tag + "\n";
  for (const std::string& query : run.unjudged_queries) {
    text += "unjudged " + query + "\n";
  }
  return text;
}

std::string told(const JudgedRun& run, const TopicSet& topics) {
  std::string text = told(run);
  for (std::size_t t = 0; t < run.size(); ++t) {
    const auto& row = run.row(t);
    text += std::string(topics.id(t)) + (row.answered ? " answered " : " missing ") +
            std::to_string(row.returned) + " " + std::to_string(row.retrieved);
    for (const Hit& hit : run.ranking(topics, t).hits()) {
      text += " (" + std::to_string(hit.rank) + " " + std::to_string(hit.above) + " " +
              std::to_string(hit.tied) + " " + std::to_string(static_cast<int>(hit.grade)) + ")";
    }
    text += "\n";
  }
  return text;
}

struct Files {
  std::string qrels;
  std::string run;
};

// Lines as people write them: ties, other blanks, exponents, comments, CRLF, queries that stand
// apart, documents that nobody judged.
Files random_files() {
  Files files;
  const int queries = *rc::gen::inRange(1, 6);
  const int docs = *rc::gen::inRange(1, 30);
  const bool apart = *rc::gen::arbitrary<bool>();
  std::vector<std::string> lines;
  for (int q = 0; q < queries; ++q) {
    const std::string query = "q" + std::to_string(q);
    for (int d = 0; d < docs; ++d) {
      const std::string doc = (d % 3 == 0 ? "d\xC3\xA9" : "doc") + std::to_string(d);
      if (*rc::gen::inRange(0, 3) == 0 && q != 1) {
        files.qrels += query + " 0 " + doc + " " + std::to_string(*rc::gen::inRange(-1, 4)) + "\n";
      }
      const std::string score = std::to_string(*rc::gen::inRange(-3, 3)) +
                                *rc::gen::element<std::string>("", ".5", "e1", ".0");
      const std::string blank = *rc::gen::element<std::string>(" ", "\t", "  ");
      lines.push_back(query + blank + "Q0" + blank + doc + blank + std::to_string(d + 1) + blank +
                      score + blank + "tag" + *rc::gen::element<std::string>("", "\r", " more"));
    }
  }
  if (apart) {
    std::vector<std::string> shuffled;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      shuffled.push_back(lines[(i * 7 + i / 7) % lines.size()]);
    }
    const std::set<std::string> all(lines.begin(), lines.end());
    if (std::set<std::string>(shuffled.begin(), shuffled.end()) == all) {
      lines = shuffled;
    }
  }
  for (const std::string& line : lines) {
    files.run += line + "\n";
    if (*rc::gen::inRange(0, 12) == 0) {
      files.run += *rc::gen::element<std::string>("\n", "# a comment\n", "  \r\n");
    }
  }
  files.qrels += "q0 0 doc1 1\nzz 0 x 1\n";
  if (*rc::gen::arbitrary<bool>()) {
    files.run.pop_back();
  }
  return files;
}

RC_GTEST_PROP(JudgedRunFile, EqualsTheRunHeldAsATable, ()) {
  Files files = random_files();
  // The closing judgments may repeat one that was drawn.
  if (files.qrels.find("q0 0 doc1 ") != files.qrels.rfind("q0 0 doc1 ")) {
    files.qrels.erase(files.qrels.rfind("q0 0 doc1 "), std::string("q0 0 doc1 1\n").size());
  }
  const testing::TemporaryFolder folder;
  const auto qrels = parse_trec_qrels(files.qrels, "qrels");
  RC_ASSERT(qrels.has_value());
  const TopicSet topics(*qrels);
  const auto run = parse_trec_run(files.run, "run");
  RC_ASSERT(run.has_value());
  RunReading reading;
  reading.check_ranks = false;
  reading.ranking.ties = *rc::gen::element(retrieval::TieRule::id_asc, retrieval::TieRule::id_desc,
                                           retrieval::TieRule::input);
  reading.ranking.depth = *rc::gen::inRange(1, 40);
  reading.ranking.judged_only = *rc::gen::arbitrary<bool>();
  JudgedRun expected = retrieval::judge_run(*run, topics, reading.ranking);
  expected.tag = "tag";
  const std::string path = write(folder, "run", files.run);
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (const std::size_t block : {std::size_t{1}, std::size_t{200}, std::size_t{1} << 20U}) {
      reading.threads = threads;
      reading.block_bytes = block;
      const auto loaded = load_judged_run(path, topics, reading);
      RC_ASSERT(loaded.has_value());
      RC_ASSERT(told(loaded->run, topics) == told(expected, topics));
    }
  }
}

class JudgedRunFaults : public ::testing::Test {
 protected:
  JudgedRunFaults() : qrels_(*parse_trec_qrels("q1 0 a 1\nq2 0 b 1\n", "q")), topics_(qrels_) {}

  Result<LoadedRun> load(const std::string& bytes) {
    return load_judged_run(write(folder_, "run", bytes), topics_, reading_);
  }

  Error fault(const std::string& bytes) {
    const auto loaded = load(bytes);
    return loaded ? Error{} : loaded.error();
  }

  testing::TemporaryFolder folder_;
  Qrels qrels_;
  TopicSet topics_;
  RunReading reading_;
};

TEST_F(JudgedRunFaults, HaveLineColumnAndCode) {
  const Error word = fault("q1 Q0 a 1 2 t\nq1 Q0 b 2 high t\n");
  EXPECT_EQ(word.code, "FE-IO-06");
  EXPECT_EQ(word.line, 2U);
  EXPECT_EQ(word.column, 11U);
  const Error twice = fault("q1 Q0 a 1 2 t\nq2 Q0 b 1 2 t\nq1 Q0 a 2 1 t\n");
  EXPECT_EQ(twice.code, "FE-IO-10");
  EXPECT_EQ(twice.line, 3U);
  EXPECT_EQ(twice.column, 7U);
}

TEST_F(JudgedRunFaults, OfTwoTagsAreRefusedAlsoAcrossBlocks) {
  reading_.block_bytes = 1;
  const Error tag = fault("q1 Q0 a 1 2 one\nq2 Q0 b 1 2 two\n");
  EXPECT_EQ(tag.code, "FE-IO-17");
  EXPECT_EQ(tag.line, 2U);
  EXPECT_EQ(tag.column, 13U);
  reading_.block_bytes = std::size_t{1} << 20U;
  EXPECT_EQ(fault("q1 Q0 a 1 2 one\n q2 Q0\tb 1 2.0  two more\n").column, 17U);
  reading_.check_tag = false;
  EXPECT_TRUE(load("q1 Q0 a 1 2 one\nq2 Q0 b 1 2 two\n").has_value());
}

TEST_F(JudgedRunFaults, RanksMustNotContradictScores) {
  const Error rank = fault("q1 Q0 a 1 2 t\nq1 Q0 b 2 3 t\n");
  EXPECT_EQ(rank.code, "FE-IO-18");
  EXPECT_EQ(rank.line, 2U);
  EXPECT_EQ(rank.column, 9U);
  EXPECT_EQ(fault("q1 Q0 a 1 2 t\n q1\tQ0  b  \t2 3 t more\n").column, 13U);
  // Equal ranks, ranks of 0 and ranks that are no numbers say nothing.
  EXPECT_TRUE(load("q1 Q0 a 1 2 t\nq1 Q0 b 1 3 t\n").has_value());
  EXPECT_TRUE(load("q1 Q0 a 0 2 t\nq1 Q0 b 1 3 t\n").has_value());
  EXPECT_TRUE(load("q1 Q0 a x 2 t\nq1 Q0 b y 3 t\n").has_value());
}

TEST_F(JudgedRunFaults, TheFirstOfTheFileIsReportedWhateverTheThreads) {
  std::string bytes;
  for (int i = 0; i < 200; ++i) {
    bytes += "q" + std::to_string(i) + " Q0 a 1 " + (i >= 50 ? "bad" : "1") + " t\n";
  }
  for (const unsigned threads : {1U, 2U, 8U}) {
    reading_.threads = threads;
    reading_.block_bytes = 64;
    EXPECT_EQ(fault(bytes).line, 51U);
  }
}

TEST_F(JudgedRunFaults, AnEarlierDuplicateComesBeforeALaterBadLine) {
  EXPECT_EQ(fault("q1 Q0 a 1 2 t\nq1 Q0 a 2 1 t\nq1 Q0 c 3 bad t\n").code, "FE-IO-10");
}

TEST_F(JudgedRunFaults, AreDroppedAndListedWhenLenient) {
  reading_.lenient = true;
  const std::string bytes =
      "q1 Q0 a 1 3 t\nq1 Q0 a 2 2 t\nbroken\nq2 Q0 b 1 nan t\nq2 Q0 c 1 1 t\nq1 Q0 a 3 1 t\n";
  for (const std::size_t block : {std::size_t{1}, std::size_t{1} << 20U}) {
    reading_.block_bytes = block;
    const auto loaded = load(bytes);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().to_line();
    EXPECT_EQ(loaded->dropped.count, 4U);
    ASSERT_EQ(loaded->dropped.first.size(), 4U);
    const std::vector<std::size_t> lines{2, 3, 4, 6};
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(loaded->dropped.first[i].line, lines[i]);
    }
    EXPECT_EQ(loaded->run.row(0).returned, 1U);
    EXPECT_EQ(loaded->run.row(1).returned, 1U);
  }
}

TEST_F(JudgedRunFaults, AnEmptyFileIsOne) {
  EXPECT_EQ(fault("").code, "FE-IO-04");
  EXPECT_EQ(fault("# nothing\n\n").code, "FE-IO-04");
}

TEST_F(JudgedRunFaults, SinglePrecisionMakesTies) {
  const std::string bytes = "q1 Q0 a 1 1.00000002 t\nq1 Q0 z 2 1.00000001 t\n";
  reading_.ranking.ties = retrieval::TieRule::id_desc;
  EXPECT_EQ(load(bytes)->run.ranking(topics_, 0).hits()[0].rank, 1);
  reading_.float_scores = true;
  EXPECT_EQ(load(bytes)->run.ranking(topics_, 0).hits()[0].rank, 2);
}

TEST_F(JudgedRunFaults, StatedRanksSettleTiesWhenAsked) {
  const std::string bytes = "q1 Q0 a 2 1 t\nq1 Q0 z 1 1 t\n";
  reading_.ranking.ties = retrieval::TieRule::rank;
  EXPECT_EQ(load(bytes)->run.ranking(topics_, 0).hits()[0].rank, 2);
}

}  // namespace
}  // namespace foley::io
