#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/metric.hpp"
#include "foley/retrieval/query_scorer.hpp"
#include "reference/measures.hpp"
#include "support/near.hpp"
#include "support/random_rows.hpp"

namespace foley::retrieval {
namespace {

using testing::RandomRanking;

// Both sides add the same terms in the same order, so nothing but equal numbers will do.
void check_against_reference(const RandomRanking& drawn) {
  const auto ranking = testing::judged_ranking(drawn.qrels, drawn.run);
  RC_LOG() << "k=" << drawn.k << " rel_level=" << drawn.rel_level << "\n";
  for (const Measure& measure : measures()) {
    const double fast = measure.value(ranking, drawn.k, drawn.rel_level);
    const double slow = reference::measure(std::string(measure.name), drawn.qrels, drawn.run,
                                           drawn.k, drawn.rel_level);
    RC_LOG() << measure.name << ": " << fast << ", by definition " << slow << "\n";
    RC_ASSERT(testing::nearly_equal(fast, slow));
  }
  RC_ASSERT(ranking.rank_of_top() == reference::rank_of_top(drawn.qrels, drawn.run));
  RC_ASSERT(ranking.best_rank_of_top() == reference::best_rank_of_top(drawn.qrels, drawn.run));
}

RC_GTEST_PROP(AgainstReference, PlainGradesAndTiedScores, ()) {
  check_against_reference(testing::random_ranking({}));
}

RC_GTEST_PROP(AgainstReference, NegativeGrades, ()) {
  check_against_reference(testing::random_ranking({.negative_grades = true}));
}

RC_GTEST_PROP(AgainstReference, NanAndInfiniteScores, ()) {
  check_against_reference(
      testing::random_ranking({.negative_grades = true, .strange_scores = true}));
}

RC_GTEST_PROP(AgainstReference, SmallCutoffsOfBothSigns, ()) {
  check_against_reference(testing::random_ranking(
      {.negative_grades = true, .strange_scores = true, .least_k = -5, .greatest_k = 5}));
}

RC_GTEST_PROP(AgainstReference, LookedUpJudgmentsGiveTheSame, ()) {
  const RandomRanking drawn = testing::random_ranking({.strange_scores = true, .least_k = 1});
  const auto judged = testing::entries_of<GradedDoc>(drawn.qrels);
  const auto row = testing::entries_of<ScoredDoc>(drawn.run);
  std::vector<std::size_t> found_index;
  std::vector<ScoredDoc> found;
  for (std::size_t j = 0; j < judged.size(); ++j) {
    for (const ScoredDoc& doc : row) {
      if (doc.id == judged[j].id) {
        found_index.push_back(j);
        found.push_back(doc);
      }
    }
  }
  QueryScorer scorer(default_metrics(drawn.k), drawn.rel_level);
  std::vector<double> direct(scorer.metrics().size());
  std::vector<double> looked_up(scorer.metrics().size());
  const AnswerRank rank = scorer.score(judged, row, direct);
  RC_ASSERT(rank.first == reference::rank_of_top(drawn.qrels, drawn.run));
  RC_ASSERT(rank.best == reference::best_rank_of_top(drawn.qrels, drawn.run));
  const AnswerRank again = scorer.score_found(judged, found_index, found, testing::scores_of(row),
                                              testing::EntryIds(row), looked_up);
  RC_ASSERT(again.first == rank.first);
  RC_ASSERT(again.best == rank.best);
  RC_ASSERT(direct == looked_up);
}

}  // namespace
}  // namespace foley::retrieval
