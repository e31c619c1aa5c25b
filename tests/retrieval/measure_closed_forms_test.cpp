#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "foley/retrieval/measures/err.hpp"
#include "foley/retrieval/measures/hole_bounds.hpp"
#include "support/near.hpp"
#include "support/topics.hpp"

// Values that can be worked out by hand, and published examples.
namespace foley::retrieval {
namespace {

using testing::Row;
using testing::subtopic_value;
using testing::value_of;

// A run of the documents in this order.
Row run_of(const std::vector<std::string>& ids) {
  Row run;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    run.emplace_back(ids[i], 100.0 - static_cast<double>(i));
  }
  return run;
}

// Chapelle et al. 2009, section 3: grades 0 to 4, R = (2^g - 1) / 16.
TEST(Err, SatisfiesAsInTheDefinition) {
  const double stops[] = {0.0, 1.0 / 16, 3.0 / 16, 7.0 / 16, 15.0 / 16};
  for (int grade = 0; grade <= 4; ++grade) {
    EXPECT_DOUBLE_EQ(err_stop(grade, 4.0), stops[grade]);
  }
  EXPECT_DOUBLE_EQ(err_stop(9.0, 4.0), 15.0 / 16);
  EXPECT_DOUBLE_EQ(err_stop(-1.0, 4.0), 0.0);
}

TEST(Err, IsTheExpectedReciprocalStop) {
  const Row qrels{{"a", 3.0}, {"b", 2.0}, {"c", 4.0}};
  const double r1 = 3.0 / 16;
  const double r3 = 15.0 / 16;
  const double r4 = 7.0 / 16;
  const Row run = run_of({"b", "x", "c", "a"});
  EXPECT_DOUBLE_EQ(value_of("ERR", qrels, run),
                   r1 + (1 - r1) * r3 / 3 + (1 - r1) * (1 - r3) * r4 / 4);
  EXPECT_DOUBLE_EQ(value_of("ERR@2", qrels, run), r1);
  EXPECT_DOUBLE_EQ(value_of("ERR(max_rel=5)@1", qrels, run), 3.0 / 32);
  EXPECT_EQ(value_of("nERR", qrels, run_of({"c", "a", "b"})), 1.0);
  EXPECT_EQ(value_of("nERR", {{"a", 0.0}}, run), 0.0);
}

// The paper's example of what DCG gets wrong: twenty good documents against one perfect document
// and nothing else.
TEST(Err, PrefersOnePerfectDocumentToTwentyGoodOnes) {
  Row qrels{{"perfect", 4.0}};
  std::vector<std::string> good;
  for (int i = 0; i < 20; ++i) {
    good.push_back("g" + std::to_string(i));
    qrels.emplace_back(good.back(), 2.0);
  }
  const Row one = run_of({"perfect"});
  EXPECT_LT(value_of("DCG(dcg='exp-log2')@20", qrels, one),
            value_of("DCG(dcg='exp-log2')@20", qrels, run_of(good)));
  EXPECT_DOUBLE_EQ(value_of("ERR@20", qrels, one), 15.0 / 16);
  // sum x^r / r = -log(1 - x), but for the tail behind rank 20
  EXPECT_NEAR(value_of("ERR@20", qrels, run_of(good)), 3.0 / 13 * std::log(16.0 / 3), 1e-3);
}

TEST(Rbp, IsAGeometricSum) {
  const Row qrels{{"a", 1.0}, {"b", 2.0}, {"c", 0.0}, {"u", -1.0}};
  const Row run = run_of({"a", "x", "b", "c", "u"});
  EXPECT_DOUBLE_EQ(value_of("RBP(p=0.5)", qrels, run), 0.5 * (1 + 0.25));
  EXPECT_DOUBLE_EQ(value_of("RBP(p=0.5,rel=2)", qrels, run), 0.5 * 0.25);
  EXPECT_DOUBLE_EQ(value_of("RBP(p=0.5,max_rel=2)", qrels, run), 0.5 * (0.5 + 0.25));
  // Unjudged: ranks 2 and 5, and everything behind the run.
  EXPECT_DOUBLE_EQ(value_of("RBP(p=0.5,residual=True)", qrels, run),
                   0.5 * (0.5 + 0.0625) + std::pow(0.5, 5));
  EXPECT_DOUBLE_EQ(value_of("RBP(p=0.5,residual=True)", {}, {}), 1.0);
  EXPECT_DOUBLE_EQ(value_of("RBP(p=0.0)", qrels, run), 1.0);
}

// Infinite sums of INSQ: W(1) = 1 / sum ((2T) / (i + 2T - 1))^2; for T = 1/2 the sum is pi^2 / 6.
TEST(Insq, FirstWeightIsThatOfTheZetaFunction) {
  const double first = value_of("INSQ(T=0.5,max_rel=1)", {{"a", 1.0}}, {{"a", 1.0}});
  EXPECT_NEAR(first, 6.0 / (std::numbers::pi * std::numbers::pi), 1e-3);  // cut at rank 1000
}

TEST(Inst, WithoutGainEqualsInsq) {
  // T_i stays T as long as nothing is found; only the gain at the first rank tells them apart.
  const Row run = run_of({"x", "y", "z"});
  EXPECT_EQ(value_of("INST(max_rel=1)", {{"a", 1.0}}, run), 0.0);
  EXPECT_GT(value_of("INST(max_rel=1)", {{"x", 1.0}}, run),
            value_of("INSQ(max_rel=1)", {{"x", 1.0}}, run));
}

TEST(Bpm, IsTheMeanGainOfWhatWasRead) {
  const Row qrels{{"a", 1.0}, {"b", 1.0}};
  EXPECT_DOUBLE_EQ(value_of("BPM(T=1.0,max_rel=1)@10", qrels, run_of({"x", "a", "b"})), 0.5);
  EXPECT_DOUBLE_EQ(value_of("BPM(T=2.0,max_rel=1)@10", qrels, run_of({"x", "a", "b"})), 2.0 / 3);
  EXPECT_DOUBLE_EQ(value_of("BPM(T=5.0,max_rel=1)@10", qrels, run_of({"x", "a", "b"})), 0.2);
}

TEST(Nerr, StopsWhereTheGainSays) {
  const Row qrels{{"a", 1.0}, {"b", 1.0}};
  // C(1) = 1, C(2) = 0: two documents are read, half of the gain is found.
  EXPECT_DOUBLE_EQ(value_of("NERR8(max_rel=1)@10", qrels, run_of({"x", "a", "b"})), 0.5);
  // C(1) = 1/2, C(2) = 0: weights 1 and 1/2.
  EXPECT_DOUBLE_EQ(value_of("NERR9(max_rel=1)@10", qrels, run_of({"x", "a"})), 0.5 / 1.5);
  EXPECT_DOUBLE_EQ(value_of("NERR10(p=0.5,max_rel=1)", qrels, run_of({"x", "a"})), 0.5 / 1.5);
}

TEST(Sdcg, CountsMissingDocumentsAsPerfect) {
  const double best = 1.0 + 1.0 / std::log2(3.0) + 0.5;
  EXPECT_DOUBLE_EQ(value_of("SDCG(max_rel=1)@3", {{"a", 1.0}}, run_of({"a"})), 1.0 / best);
  EXPECT_EQ(value_of("nDCG@3", {{"a", 1.0}}, run_of({"a"})), 1.0);
}

TEST(Dcg, GainsAndLevelsChangeTheOrder) {
  const Row qrels{{"a", 1.0}, {"b", 2.0}};
  const double log3 = std::log2(3.0);
  EXPECT_DOUBLE_EQ(value_of("DCG", qrels, run_of({"a", "b"})), 1.0 + 2.0 / log3);
  EXPECT_DOUBLE_EQ(value_of("DCG(dcg='exp-log2')", qrels, run_of({"a", "b"})), 1.0 + 3.0 / log3);
  EXPECT_EQ(value_of("nDCG(gains={1:9})", qrels, run_of({"a", "b"})), 1.0);
  EXPECT_DOUBLE_EQ(value_of("nDCG(rel=2)", qrels, run_of({"a", "b"})), 1.0 / log3);
  // Negative grades: 0 here, as they are in ndcg@k.
  const Row bad{{"a", 1.0}, {"b", -1.0}};
  EXPECT_DOUBLE_EQ(value_of("nDCG@2", bad, run_of({"b", "a"})), 1.0 / log3);
  EXPECT_DOUBLE_EQ(value_of("ndcg@2", bad, run_of({"b", "a"})),
                   (-1.0 + 1.0 / log3) / (1.0 - 1.0 / log3));
}

TEST(Judged, LooksAtTheFirstDocuments) {
  const Row qrels{{"a", 0.0}, {"b", 2.0}, {"u", -1.0}};
  EXPECT_DOUBLE_EQ(value_of("Judged@2", qrels, run_of({"a", "x", "b"})), 0.5);
  EXPECT_DOUBLE_EQ(value_of("Judged@10", qrels, run_of({"a", "x", "b"})), 2.0 / 3);
  EXPECT_DOUBLE_EQ(value_of("Judged", qrels, run_of({"u"})), 0.0);
  EXPECT_EQ(value_of("Judged@10", qrels, {}), 0.0);
}

TEST(FMeasure, IsTheHarmonicMean) {
  const Row qrels{{"a", 1.0}, {"b", 1.0}, {"c", 1.0}, {"d", 1.0}};
  const Row run = run_of({"a", "x"});
  EXPECT_DOUBLE_EQ(value_of("F@2", qrels, run), 2 * 0.5 * 0.25 / 0.75);
  EXPECT_DOUBLE_EQ(value_of("F(beta=2.0)@2", qrels, run), 5 * 0.5 * 0.25 / (4 * 0.5 + 0.25));
  EXPECT_DOUBLE_EQ(value_of("F@10", qrels, run), 2 * 0.1 * 0.25 / 0.35);
  EXPECT_EQ(value_of("F", qrels, run_of({"x"})), 0.0);
}

TEST(Accuracy, CountsPairs) {
  const Row qrels{{"a", 1.0}, {"b", 1.0}};
  EXPECT_DOUBLE_EQ(value_of("Accuracy", qrels, run_of({"a", "x", "b", "y"})), 0.75);
  EXPECT_EQ(value_of("Accuracy", qrels, run_of({"a", "b"})), 1.0);
  EXPECT_EQ(value_of("Accuracy", qrels, run_of({"x"})), 0.0);
}

TEST(Compat, IsOneForAnyIdealOrder) {
  const Row qrels{{"a", 2.0}, {"b", 1.0}, {"c", 1.0}};
  EXPECT_DOUBLE_EQ(value_of("Compat", qrels, run_of({"a", "b", "c"})), 1.0);
  EXPECT_DOUBLE_EQ(value_of("Compat", qrels, run_of({"a", "c", "b"})), 1.0);
  // p = 0: only the first place counts.
  EXPECT_EQ(value_of("Compat(p=0.0)", qrels, run_of({"b", "a"})), 0.0);
  // Overlaps 0, 1, 2/3 of depths 1 to 3 against 1, 1, 1.
  EXPECT_DOUBLE_EQ(value_of("Compat(p=0.5)", qrels, run_of({"b", "a", "x"})),
                   (0.5 * 1.0 + 0.25 * 2.0 / 3) / 1.75);
  EXPECT_EQ(value_of("Compat", {{"a", 0.0}}, run_of({"a"})), 0.0);
}

// Clarke et al. 2008, section 3.1 in miniature: a second document on the same subtopic gains half.
TEST(AlphaNdcg, PaysLessForRepetition) {
  const GroupedTopic topic =
      testing::grouped_topic({{"1", "a", 1}, {"1", "b", 1}, {"2", "c", 1}, {"1", "d", 0}});
  const double log3 = std::log2(3.0);
  const double ideal = 1.0 + 1.0 / log3 + 0.5 / 2.0;
  EXPECT_DOUBLE_EQ(subtopic_value("alpha_nDCG@3", topic, run_of({"a", "b", "c"})),
                   (1.0 + 0.5 / log3 + 1.0 / 2.0) / ideal);
  EXPECT_DOUBLE_EQ(subtopic_value("alpha_nDCG@3", topic, run_of({"a", "c", "b"})), 1.0);
  EXPECT_DOUBLE_EQ(subtopic_value("StRecall@2", topic, run_of({"a", "b", "c"})), 0.5);
  EXPECT_DOUBLE_EQ(subtopic_value("P_IA@2", topic, run_of({"a", "b", "c"})), 0.5);
  EXPECT_DOUBLE_EQ(subtopic_value("AP_IA", topic, run_of({"a", "b", "c"})), (1.0 + 1.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(subtopic_value("NRBP", topic, run_of({"a"})), (1 - 0.25) / 2);
  // ndeval would say 1 here, since it does not divide at the first rank.
  EXPECT_DOUBLE_EQ(subtopic_value("alpha_DCG@1", topic, run_of({"a"})), 0.5);
  EXPECT_DOUBLE_EQ(subtopic_value("ERR_IA@1", topic, run_of({"a"})), 0.5);
  EXPECT_EQ(subtopic_value("nNRBP", testing::grouped_topic({{"1", "a", 0}}), run_of({"a"})), 0.0);
}

TEST(HoleBounds, EncloseTheValueAndMeetTheResidual) {
  const Row qrels{{"a", 1.0}, {"b", 0.0}, {"u", -1.0}};
  const Row run = run_of({"b", "x", "a", "u"});
  const auto ranking = testing::judged_ranking(qrels, run);
  const auto bounds = [&](const char* name) {
    return hole_bounds(testing::spec_of(name), ranking.ranking());
  };
  EXPECT_DOUBLE_EQ(bounds("P@4")->lower, 0.25);
  EXPECT_DOUBLE_EQ(bounds("P@4")->upper, 0.75);
  EXPECT_DOUBLE_EQ(bounds("P@2")->upper, 0.5);
  EXPECT_DOUBLE_EQ(bounds("RR")->lower, 1.0 / 3);
  EXPECT_DOUBLE_EQ(bounds("RR")->upper, 0.5);
  EXPECT_DOUBLE_EQ(bounds("ERR@2")->upper, 15.0 / 16 / 2);
  EXPECT_DOUBLE_EQ(bounds("P(judged_only=True)@2")->upper, 0.5);
  // The residual counts the ranks behind the run too.
  const double residual = value_of("RBP(p=0.5,residual=True)", qrels, run);
  EXPECT_DOUBLE_EQ(bounds("RBP(p=0.5)")->upper + std::pow(0.5, 4),
                   bounds("RBP(p=0.5)")->lower + residual);
  for (const char* name : {"R@5", "AP", "nDCG@5", "Rprec", "INST(max_rel=1)", "map", "Compat",
                           "RBP(residual=True)", "DCG(gains={2:0})@5"}) {
    EXPECT_FALSE(bounds(name).has_value()) << name;
  }
}

TEST(FilledColumn, TakesWhatIsUnjudgedForRelevant) {
  // a is relevant, x is not in the qrels, p is in the pool but unjudged.
  const Row qrels{{"a", 1.0}, {"b", 0.0}, {"p", -1.0}, {"r", 1.0}};
  const Row run{{"x", 4.0}, {"b", 3.0}, {"p", 2.0}, {"a", 1.0}};
  const auto ranking = testing::judged_ranking(qrels, run);
  const auto filled = [&](const std::string& name) {
    return filled_column(testing::spec_of(name)).value().value({ranking.ranking()});
  };
  EXPECT_DOUBLE_EQ(filled("P@4"), 0.75);
  EXPECT_DOUBLE_EQ(filled("RR"), 1.0);
  // Relevant are a, x, p and r, of which r was not found.
  EXPECT_DOUBLE_EQ(filled("R@4"), 0.75);
  EXPECT_DOUBLE_EQ(filled("AP"), (1.0 + 2.0 / 3.0 + 3.0 / 4.0) / 4.0);
  EXPECT_DOUBLE_EQ(filled("P(judged_only=True)@2"), 0.5);
  EXPECT_EQ(filled_column(testing::spec_of("P@4"))->name, "P@4:filled");
  EXPECT_FALSE(filled_column(testing::spec_of("alpha_nDCG@10")).has_value());
}

TEST(SamplingError, OfTheMeanIsThatOfItsTopics) {
  const auto column = sampling_error_column(testing::spec_of("statAP"));
  ASSERT_TRUE(column.has_value());
  EXPECT_EQ(column->name, "statAP:error");
  EXPECT_EQ(column->aggregate, Aggregate::error_of_mean);
  const SampledRanking whole{2, {{1, 1.0, 0, 1.0}, {2, 0.0, 0, 1.0}}};
  EXPECT_DOUBLE_EQ(column->value({.graded = {}, .sampled = &whole}), 0.0);
  const SampledRanking part{2, {{1, 1.0, 0, 0.5}, {2, 1.0, 0, 0.5}}};
  EXPECT_GT(column->value({.graded = {}, .sampled = &part}), 0.0);
  EXPECT_FALSE(sampling_error_column(testing::spec_of("AP")).has_value());
}

}  // namespace
}  // namespace foley::retrieval
