#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "foley/core/number_text.hpp"
#include "foley/retrieval/registry.hpp"
#include "support/topics.hpp"

namespace foley::retrieval {
namespace {

struct Reading {
  const char* written;
  const char* canonical;
};

class Spelling : public ::testing::TestWithParam<Reading> {};

TEST_P(Spelling, IsReadAsItsMeasure) {
  const auto spec = parse_measure(GetParam().written);
  ASSERT_TRUE(spec.has_value()) << spec.error().to_line();
  EXPECT_EQ(to_string(*spec), GetParam().canonical);
  EXPECT_EQ(to_column(*spec).name, GetParam().canonical);
}

INSTANTIATE_TEST_SUITE_P(Reports, Spelling,
                         ::testing::Values(Reading{"ndcg@10", "ndcg@10"},
                                           Reading{"ndcg@010", "ndcg@10"},
                                           Reading{"map@5", "map@5"}, Reading{"mrr@1", "mrr@1"},
                                           Reading{" recall@3 ", "recall@3"},
                                           Reading{"precision@2", "precision@2"}));

INSTANTIATE_TEST_SUITE_P(
    TrecEval, Spelling,
    ::testing::Values(Reading{"map", "map"}, Reading{"ndcg", "ndcg"},
                      Reading{"ndcg_cut_10", "ndcg_cut_10"}, Reading{"P_5", "P_5"},
                      Reading{"P.5", "P_5"}, Reading{"bpref", "bpref"},
                      Reading{"map_cut_100", "map_cut_100"}, Reading{"set_F", "set_F"},
                      Reading{"recip_rank", "recip_rank"},
                      Reading{"iprec_at_recall_0.10", "iprec_at_recall_0.10"},
                      Reading{"Rprec_mult_0.20", "Rprec_mult_0.20"}, Reading{"num_q", "num_q"},
                      Reading{"11pt_avg", "11pt_avg"}));

INSTANTIATE_TEST_SUITE_P(
    IrMeasures, Spelling,
    ::testing::Values(
        Reading{"nDCG@20", "nDCG@20"}, Reading{"NDCG@20", "nDCG@20"},
        Reading{"nDCG(dcg='exp-log2',gains={0:0,1:1,2:3})@10",
                "nDCG(dcg='exp-log2',gains={2:3})@10"},
        Reading{"nDCG(cutoff=10)", "nDCG@10"}, Reading{"nDCG(dcg='log2')", "nDCG"},
        Reading{"nDCG(dcg=\"exp-log2\")@10", "nDCG(dcg='exp-log2')@10"},
        Reading{"nDCG(gains={ 2 : 3 , -1:0 })", "nDCG(gains={-1:0,2:3})"},
        Reading{"AP(rel=2)@100", "AP(rel=2)@100"}, Reading{"MAP", "AP"},
        Reading{"AP(rel=1)", "AP(rel=1)"},
        Reading{"P(judged_only=True,rel=2)@5", "P(rel=2,judged_only=True)@5"},
        Reading{"RBP(p=0.9)", "RBP(p=0.9)"}, Reading{"RBP(p=0.8)", "RBP"},
        Reading{"RBP(p=0.9,rel=1)@20", "RBP(p=0.9,rel=1)@20"},
        Reading{"alpha_nDCG(alpha=0.5)@20", "alpha_nDCG@20"}, Reading{"α_nDCG@20", "alpha_nDCG@20"},
        Reading{"ERR@20", "ERR@20"}, Reading{"IPrec@0.1", "IPrec@0.1"},
        Reading{"IPrec(recall=0.25,rel=2)", "IPrec(rel=2)@0.25"},
        Reading{"NumRelRet", "NumRet(rel=1)"}, Reading{"SetRelP", "SetP(relative=True)"},
        Reading{"SetRelP(rel=2)", "SetP(rel=2,relative=True)"}, Reading{"MRR@10", "RR@10"},
        Reading{"BPM(T=2,max_rel=3)@5", "BPM(T=2.0,max_rel=3)@5"},
        Reading{"Compat(p=0.8,normalize=False)", "Compat(p=0.8,normalize=False)"},
        Reading{"INST(max_rel=2)", "INST(max_rel=2)"}, Reading{"P ( rel = 2 ) @ 5", "P(rel=2)@5"},
        Reading{"Bpref()", "Bpref"}));

INSTANTIATE_TEST_SUITE_P(
    Ranx, Spelling,
    ::testing::Values(Reading{"map@100-l2", "AP(rel=2)@100"},
                      Reading{"ndcg@10-l2", "nDCG(rel=2)@10"}, Reading{"mrr-l2", "RR(rel=2)"},
                      Reading{"ndcg_burges@10", "nDCG(dcg='exp-log2')@10"},
                      Reading{"hit_rate@10", "Success@10"}, Reading{"rbp.95", "RBP(p=0.95,rel=1)"},
                      Reading{"rbp.8-l2", "RBP(rel=2)"}, Reading{"r-precision", "Rprec"},
                      Reading{"r-precision-l2", "Rprec(rel=2)"}, Reading{"f1@10", "F@10"},
                      Reading{"hits@5", "Hits@5"}, Reading{"dcg@5", "DCG@5"},
                      Reading{"recall", "SetR"}, Reading{"precision", "SetP"}, Reading{"mrr", "RR"},
                      Reading{"recall@5-l2", "R(rel=2)@5"}, Reading{"recall-l2", "SetR(rel=2)"},
                      Reading{"precision@5-l3", "P(rel=3)@5"}, Reading{"map-l2", "AP(rel=2)"},
                      Reading{"dcg_burges", "DCG(dcg='exp-log2')"},
                      Reading{"bpref-l2", "Bpref(rel=2)"}));

struct Wrong {
  const char* written;
  const char* says;
};

class WrongMeasure : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongMeasure, SaysWhatWouldBeRight) {
  const auto spec = parse_measure(GetParam().written);
  ASSERT_FALSE(spec.has_value()) << to_string(*spec);
  const std::string line = spec.error().to_line();
  EXPECT_NE(line.find(GetParam().says), std::string::npos) << line;
  EXPECT_FALSE(spec.error().advice.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongMeasure,
    ::testing::Values(
        Wrong{"nDGC@10", "did you mean 'ndcg'?"}, Wrong{"ndgc@10", "did you mean 'ndcg'?"},
        Wrong{"hitrate@10", "did you mean 'hit_rate'?"},
        Wrong{"xyzzy", "there is no measure 'xyzzy'"}, Wrong{"", "no name"},
        Wrong{"@10", "no name"}, Wrong{"nDCG@0", "a whole number from 1 on"},
        Wrong{"nDCG@-1", "a whole number from 1 on"}, Wrong{"nDCG@1.5", "a whole number from 1 on"},
        Wrong{"nDCG@", "a whole number from 1 on"}, Wrong{"ndcg@ten", "a whole number from 1 on"},
        Wrong{"P", "write"}, Wrong{"R", "needs cutoff"}, Wrong{"INST", "needs max_rel"},
        Wrong{"IPrec", "write it like IPrec@0.1"}, Wrong{"IPrec@2", "a number from 0 to 1"},
        Wrong{"RBP(p=1)", "a number from 0 to below 1"}, Wrong{"RBP(p=nan)", "p is 'nan'"},
        Wrong{"RBP(q=0.5)", "allowed: cutoff, p, rel, max_rel, residual, judged_only"},
        Wrong{"NumQ(rel=1)", "it has none"}, Wrong{"Rprec@10", "takes no cut-off"},
        Wrong{"nDCG(dcg='log3')", "'log2' or 'exp-log2'"}, Wrong{"nDCG(gains={1})", "a table like"},
        Wrong{"AP(rel=2", "not closed"}, Wrong{"AP(rel)", "name=value"},
        Wrong{"AP(rel=2,rel=3)", "given twice"}, Wrong{"AP(judged_only=maybe)", "True or False"},
        Wrong{"AP(rel=2)x", "behind the bracket"}, Wrong{"Bpref(rel=-1)", "a number from 0 on"},
        Wrong{"INST(min_rel=3,max_rel=2)", "min_rel is not below max_rel"},
        Wrong{"bpref@10", "takes no @"}, Wrong{"iprec_at_recall_0.125", "IPrec@0.125"},
        Wrong{"INST(T=0,max_rel=1)", "a number above 0"}, Wrong{"nDCG@1e99", "a whole number"}));

// A random value of a parameter, as a person might write it.
std::string random_value(const ParamInfo& param) {
  switch (param.kind) {
    case ParamKind::count:
      return std::to_string(*rc::gen::inRange(1, 5000));
    case ParamKind::grade:
      return *rc::gen::element<std::string>("0", "1", "2", "-1", "0.5", "2.25", "1.0");
    case ParamKind::counted_grade:
      return *rc::gen::element<std::string>("0", "1", "2", "0.5", "3.0");
    case ParamKind::share:
    case ParamKind::below_one:
      return shortest_text(*rc::gen::inRange(0, 1000) / 1000.0);
    case ParamKind::positive:
    case ParamKind::positive_grade:
      return shortest_text(*rc::gen::inRange(4, 4000) / 16.0 + 4.0);
    case ParamKind::flag:
      return *rc::gen::element<std::string>("True", "False");
    case ParamKind::word:
      return "'" + std::string(*rc::gen::elementOf(param.choices)) + "'";
    case ParamKind::gains:
      return "{" + std::to_string(*rc::gen::inRange(-2, 5)) + ":" +
             std::to_string(*rc::gen::inRange(0, 9)) +
             ",7:" + shortest_text(*rc::gen::inRange(0, 90) / 8.0) + "}";
  }
  return "";
}

RC_GTEST_PROP(Grammar, WhatIsPrintedIsReadAgain, ()) {
  for (const MeasureInfo* info : all_measures()) {
    if (info->family == Family::trec) {
      continue;
    }
    std::string params;
    std::string at;
    for (const ParamInfo& param : info->params) {
      if (!param.required && *rc::gen::inRange(0, 2) == 0) {
        continue;
      }
      const std::string value =
          param.name == "max_rel" ? std::to_string(*rc::gen::inRange(3, 9)) : random_value(param);
      if (param.at) {
        at = "@" + value;
      } else {
        params += (params.empty() ? "" : ", ") + std::string(param.name) + "=" + value;
      }
    }
    const std::string text =
        std::string(info->name) + (params.empty() ? "" : "(" + params + ")") + at;
    const auto spec = parse_measure(text);
    RC_LOG() << text << "\n";
    RC_ASSERT(spec.has_value());
    RC_ASSERT(spec->info == info);
    const std::string printed = to_string(*spec);
    const auto again = parse_measure(printed);
    RC_LOG() << printed << "\n";
    RC_ASSERT(again.has_value());
    RC_ASSERT(to_string(*again) == printed);
    RC_ASSERT(again->given == spec->given);
    RC_ASSERT(again->info == info);
  }
}

RC_GTEST_PROP(Grammar, NoTextBreaksTheParser, (const std::string& noise)) {
  for (const std::string& text : {noise, "nDCG(" + noise + ")@10", "nDCG(gains={" + noise + "})",
                                  "P@" + noise, noise + "@10", "rbp." + noise, "map@5-l" + noise}) {
    const auto spec = parse_measure(text);
    if (spec) {
      RC_ASSERT(parse_measure(to_string(*spec)).has_value());
    } else {
      RC_ASSERT(!spec.error().problem.empty());
    }
  }
}

}  // namespace
}  // namespace foley::retrieval
