#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "foley/retrieval/average_precision.hpp"
#include "foley/retrieval/ndcg.hpp"
#include "foley/retrieval/precision.hpp"
#include "foley/retrieval/recall.hpp"
#include "foley/retrieval/reciprocal_rank.hpp"
#include "support/near.hpp"
#include "support/rows.hpp"

namespace foley::retrieval {
namespace {

using testing::judged_ranking;
using testing::Row;

// A run that returns the ids in this order.
Row in_order(const std::vector<std::string>& ids) {
  Row row;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    row.emplace_back(ids[i], static_cast<double>(ids.size() - i));
  }
  return row;
}

TEST(Ndcg, GradesThreeOneTwo) {
  // (3/log2 2 + 1/log2 3 + 2/log2 4) / (3/log2 2 + 2/log2 3 + 1/log2 4)
  //  = 4.630929753571458 / 4.761859507142915
  const auto ranking =
      judged_ranking({{"a", 3.0}, {"b", 1.0}, {"c", 2.0}}, in_order({"a", "b", "c"}));
  FOLEY_EXPECT_NEARLY(0.97250449044641916, ndcg(ranking, 10));
  FOLEY_EXPECT_NEARLY(1.0, ndcg(ranking, 1));
}

TEST(Ndcg, PublishedExampleOfSixDocuments) {
  // Gains 3 2 3 0 1 2 in the order of the system: DCG 6.861126688593501, ideal DCG (3 3 2 2 1 0)
  // 7.140995184095700. A widely printed worked example of the linear form.
  const auto ranking =
      judged_ranking({{"d1", 3.0}, {"d2", 2.0}, {"d3", 3.0}, {"d4", 0.0}, {"d5", 1.0}, {"d6", 2.0}},
                     in_order({"d1", "d2", "d3", "d4", "d5", "d6"}));
  FOLEY_EXPECT_NEARLY(6.8611266885935011 / 7.1409951840957002, ndcg(ranking, 6));
}

TEST(Ndcg, OneAnswerAtEachRank) {
  for (std::int64_t rank = 1; rank <= 12; ++rank) {
    std::vector<std::string> ids;
    for (std::int64_t i = 1; i < rank; ++i) {
      ids.push_back("other" + std::to_string(i));
    }
    ids.emplace_back("answer");
    const auto ranking = judged_ranking({{"answer", 2.0}}, in_order(ids));
    const double expected = rank <= 10 ? 1.0 / std::log2(static_cast<double>(rank) + 1.0) : 0.0;
    FOLEY_EXPECT_NEARLY(expected, ndcg(ranking, 10));
    FOLEY_EXPECT_NEARLY(rank <= 10 ? 1.0 / static_cast<double>(rank) : 0.0,
                        reciprocal_rank(ranking, 10));
    FOLEY_EXPECT_NEARLY(rank <= 10 ? 1.0 / static_cast<double>(rank) : 0.0,
                        average_precision(ranking, 10));
    EXPECT_EQ(recall(ranking, 10), rank <= 10 ? 1.0 : 0.0);
    EXPECT_EQ(precision(ranking, 10), rank <= 10 ? 0.1 : 0.0);
  }
}

TEST(Ndcg, NegativeGradesCountAsTheyAre) {
  // ideal: -1/1 - 2/log2 3; system: -2/1 - 1/log2 3
  const auto above_one = judged_ranking({{"a", -1.0}, {"b", -2.0}}, in_order({"b", "a"}));
  FOLEY_EXPECT_NEARLY((2.0 + 1.0 / std::log2(3.0)) / (1.0 + 2.0 / std::log2(3.0)),
                      ndcg(above_one, 10));
  const auto below_zero = judged_ranking({{"a", 1.0}, {"b", -2.0}}, in_order({"b", "a"}));
  EXPECT_EQ(ndcg(below_zero, 1), -2.0);
}

TEST(Ndcg, IsZeroWithoutAnyGain) {
  EXPECT_EQ(ndcg(judged_ranking({}, in_order({"a"})), 10), 0.0);
  EXPECT_EQ(ndcg(judged_ranking({{"a", 1.0}}, {}), 10), 0.0);
  EXPECT_EQ(ndcg(judged_ranking({{"a", 0.0}}, in_order({"a"})), 10), 0.0);
  EXPECT_EQ(ndcg(judged_ranking({{"a", 1.0}}, in_order({"a"})), 0), 0.0);
}

TEST(Ndcg, ANanGradeGivesNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(ndcg(judged_ranking({{"a", nan}, {"b", 1.0}}, in_order({"b"})), 10)));
}

TEST(Precision, DividesByTheLiteralK) {
  const auto ranking = judged_ranking({{"a", 1.0}, {"b", 1.0}, {"c", 0.0}}, in_order({"a", "c"}));
  EXPECT_EQ(precision(ranking, 1), 1.0);
  EXPECT_EQ(precision(ranking, 2), 0.5);
  EXPECT_EQ(precision(ranking, 10), 0.1);
  EXPECT_EQ(precision(ranking, 0), 0.0);
  EXPECT_EQ(precision(ranking, -1), 0.0);
}

TEST(Recall, DividesByAllRelevant) {
  const auto ranking = judged_ranking({{"a", 1.0}, {"b", 2.0}, {"c", 1.0}, {"d", 0.0}},
                                      in_order({"d", "b", "x", "a"}));
  FOLEY_EXPECT_NEARLY(2.0 / 3.0, recall(ranking, 10));
  FOLEY_EXPECT_NEARLY(1.0 / 3.0, recall(ranking, 3));
  EXPECT_EQ(recall(ranking, 10, 2.0), 1.0);
  EXPECT_EQ(recall(ranking, 10, 3.0), 0.0);
  EXPECT_EQ(recall(ranking, Cutoff()), recall(ranking, 4));
  FOLEY_EXPECT_NEARLY(1.0 / 3.0, recall(ranking, -1));
}

TEST(AveragePrecision, TextbookExample) {
  // Manning, Raghavan & Schuetze, Introduction to Information Retrieval, 8.4: relevant at ranks
  // 1, 3, 6 and 10 of four relevant: (1 + 2/3 + 3/6 + 4/10) / 4.
  const auto ranking =
      judged_ranking({{"r1", 1.0}, {"r2", 1.0}, {"r3", 1.0}, {"r4", 1.0}},
                     in_order({"r1", "x1", "r2", "x2", "x3", "r3", "x4", "x5", "x6", "r4"}));
  FOLEY_EXPECT_NEARLY((1.0 + 2.0 / 3.0 + 0.5 + 0.4) / 4.0, average_precision(ranking, 10));
  // The divisor stays 4 when the cut leaves only two of them.
  FOLEY_EXPECT_NEARLY((1.0 + 2.0 / 3.0) / 4.0, average_precision(ranking, 3));
}

TEST(ReciprocalRank, LooksOnlyAtTheFirstRelevant) {
  const auto ranking = judged_ranking({{"a", 1.0}, {"b", 2.0}}, in_order({"x", "a", "b"}));
  EXPECT_EQ(reciprocal_rank(ranking, 10), 0.5);
  EXPECT_EQ(reciprocal_rank(ranking, 1), 0.0);
  FOLEY_EXPECT_NEARLY(1.0 / 3.0, reciprocal_rank(ranking, 10, 2.0));
}

TEST(RankOfTop, IsTheFirstOfTheHighestGrades) {
  EXPECT_EQ(judged_ranking({{"b", 2.0}, {"a", 2.0}}, in_order({"a", "b"})).rank_of_top(), 2);
  EXPECT_EQ(judged_ranking({{"c", 1.0}, {"a", 2.0}}, in_order({"c"})).rank_of_top(), 0);
  EXPECT_EQ(judged_ranking({{"c", -1.0}, {"a", -2.0}}, in_order({"a", "c"})).rank_of_top(), 2);
  EXPECT_EQ(judged_ranking({}, in_order({"c"})).rank_of_top(), 0);
}

TEST(BestRankOfTop, IsTheBestPlacedOfTheHighestGrades) {
  EXPECT_EQ(judged_ranking({{"b", 2.0}, {"a", 2.0}}, in_order({"a", "b"})).best_rank_of_top(), 1);
  EXPECT_EQ(judged_ranking({{"b", 2.0}, {"a", 2.0}}, in_order({"x", "a"})).best_rank_of_top(), 2);
  EXPECT_EQ(judged_ranking({{"b", 2.0}, {"a", 1.0}}, in_order({"a", "b"})).best_rank_of_top(), 2);
  EXPECT_EQ(judged_ranking({{"b", 2.0}, {"a", 1.0}}, in_order({"a"})).best_rank_of_top(), 0);
  EXPECT_EQ(judged_ranking({}, in_order({"a"})).best_rank_of_top(), 0);
}

}  // namespace
}  // namespace foley::retrieval
