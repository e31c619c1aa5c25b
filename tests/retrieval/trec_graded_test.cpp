#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "support/trec_topics.hpp"

namespace foley::retrieval::trec {
namespace {

using testing::Row;
using testing::TrecTopic;

// Ranks: b 0, x not in the qrels, a 2, d in the pool without judgment, c 1, y not in the qrels; e 3
// was not retrieved.
const Row kQrels{{"a", 2}, {"b", 0}, {"c", 1}, {"d", -1}, {"e", 3}};
const Row kRun{{"b", 9}, {"x", 8}, {"a", 7}, {"d", 6}, {"c", 5}, {"y", 4}};

double discount(double rank) { return std::log2(rank + 1.0); }

const double kDcg = 2 / discount(3) + 1 / discount(5);
const double kIdeal = 3 / discount(1) + 2 / discount(2) + 1 / discount(3);

// Worked out by hand.
std::map<std::string, double> by_hand() {
  constexpr double e = 0.00001;
  const double precisions = 1.0 / 3 + 2.0 / 5;
  const double p = 0.9;
  return {
      {"num_ret", 6},
      {"num_rel", 3},
      {"num_rel_ret", 2},
      {"num_nonrel_judged_ret", 1},
      {"num_q", 1},
      {"map", precisions / 3},
      {"gm_map", precisions / 3},
      {"map_cut_3", 1.0 / 3 / 3},
      {"yaap", std::log((1 + precisions) / (4 - precisions))},
      {"Rprec", 1.0 / 3},
      {"Rprec_mult_0.40", 0},
      {"Rprec_mult_1.00", 1.0 / 3},
      {"Rprec_mult_2.00", 2.0 / 6},
      {"bpref", 0},
      {"gm_bpref", 0},
      {"recip_rank", 1.0 / 3},
      {"recip_rank_3", 1.0 / 3},
      {"recip_rank.2", 0},
      {"P_5", 2.0 / 5},
      {"P_10", 2.0 / 10},
      {"P_2", 0},
      {"recall_5", 2.0 / 3},
      {"recall_3", 1.0 / 3},
      {"relative_P_5", 2.0 / 3},
      {"relative_P_2", 0},
      {"success_1", 0},
      {"success_5", 1},
      {"unj_5", 2.0 / 5},
      {"unj_10", 3.0 / 10},
      {"set_P", 2.0 / 6},
      {"set_recall", 2.0 / 3},
      {"set_relative_P", 2.0 / 3},
      {"set_map", 4.0 / 18},
      {"set_F", 4.0 / 9},
      {"set_F_3", 4 * (1.0 / 3) * (2.0 / 3) / (3 * (1.0 / 3) + 2.0 / 3)},
      {"utility", 2 - 4},
      {"utility_2,-1,-3,0", 2 * 2 - 4 - 3},
      {"iprec_at_recall_0.00", 2.0 / 5},
      {"iprec_at_recall_0.40", 2.0 / 5},
      {"iprec_at_recall_0.50", 2.0 / 5},
      {"iprec_at_recall_0.90", 0},
      {"11pt_avg", 9 * 0.4 / 11},
      {"11pt_avg_0.0,1.0", 0.4 / 2},
      {"11pt_avg_1.0,0.0", 0.4},  // out of order, as in trec_eval
      {"infAP", (1.0 / 3 + 2.0 / 3 * (1.0 / 2) * (e / (1 + 2 * e)) + 1.0 / 5 +
                 4.0 / 5 * (3.0 / 4) * ((1 + e) / (2 + 2 * e))) /
                    3},
      {"binG", (1 / std::log2(4) + 1 / std::log2(5)) / 3},
      {"G", (2 / std::log2(2 + 6 - 2) + 1 / std::log2(2 + 8 - 3)) / 6},
      {"dcg", kDcg},
      {"ideal_dcg", kIdeal},
      {"ndcg", kDcg / kIdeal},
      {"ndcg_cut_5", kDcg / kIdeal},
      {"ndcg_cut_3", 1 / kIdeal},
      {"ndcg_cut_1", 0},
      {"ndcg_rel", (1 / kIdeal + 2 * kDcg / kIdeal) / 3},
      {"Rndcg", (0 / 3.0 + 0 + 1 / kIdeal + kDcg / kIdeal) / 4},
      {"rbp", (1 - p) * (2.0 / 3 * p * p + 1.0 / 3 * p * p * p * p)},
      {"rbp_p=0.5", 0.5 * (2.0 / 3 / 4 + 1.0 / 3 / 16)},
      {"rbp_resid", std::pow(p, 6) + (1 - p) * (p + std::pow(p, 3) + std::pow(p, 5))},
      {"rbp_resid_p=0.5", std::pow(0.5, 6) + 0.5 * (0.5 + std::pow(0.5, 3) + std::pow(0.5, 5))},
  };
}

TEST(TrecGraded, EveryMeasureByHand) {
  const TrecTopic topic(kQrels, kRun);
  for (const auto& [name, expected] : by_hand()) {
    EXPECT_NEAR(expected, topic.value(name), 1e-12) << name;
  }
}

TEST(TrecGraded, TheTableCoversEveryMeasureOfOrdinaryQrels) {
  const auto table = by_hand();
  for (const MeasureInfo& info : measures()) {
    if (info.evidence != Evidence::graded || info.name == "runid" || info.name == "relstring") {
      continue;
    }
    const bool found = std::any_of(table.begin(), table.end(), [&](const auto& row) {
      const auto column = parse_column(row.first, {});
      return row.first == info.name ||
             (column && row.first.starts_with(std::string(info.name) + "_"));
    });
    EXPECT_TRUE(found) << info.name;
  }
}

TEST(TrecGraded, RelevanceLevelTwo) {
  const TrecTopic topic(kQrels, kRun);
  Options options;
  options.relevance_level = 2;
  const std::map<std::string, double> expected{
      {"num_rel", 2},     {"num_rel_ret", 1}, {"num_nonrel_judged_ret", 2}, {"map", 1.0 / 3 / 2},
      {"bpref", 0.25},    {"P_5", 1.0 / 5},   {"ndcg", kDcg / kIdeal},      {"Rprec", 0.0},
      {"set_P", 1.0 / 6}, {"unj_5", 2.0 / 5}};
  for (const auto& [name, value] : expected) {
    EXPECT_NEAR(value, topic.value(name, options), 1e-12) << name;
  }
  // Where no grade reaches the level, Rndcg is 0 although it looks at no level else.
  options.relevance_level = 4;
  EXPECT_EQ(0.0, topic.value("Rndcg", options));
  EXPECT_NEAR(kDcg / kIdeal, topic.value("ndcg", options), 1e-12);
}

TEST(TrecGraded, Version9RoundsRecallUp) {
  const TrecTopic topic(kQrels, kRun);
  Options options;
  options.compat_9 = true;
  EXPECT_NEAR(8 * 0.4 / 11, topic.value("11pt_avg", options), 1e-12);
  EXPECT_EQ(0.0, topic.value("iprec_at_recall_0.80", options));
  EXPECT_NEAR(0.4, topic.value("iprec_at_recall_0.80"), 1e-12);
}

TEST(TrecGraded, Relstring) {
  const TrecTopic topic({{"a", 2}, {"b", 0}, {"c", 10}, {"d", -1}}, kRun);
  const auto text = [&](const char* name) {
    return parse_column(name, {}).value().text(topic.topic());
  };
  EXPECT_EQ("0-2.>-", text("relstring"));
  EXPECT_EQ("0-2", text("relstring_3"));
  EXPECT_EQ("", text("relstring_0"));
}

TEST(TrecGraded, UtilityTakesTheSizeOfTheCollection) {
  const TrecTopic topic(kQrels, kRun);
  Options options;
  options.collection_size = 100;
  EXPECT_EQ(100 + 2 - 6 - 3, topic.value("utility_0,0,0,1", options));
}

TEST(TrecGraded, GainsByLevel) {
  const TrecTopic topic(kQrels, kRun);
  const double dcg = 9 / discount(3) + 4 / discount(5);
  const double ideal = 20 / discount(1) + 9 / discount(2) + 4 / discount(3);
  EXPECT_NEAR(dcg / ideal, topic.value("ndcg_1=4,2=9,3=20"), 1e-12);
  // Level 0 may gain too, and so may what the qrels do not name (-1) or judge (-2).
  EXPECT_NEAR(kDcg + 0.5 / discount(1), topic.value("dcg_0=0.5"), 1e-12);
  EXPECT_NEAR(kDcg + 2 / discount(2) + 2 / discount(6), topic.value("dcg_-1=2"), 1e-12);
  EXPECT_NEAR(kDcg + 3 / discount(4), topic.value("dcg_-2=3"), 1e-12);
}

TEST(TrecGraded, GainsThatTrecEvalTakesForEqual) {
  // Gains 0.5 and 0 differ by less than 1: level 0 comes out on top and the ideal is empty.
  const TrecTopic topic({{"a", 1}}, {{"a", 1}});
  EXPECT_EQ(0.0, topic.value("ndcg_1=0.5"));
  Options exact;
  exact.exact_gains = true;
  EXPECT_EQ(1.0, topic.value("ndcg_1=0.5", exact));
}

TEST(TrecGraded, RbpIsScaledByTheGainsOfTheTopic) {
  // All gains within [0, 1]: nothing is scaled.
  EXPECT_NEAR(0.1, TrecTopic({{"a", 1}}, {{"a", 1}}).value("rbp"), 1e-15);
  // A grade that was not retrieved counts for the scale.
  EXPECT_NEAR(0.1 / 4, TrecTopic({{"a", 1}, {"b", 4}}, {{"a", 1}}).value("rbp"), 1e-15);
  // Negative gains are scaled up, documents outside the qrels stay at 0.
  const TrecTopic topic({{"a", 1}, {"b", 0}}, {{"b", 2}, {"a", 1}});
  EXPECT_NEAR(0.1 * (1.0 / 2 + 0.9 * 1), topic.value("rbp_0=0,1=1,2=-1"), 1e-15);
}

TEST(TrecGraded, RbpOfAllTrecReadsWhatTheCountsLeft) {
  const TrecTopic topic({{"a", 1}, {"b", 1}, {"c", 1}}, {{"a", 3}, {"b", 2}, {"c", 1}});
  const std::vector<std::string> all{"all_trec"};
  const std::vector<Column> columns = trec::columns(all, {}).value();
  const auto rbp = std::find_if(columns.begin(), columns.end(),
                                [](const Column& column) { return column.name == "rbp"; });
  ASSERT_NE(columns.end(), rbp);
  const double alone = 0.1 * (1 + 0.9 + 0.81);
  EXPECT_NEAR(alone, topic.value("rbp"), 1e-15);
  EXPECT_NEAR(alone / 3, rbp->value(topic.topic()), 1e-15);
}

TEST(TrecGraded, NothingRetrievedAndNothingRelevant) {
  const std::vector<TrecTopic> topics = [] {
    std::vector<TrecTopic> made;
    made.emplace_back(kQrels, Row{});
    made.emplace_back(Row{{"a", 0}}, Row{{"a", 1}});
    made.emplace_back(Row{{"a", -1}}, Row{{"a", 1}});
    made.emplace_back(Row{{"a", -5}, {"b", -3}}, Row{{"b", 1}});
    return made;
  }();
  const std::vector<std::string> asked{"all_trec", "dcg", "ideal_dcg"};
  const std::vector<Column> columns = trec::columns(asked, {}).value();
  for (const Column& column : columns) {
    for (std::size_t i = 0; i < topics.size() && column.value; ++i) {
      const double value = column.value(topics[i].topic());
      EXPECT_TRUE(std::isfinite(value)) << column.name << ' ' << i;
      const bool counts = column.kind == NumberKind::integer || column.name == "ideal_dcg" ||
                          column.name == "utility" || column.name.starts_with("unj") ||
                          column.name == "rbp_resid";
      EXPECT_TRUE(counts || value == 0.0) << column.name << ' ' << i << ' ' << value;
    }
  }
}

Row random_qrels() {
  Row qrels;
  for (int doc = 0; doc < *rc::gen::inRange(1, 30); ++doc) {
    qrels.emplace_back("d" + std::to_string(doc), *rc::gen::inRange(-2, 5));
  }
  return qrels;
}

Row random_run() {
  Row run;
  for (int doc = 0; doc < *rc::gen::inRange(0, 60); ++doc) {
    run.emplace_back("d" + std::to_string(doc), *rc::gen::inRange(0, 8));
  }
  return run;
}

RC_GTEST_PROP(TrecGraded, ValuesStayWithinTheirBounds, ()) {
  RankingOptions ranking;
  ranking.judged_only = *rc::gen::arbitrary<bool>();
  ranking.depth = *rc::gen::inRange(0, 70);
  const TrecTopic topic(random_qrels(), random_run(), ranking);
  Options options;
  options.relevance_level = *rc::gen::inRange(0, 4);
  options.compat_9 = *rc::gen::arbitrary<bool>();
  std::vector<std::string> asked;
  for (const MeasureInfo& info : measures()) {
    if (info.evidence == Evidence::graded && (info.in_9 || !options.compat_9)) {
      asked.emplace_back(info.name);
    }
  }
  const std::vector<Column> columns = trec::columns(asked, options).value();
  for (const Column& column : columns) {
    if (column.value) {
      const double value = column.value(topic.topic());
      RC_LOG() << column.name << ' ' << value << '\n';
      RC_ASSERT(value >= column.least);
      RC_ASSERT(value <= column.greatest);
    }
  }
}

// A perfect ranking has the ideal's values.
RC_GTEST_PROP(TrecGraded, AnIdealRankingIsPerfect, ()) {
  const Row qrels = random_qrels();
  Row run;
  for (const auto& [doc, grade] : qrels) {
    run.emplace_back(doc, grade);
  }
  const TrecTopic topic(qrels, run);
  if (topic.value("num_rel") == 0.0) {
    return;
  }
  for (const char* name : {"ndcg", "map", "Rprec", "bpref", "recip_rank", "ndcg_cut_10", "ndcg_rel",
                           "Rndcg", "iprec_at_recall_0.50"}) {
    RC_LOG() << name << ' ' << topic.value(name) << '\n';
    RC_ASSERT(topic.value(name) == 1.0);
  }
}

}  // namespace
}  // namespace foley::retrieval::trec
