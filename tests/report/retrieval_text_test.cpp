#include <gtest/gtest.h>

#include <string>

#include "report/documents.hpp"

namespace foley::report {
namespace {

std::string text_of(const RetrievalDocument& document) { return retrieval_text(document, {}); }

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RetrievalText, OfAnEvaluationIsVerbatim) {
  EXPECT_EQ(text_of(evaluated()),
            "2 queries of 2 golden items over 3 clips  ·  hashing, 64 dimensions  ·  scores 1\n"
            "\n"
            "  metric     mean  baseline   change   floor\n"
            "  ndcg@10  0.5000    0.7500  -0.2500  0.7300\n"
            "  mrr@10   0.5000\n"
            "\n"
            "worst queries by ndcg@10 (rank: where the best answer stands, – not found)\n"
            "  query  ndcg@10  rank  came first  asked for\n"
            "  g2::0   0.0000     –  ring0:rain  wind in trees\n"
            "  g1::0   1.0000     1  nothing     rain\n"
            "\n"
            "ndcg@10: current=0.5000 baseline=0.7500 floor=0.7300 Δ=-0.2500\n"
            "FAIL  it fell\n"
            "next: look at g2\n");
}

TEST(RetrievalText, OfAGivenRunIsVerbatim) {
  EXPECT_EQ(text_of(scored_run()),
            "2 queries  ·  run run.txt  ·  scores 1\n"
            "\n"
            "  metric     mean\n"
            "  ndcg@10  0.5000\n"
            "  mrr@10   0.5000\n"
            "\n"
            "worst queries by ndcg@10 (rank: where the best answer stands, – not found)\n"
            "  query  ndcg@10  rank  came first\n"
            "  g2::0   0.0000     –  ring0:rain\n"
            "  g1::0   1.0000     1  nothing\n"
            "\n"
            "note: 1 judged query is not in the run and counts 0\n"
            "note: 2 queries of the run have no judgments and are not scored\n"
            "\n"
            "next: look at g2\n");
}

TEST(RetrievalText, NamesEachVerdict) {
  RetrievalDocument document = evaluated();
  for (const auto& [verdict, word] : {std::pair{gate::Verdict::pass, "PASS  "},
                                      {gate::Verdict::fail, "FAIL  "},
                                      {gate::Verdict::stale, "STALE  "},
                                      {gate::Verdict::not_comparable, "NOT COMPARABLE  "}}) {
    document.verdict->verdict = verdict;
    EXPECT_TRUE(holds(text_of(document), std::string("\n") + word + "it fell\n")) << word;
    // Where nothing was compared, no number stands beside the mean.
    EXPECT_EQ(holds(text_of(document), "floor"), verdict <= gate::Verdict::fail) << word;
  }
}

TEST(RetrievalText, CountsOne) {
  RetrievalDocument document = evaluated();
  document.report.per_query.resize(1);
  document.golden.count = 1;
  document.corpus->count = 1;
  EXPECT_TRUE(text_of(document).starts_with("1 query of 1 golden item over 1 clip  ·"));
}

TEST(RetrievalText, NotesFaultsAndUnansweredQueries) {
  RetrievalDocument document = scored_run();
  document.broken = 1;
  document.unanswered = 2;
  document.unjudged = 1;
  const std::string text = text_of(document);
  EXPECT_TRUE(holds(text, "note: 1 fault of the golden set makes queries score 0"));
  EXPECT_TRUE(holds(text, "note: 2 judged queries are not in the run and count 0\n"));
  EXPECT_TRUE(holds(text, "note: 1 query of the run has no judgments and is not scored\n"));
}

TEST(RetrievalText, ShowsFiveRefusedClipsAndCountsTheRest) {
  RetrievalDocument document = evaluated();
  for (int i = 0; i < 7; ++i) {
    document.refused.push_back(
        {"ring0:c" + std::to_string(i), i == 0 ? "" : "CC-BY-NC-4.0", "why", 1});
  }
  const std::string text = text_of(document);
  EXPECT_TRUE(holds(text, "note: ring0:c0 is not in the library: why (no license_id)\n"));
  EXPECT_TRUE(holds(text, "note: ring0:c4 is not in the library: why (CC-BY-NC-4.0)\n"));
  EXPECT_FALSE(holds(text, "ring0:c5"));
  EXPECT_TRUE(holds(text, "note: and 2 more clips that their licence keeps out\n"));
}

TEST(RetrievalText, HasColoursOnlyWhenAsked) {
  const RetrievalDocument document = evaluated();
  EXPECT_TRUE(is_plain(text_of(document)));
  EXPECT_TRUE(holds(retrieval_text(document, {.color = true}), "\x1b[31mFAIL\x1b[0m"));
}

TEST(RetrievalText, EscapesForeignTextOfTheTables) {
  RetrievalDocument document = evaluated();
  document.report.per_query[0].query = kEvil;
  document.worst[0] = {{kEvil, 0.0, 0, 0}, kEvil, kEvil};
  document.refused.push_back({kEvil, kEvil, "why", 1});
  EXPECT_TRUE(is_plain(text_of(document)));
  RetrievalDocument run = scored_run();
  run.run->path = kEvil;
  EXPECT_TRUE(is_plain(text_of(run)));
}

// The words of a verdict quote the baseline file (metric, embedder, date).
TEST(RetrievalText, EscapesForeignTextOfTheVerdict) {
  golden::Baseline baseline;
  baseline.embedder = kEvil;
  RetrievalDocument document = evaluated();
  document.verdict = gate::check_retrieval(document.report, baseline, {});
  EXPECT_TRUE(is_plain(text_of(document))) << "embedder";
  baseline.embedder.clear();
  baseline.updated_at = kEvil;
  baseline.seed_sha256 = "other";
  document.verdict = gate::check_retrieval(document.report, baseline, {});
  ASSERT_EQ(document.verdict->verdict, gate::Verdict::stale);
  EXPECT_TRUE(is_plain(text_of(document))) << "date";
  baseline.metric = kEvil;
  document.verdict = gate::check_retrieval(document.report, baseline, {});
  document.next = document.verdict->advice;
  EXPECT_TRUE(is_plain(text_of(document))) << "metric";
}

TEST(RetrievalText, EscapesTheNameOfTheEmbedder) {
  RetrievalDocument document = evaluated();
  document.embedder = kEvil;
  EXPECT_TRUE(is_plain(text_of(document)));
}

}  // namespace
}  // namespace foley::report
