#include <gtest/gtest.h>

#include <set>

#include "foley/retrieval/trec/measures.hpp"

namespace foley::retrieval::trec {
namespace {

std::vector<std::string> names(const std::vector<std::string>& requested,
                               const Options& options = {}) {
  const auto made = columns(requested, options);
  EXPECT_TRUE(made) << made.error().to_line();
  std::vector<std::string> names;
  for (const Column& column : made.value()) {
    names.push_back(column.name);
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(TrecPlan, FiftySevenMeasuresEachOnceAndDescribed) {
  EXPECT_EQ(57U, measures().size());
  std::set<std::string_view> seen;
  for (const MeasureInfo& info : measures()) {
    EXPECT_TRUE(seen.insert(info.name).second) << info.name;
    EXPECT_EQ(&info, find(info.name));
    EXPECT_FALSE(info.about.empty()) << info.name;
    EXPECT_FALSE(info.formula.empty()) << info.name;
    EXPECT_TRUE(explanation(info).starts_with(std::string(info.name) + "\n"));
  }
  EXPECT_EQ(nullptr, find("no_such_measure"));
}

TEST(TrecPlan, OfficialIsTheDefault) {
  const Names expected{"runid",
                       "num_q",
                       "num_ret",
                       "num_rel",
                       "num_rel_ret",
                       "map",
                       "gm_map",
                       "Rprec",
                       "bpref",
                       "recip_rank",
                       "iprec_at_recall_0.00",
                       "iprec_at_recall_0.10",
                       "iprec_at_recall_0.20",
                       "iprec_at_recall_0.30",
                       "iprec_at_recall_0.40",
                       "iprec_at_recall_0.50",
                       "iprec_at_recall_0.60",
                       "iprec_at_recall_0.70",
                       "iprec_at_recall_0.80",
                       "iprec_at_recall_0.90",
                       "iprec_at_recall_1.00",
                       "P_5",
                       "P_10",
                       "P_15",
                       "P_20",
                       "P_30",
                       "P_100",
                       "P_200",
                       "P_500",
                       "P_1000"};
  EXPECT_EQ(expected, names({}));
  EXPECT_EQ(expected, names({"official"}));
}

TEST(TrecPlan, ReportedNamesAndOrder) {
  EXPECT_EQ((Names{"iprec_at_recall_0.10", "iprec_at_recall_0.25", "P_3", "P_5", "P_7", "recall_20",
                   "recall_2000", "Rprec_mult_0.20", "Rprec_mult_5.00", "utility_2,-1,0,0",
                   "11pt_avg_.25,.5,.75", "ndcg_1=3,2=9,4=4.5", "ndcg_cut_10", "ndcg_cut_23",
                   "success_2", "set_F_0.5", "rbp_p=0.5"}),
            names({"rbp.p=0.5", "set_F.0.5", "iprec_at_recall..10,.25", "P.5,7,3", "recall.20,2000",
                   "Rprec_mult.5.0,0.2", "utility.2,-1,0,0", "11pt_avg..25,.5,.75",
                   "ndcg.1=3,2=9,4=4.5", "ndcg_cut.10,23.4", "success.2"}));
  // Of two lists for a measure the first counts; a list counts in a nickname too.
  EXPECT_EQ((Names{"P_10"}), names({"P.10", "P.5"}));
  EXPECT_EQ((Names{"P_10"}), names({"P", "P.10"}));
  const Names official = names({"official", "P.7"});
  EXPECT_EQ("P_7", official.back());
  EXPECT_EQ(22U, official.size());
}

TEST(TrecPlan, Nicknames) {
  EXPECT_EQ(6U, nicknames().size());
  for (const Nickname& nickname : nicknames()) {
    for (const std::string_view member : nickname.members) {
      EXPECT_NE(nullptr, find(member)) << member;
    }
  }
  EXPECT_EQ((Names{"runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "utility", "set_P",
                   "set_relative_P", "set_recall", "set_map", "set_F"}),
            names({"set"}));
  EXPECT_EQ(16U, names({"all_prefs"}).size());
  EXPECT_EQ(8U, names({"prefs"}).size());
  EXPECT_EQ(3U + 9U + 10U, names({"qrels_jg"}).size());
}

TEST(TrecPlan, Version9LacksFive) {
  Options options;
  options.compat_9 = true;
  // rbp, rbp_resid and three unj.
  EXPECT_EQ(names({"all_trec"}).size(), names({"all_trec"}, options).size() + 5);
  for (const char* name : {"dcg", "ideal_dcg", "rbp", "rbp_resid", "unj"}) {
    const auto made = columns(Names{name}, options);
    ASSERT_FALSE(made) << name;
    EXPECT_EQ(ErrorKind::unknown_name, made.error().kind);
  }
}

TEST(TrecPlan, WhatCannotBe) {
  for (const char* asked :
       {"mpa", "P.", "P.0", "P.-5", "P.5,5", "P.x", "P.5,", "map.10", "ndcg.1", "ndcg.=2",
        "ndcg.1=x", "ndcg.1=2,1=3", "utility.1,2", "iprec_at_recall.0.1,0.10", "set_F.nan",
        "recall.1e30", "num_q.2", "", "."}) {
    const auto made = columns(Names{asked}, {});
    ASSERT_FALSE(made) << asked;
    EXPECT_FALSE(made.error().problem.empty());
    EXPECT_FALSE(made.error().advice.empty()) << asked;
  }
  EXPECT_EQ("did you mean 'map'?", columns(Names{"mpa"}, {}).error().advice);
}

TEST(TrecPlan, OneColumnByItsReportedName) {
  for (const char* name :
       {"map", "P_5", "ndcg_cut_10", "bpref", "Rprec_mult_0.20", "iprec_at_recall_0.10",
        "recip_rank", "recip_rank_10", "set_F_0.5", "rbp_p=0.8", "utility_1,-1,0,0", "ndcg_1=2,2=5",
        "P_avgjg_10", "prefs_avgjg_Rnonrel_ret", "11pt_avg", "relstring_20", "num_q"}) {
    const auto column = parse_column(name, {});
    ASSERT_TRUE(column) << name << ": " << column.error().to_line();
    EXPECT_EQ(name, column->name);
  }
  EXPECT_EQ("P_5", parse_column("P.5", {})->name);
  EXPECT_EQ("recip_rank_10", parse_column("recip_rank.10", {})->name);
  EXPECT_EQ("Rprec_mult_0.20", parse_column("Rprec_mult_0.2", {})->name);
  for (const char* name :
       {"P", "P_5,10", "nope", "nope_5", "map_10", "", "_", ".", "P_", "recall"}) {
    EXPECT_FALSE(parse_column(name, {})) << name;
  }
}

TEST(TrecPlan, KindsOfColumns) {
  EXPECT_EQ(Aggregate::geometric_mean, parse_column("gm_map", {})->aggregate);
  EXPECT_FALSE(parse_column("gm_map", {})->per_topic);
  EXPECT_EQ(Aggregate::sum, parse_column("num_ret", {})->aggregate);
  EXPECT_EQ(NumberKind::integer, parse_column("num_ret", {})->kind);
  EXPECT_EQ(Aggregate::topics, parse_column("num_q", {})->aggregate);
  EXPECT_FALSE(parse_column("relstring", {})->in_summary);
  EXPECT_EQ(NumberKind::text, parse_column("runid", {})->kind);
  EXPECT_EQ(Evidence::grouped, parse_column("map_avgjg", {})->evidence);
  EXPECT_EQ(Evidence::preferences, parse_column("prefs_simp", {})->evidence);
}

TEST(TrecPlan, TheRelevanceLevelIsNoGradeBelowZero) {
  Options options;
  options.relevance_level = -1.0;
  EXPECT_THROW(static_cast<void>(columns({}, options)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(parse_column("map", options)), std::invalid_argument);
}

TEST(TrecPlan, GainsThatTieAreNamed) {
  // The example of trec_eval's own help: gain 3.5 of level 1 and 3 of level 3.
  EXPECT_EQ((Names{"ndcg.1=3.5,2=9.0,4=7.0"}), tied_gains(Names{"ndcg.1=3.5,2=9.0,4=7.0", "map"}));
  EXPECT_EQ((Names{"G.1=0.5"}), tied_gains(Names{"G.1=0.5"}));
  EXPECT_TRUE(tied_gains(Names{"ndcg.1=1,2=3,3=7", "ndcg", "rbp.p=0.5", "nope.1=2"}).empty());
}

}  // namespace
}  // namespace foley::retrieval::trec
