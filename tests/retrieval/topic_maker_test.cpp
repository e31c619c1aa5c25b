#include "foley/retrieval/topic_maker.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "foley/retrieval/evaluation.hpp"
#include "foley/retrieval/judged_run.hpp"
#include "foley/retrieval/registry.hpp"
#include "support/rows.hpp"

namespace foley::retrieval {
namespace {

using RunTable = foley::Run;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

GroupedQrels two_subtopics() {
  GroupedQrels qrels;
  qrels.topics.push_back({"q1",
                          {"1", "2"},
                          {"a", "b", "c"},
                          {1.0, kNone,     // a: subtopic 1
                           1.0, 2.0,       // b: both
                           kNone, 0.0}});  // c: judged for 2, not relevant
  qrels.topics.push_back({"q2", {"1"}, {"x"}, {1.0}});
  return qrels;
}

TEST(TopicMaker, OfSubtopicsShowsEachDocumentWithItsRankAndGrades) {
  const GroupedQrels qrels = two_subtopics();
  const TopicMaker maker = topic_maker(qrels);
  const TopicSet topics(maker.places);
  const auto run = testing::table_of<RunTable>({{"q1", {{"c", 3.0}, {"z", 2.0}, {"b", 1.0}}}});
  const JudgedRun judged = judge_run(run, topics, {});
  TopicStorage storage;
  const Topic topic = maker.make(0, judged.ranking(topics, 0), storage);
  ASSERT_NE(topic.grouped, nullptr);
  ASSERT_EQ(topic.grouped->docs.size(), 3U);
  EXPECT_EQ(topic.grouped->docs[0].rank, 0);
  EXPECT_EQ(topic.grouped->docs[1].rank, 3);
  EXPECT_EQ(topic.grouped->docs[2].rank, 1);
  EXPECT_EQ(topic.grouped->retrieved, 3U);
  EXPECT_EQ(topic.grouped->docs[1].grades[1], 2.0);
  // The plain view takes the greatest grade of each.
  ASSERT_EQ(topic.graded.hits().size(), 2U);
  EXPECT_EQ(topic.graded.hits()[0].grade, 0.0);
  EXPECT_EQ(topic.graded.hits()[1].grade, 2.0);
  EXPECT_EQ(topic.graded.ideal()[0], 2.0);
}

TEST(TopicMaker, LeadsMeasuresOfItsKindThroughTheEvaluator) {
  const GroupedQrels qrels = two_subtopics();
  const TopicMaker maker = topic_maker(qrels);
  const TopicSet topics(maker.places);
  const auto run =
      testing::table_of<RunTable>({{"q1", {{"b", 3.0}, {"a", 2.0}}}, {"new", {{"a", 1.0}}}});
  const JudgedRun judged = judge_run(run, topics, {});
  const std::vector<Column> columns{to_column(parse_measure("StRecall@1").value()),
                                    to_column(parse_measure("P@2").value())};
  for (const unsigned threads : {1U, 2U}) {
    const auto all = evaluate(topics, judged, columns, Universe::all, threads, &maker);
    ASSERT_TRUE(all.has_value()) << all.error().to_line();
    EXPECT_EQ(all->values[0], (std::vector<double>{1.0, 0.0, 0.0}));
    EXPECT_EQ(all->values[1], (std::vector<double>{1.0, 0.0, 0.0}));
  }
  EXPECT_FALSE(evaluate(topics, judged, columns).has_value());
}

TEST(TopicMaker, OfASampleKeepsStrataAndWhatWasNotSampled) {
  SampledQrels qrels;
  qrels.topics.push_back({"q", {"a", "b"}, {{0, 1.0, 1, 0.5}, {0, -1.0, 2, 1.0}}});
  const TopicMaker maker = topic_maker(qrels);
  const TopicSet topics(maker.places);
  const auto run = testing::table_of<RunTable>({{"q", {{"b", 2.0}, {"a", 1.0}}}});
  const JudgedRun judged = judge_run(run, topics, {});
  TopicStorage storage;
  const Topic topic = maker.make(0, judged.ranking(topics, 0), storage);
  ASSERT_NE(topic.sampled, nullptr);
  EXPECT_EQ(topic.sampled->docs[0].rank, 2);
  EXPECT_EQ(topic.sampled->docs[0].inclusion, 0.5);
  EXPECT_EQ(topic.sampled->docs[1].rank, 1);
  EXPECT_EQ(topic.sampled->docs[1].grade, -1.0);
  EXPECT_EQ(topic.sampled->docs[1].stratum, 2);
  EXPECT_EQ(topic.graded.hits()[0].grade, -1.0);
}

}  // namespace
}  // namespace foley::retrieval
