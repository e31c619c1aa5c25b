// A lenient reading drops a fault wherever it stands, whatever the blocks.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "foley/io/judged_run.hpp"
#include "foley/io/trec_text.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;

class LenientRun : public ::testing::Test {
 protected:
  LenientRun() : qrels_(*parse_trec_qrels("q1 0 a 1\nq2 0 b 1\n", "q")), topics_(qrels_) {
    reading_.lenient = true;
  }

  // From a file and from memory alike.
  Result<LoadedRun> load(const std::string& bytes) {
    auto loaded = load_judged_run(folder_.write("run", bytes), topics_, reading_);
    const auto parsed = parse_judged_run(bytes, "run", topics_, reading_);
    EXPECT_EQ(loaded.has_value(), parsed.has_value());
    if (loaded && parsed) {
      EXPECT_EQ(loaded->dropped.count, parsed->dropped.count);
    }
    return loaded;
  }

  std::string refusal(const std::string& bytes) {
    const auto loaded = load(bytes);
    return loaded ? "accepted" : loaded.error().code;
  }

  // Lines and codes of what was dropped, with blocks of every size.
  void expect_dropped(const std::string& bytes, const std::vector<std::string>& expected) {
    for (const std::size_t block : {std::size_t{1}, std::size_t{40}, kMiB}) {
      for (const unsigned threads : {1U, 3U}) {
        reading_.block_bytes = block;
        reading_.threads = threads;
        const auto loaded = load(bytes);
        ASSERT_TRUE(loaded.has_value()) << loaded.error().to_line();
        EXPECT_EQ(loaded->dropped.count, expected.size()) << block;
        std::vector<std::string> dropped;
        for (const Error& error : loaded->dropped.first) {
          dropped.push_back(std::to_string(error.line) + " " + error.code);
        }
        EXPECT_EQ(dropped, expected) << block;
      }
    }
  }

  testing::TemporaryFolder folder_;
  Qrels qrels_;
  retrieval::TopicSet topics_;
  RunReading reading_;
};

TEST_F(LenientRun, DropsWrongBytesInTheHeadAndFarBehindIt) {
  const std::string good = "q1 Q0 a 1 2 t\n";
  const std::string wrong = "q2 Q0 caf\xE9 1 2 t\n";
  const std::string nul("q2 Q0 b\0c 1 2 t\n", 16);
  expect_dropped(good + wrong + nul, {"2 FE-IO-02", "3 FE-IO-02"});
  expect_dropped(wrong + good, {"1 FE-IO-02"});
  expect_dropped(good + "#" + std::string(2 * kMiB, '-') + "\n" + wrong, {"3 FE-IO-02"});
}

TEST_F(LenientRun, DropsTheLineOfAByteOrderMark) {
  const std::string bytes = "\xEF\xBB\xBFq1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n";
  expect_dropped(bytes, {"1 FE-IO-03"});
  EXPECT_EQ(load(bytes)->run.row(0).returned, 1U);
}

TEST_F(LenientRun, StillRefusesOtherFiles) {
  EXPECT_EQ(refusal("[1]"), "FE-IO-19");
  EXPECT_EQ(refusal(std::string(2 * kMiB, 'x')), "FE-IO-13");
  EXPECT_EQ(refusal(std::string(2 * kMiB, '\0')), "FE-IO-13");
  EXPECT_EQ(refusal("\xEF\xBB\xBF{\"q1\": {\"a\": 1}}"), "FE-IO-03");
  EXPECT_EQ(refusal("\xEF\xBB\xBF[1]"), "FE-IO-19");
  EXPECT_EQ(refusal("\xEF\xBB\xBFqid,docno,score\nq1,a,1\n"), "FE-IO-03");
  EXPECT_EQ(refusal("{\"q1\": {\"\xE9\": 1}}"), "FE-IO-02");
}

TEST_F(LenientRun, DropsALineLongerThanIsRead) {
  const std::string endless = "q1 Q0 " + std::string(17 * kMiB, 'x') + " 3 1 t\n";
  const std::string before = "q1 Q0 a 1 3 t\nq1 Q0 b 2 2 t\n";
  const std::string after = "q1 Q0 d 4 1 t\nq2 Q0 b 1 1 t\n";
  for (const std::size_t block : {kMiB / 64, kMiB, 64 * kMiB}) {
    reading_.block_bytes = block;
    reading_.lenient = true;
    const auto loaded = load(before + endless + after);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().to_line();
    ASSERT_EQ(loaded->dropped.count, 1U);
    EXPECT_EQ(loaded->dropped.first[0].code, "FE-IO-13");
    EXPECT_EQ(loaded->dropped.first[0].line, 3U);
    EXPECT_EQ(loaded->run.row(0).returned, 3U);
    EXPECT_EQ(loaded->run.row(1).returned, 1U);
    reading_.lenient = false;
    const auto strict = load(before + endless + after);
    ASSERT_FALSE(strict.has_value());
    EXPECT_EQ(strict.error().code, "FE-IO-13");
    EXPECT_EQ(strict.error().line, 3U);
    EXPECT_EQ(refusal(before + "q1 Q0 c 3 word t\n" + endless), "FE-IO-06");
    EXPECT_EQ(refusal(before + std::string(40 * kMiB, 'x')), "FE-IO-13");
  }
}

TEST_F(LenientRun, ListsEveryLineOfAnotherTag) {
  expect_dropped("broken\nq1 Q0 a 1 2 one\nq2 Q0 b 1 3 two\nq2 Q0 c 2 2 two\nq3 Q0 d 1 1 one\n",
                 {"1 FE-IO-05", "3 FE-IO-17", "4 FE-IO-17"});
}

TEST_F(LenientRun, ComparesNoRanksAcrossAFault) {
  expect_dropped("q1 Q0 a 1 2 t\nbroken\nq1 Q0 b 2 3 t\nq1 Q0 c 3 4 t\n",
                 {"2 FE-IO-05", "4 FE-IO-18"});
}

TEST_F(LenientRun, DropsAnIdWithABlank) {
  expect_dropped("q1 Q0 a 1 9 t\nq1 Q0 big dog 2 8 t\nq1 Q0 b 3 7 t more\n", {"2 FE-IO-05"});
}

}  // namespace
}  // namespace foley::io
