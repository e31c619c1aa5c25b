#include "foley/retrieval/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "foley/retrieval/metric.hpp"
#include "foley/retrieval/trec/measures.hpp"

namespace foley::retrieval {
namespace {

TEST(Registry, DescribesEveryMeasureInFull) {
  for (const MeasureInfo* info : all_measures()) {
    EXPECT_FALSE(info->name.empty());
    EXPECT_FALSE(info->title.empty()) << info->name;
    EXPECT_FALSE(info->about.empty()) << info->name;
    EXPECT_FALSE(info->formula.empty()) << info->name;
    EXPECT_EQ(info->make == nullptr, info->family == Family::trec) << info->name;
    if (info->family == Family::extended) {
      EXPECT_FALSE(info->elsewhere.empty()) << info->name;
      EXPECT_FALSE(info->edge_cases.empty()) << info->name;
    }
    for (const ParamInfo& param : info->params) {
      EXPECT_FALSE(param.about.empty()) << info->name << " " << param.name;
      EXPECT_FALSE(param.required && !param.standard.empty()) << info->name << " " << param.name;
    }
  }
}

TEST(Registry, HoldsAllFamilies) {
  std::size_t of_trec = 0;
  for (const MeasureInfo* info : all_measures()) {
    of_trec += info->family == Family::trec ? 1 : 0;
  }
  EXPECT_EQ(of_trec, trec::measures().size());
  EXPECT_EQ(of_trec, 57U);
  for (const Measure& measure : measures()) {
    const MeasureInfo* info = find_info(measure.name);
    ASSERT_NE(info, nullptr) << measure.name;
    EXPECT_EQ(info->family, Family::reference);
  }
  // The names of ir_measures 0.4.3.
  for (const char* name :
       {"AP",        "MAP",     "Accuracy",  "BPM",    "Bpref",      "BPref",  "Compat",
        "ERR_IA",    "nERR_IA", "alpha_DCG", "α_DCG",  "alpha_nDCG", "α_nDCG", "NRBP",
        "nNRBP",     "AP_IA",   "MAP_IA",    "P_IA",   "StRecall",   "ERR",    "INST",
        "INSQ",      "infAP",   "IPrec",     "Judged", "nDCG",       "NDCG",   "NERR8",
        "NERR9",     "NERR10",  "NERR11",    "NumQ",   "NumRel",     "NumRet", "P",
        "Precision", "R",       "Recall",    "RBP",    "Rprec",      "RPrec",  "RR",
        "MRR",       "SDCG",    "SetP",      "SetR",   "SetF",       "SetAP",  "Success"}) {
    ASSERT_NE(find_info(name), nullptr) << name;
    EXPECT_EQ(find_info(name)->family, Family::extended) << name;
  }
  for (const char* shorthand : {"NumRelRet", "SetRelP"}) {
    EXPECT_TRUE(parse_measure(shorthand).has_value()) << shorthand;
  }
}

TEST(Registry, NamesAreUniqueWithinAFamily) {
  for (const Family family : {Family::reference, Family::extended, Family::trec}) {
    std::set<std::string_view> names;
    for (const MeasureInfo* info : all_measures()) {
      if (info->family == family) {
        EXPECT_TRUE(names.insert(info->name).second) << info->name;
        for (const std::string_view alias : info->aliases) {
          EXPECT_TRUE(names.insert(alias).second) << alias;
        }
      }
    }
  }
  EXPECT_EQ(find_info("no such measure"), nullptr);
}

TEST(Registry, MarkdownHoldsACardForEach) {
  const std::string page = registry_markdown();
  EXPECT_TRUE(page.starts_with("# Measures\n"));
  for (const MeasureInfo* info : all_measures()) {
    EXPECT_NE(page.find("### `" + std::string(info->name) + "`"), std::string::npos) << info->name;
    EXPECT_NE(page.find(info->formula), std::string::npos) << info->name;
  }
  EXPECT_EQ(page.find("\n\n\n"), std::string::npos);
}

TEST(Columns, CarryWhatTheRegistrySays) {
  const Column count = to_column(*parse_measure("NumRet(rel=1)"));
  EXPECT_EQ(count.aggregate, Aggregate::sum);
  EXPECT_EQ(count.kind, NumberKind::integer);
  EXPECT_TRUE(std::isinf(count.greatest));
  EXPECT_FALSE(to_column(*parse_measure("NumQ")).per_topic);
  EXPECT_EQ(to_column(*parse_measure("alpha_nDCG@5")).evidence, Evidence::grouped);
  EXPECT_EQ(to_column(*parse_measure("infNDCG")).evidence, Evidence::sampled);
  EXPECT_EQ(to_column(*parse_measure("gm_map")).aggregate, Aggregate::geometric_mean);
  EXPECT_THROW(static_cast<void>(to_column(*parse_measure("map"), -1.0)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(to_column(*parse_measure("Bpref"), -1.0)), std::invalid_argument);
}

}  // namespace
}  // namespace foley::retrieval
