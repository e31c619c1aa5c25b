#include "foley/retrieval/metric.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "support/one_line.hpp"

namespace foley::retrieval {
namespace {

TEST(Measures, SayEverythingAboutThemselves) {
  std::set<std::string_view> names;
  ASSERT_EQ(measures().size(), 5U);
  for (const Measure& measure : measures()) {
    EXPECT_TRUE(names.insert(measure.name).second) << measure.name;
    EXPECT_FALSE(measure.title.empty()) << measure.name;
    EXPECT_FALSE(measure.about.empty()) << measure.name;
    EXPECT_FALSE(measure.formula.empty()) << measure.name;
    EXPECT_FALSE(measure.citation.empty()) << measure.name;
    ASSERT_NE(measure.value, nullptr) << measure.name;
    EXPECT_EQ(find_measure(measure.name), &measure);
  }
  EXPECT_EQ(find_measure("nope"), nullptr);
  EXPECT_EQ(find_measure("NDCG"), nullptr);
  EXPECT_EQ(find_measure(""), nullptr);
}

TEST(ParseMetric, ReadsNameAndCutoff) {
  for (const Measure& measure : measures()) {
    const std::string name = std::string(measure.name) + "@7";
    const auto metric = parse_metric(name);
    ASSERT_TRUE(metric.has_value()) << name;
    EXPECT_EQ(metric->measure, &measure);
    EXPECT_EQ(metric->k, 7);
    EXPECT_EQ(metric->name, name);
  }
}

TEST(ParseMetric, TakesTenWhenNoCutoffIsNamed) {
  const auto metric = parse_metric("map");
  ASSERT_TRUE(metric.has_value());
  EXPECT_EQ(metric->k, kDefaultCutoff);
  EXPECT_EQ(metric->name, "map@10");
}

TEST(ParseMetric, PrintsAsItParses) {
  for (const std::string_view text : {"ndcg@1", "recall@10", "precision@1000", "mrr"}) {
    const auto once = parse_metric(text);
    ASSERT_TRUE(once.has_value());
    const auto twice = parse_metric(once->name);
    ASSERT_TRUE(twice.has_value());
    EXPECT_EQ(twice->name, once->name);
    EXPECT_EQ(twice->k, once->k);
  }
}

class BadMetric : public ::testing::TestWithParam<std::string_view> {};

TEST_P(BadMetric, IsRefusedWithAdvice) {
  const auto metric = parse_metric(GetParam());
  ASSERT_FALSE(metric.has_value());
  EXPECT_EQ(metric.error().kind, ErrorKind::unknown_name);
  EXPECT_FALSE(metric.error().problem.empty());
  EXPECT_FALSE(metric.error().advice.empty());
  EXPECT_EQ(metric.error().exit_code(), 2);
}

INSTANTIATE_TEST_SUITE_P(Table, BadMetric,
                         ::testing::Values("", "@", "@5", "foo@10", "NDCG@10", "Precision@5",
                                           "ndcg@", "ndcg@0", "ndcg@-3", "ndcg@+3", "ndcg@x",
                                           "ndcg@10@5", "ndcg@1.5", "recall@ 5", "recall@5 ",
                                           " ndcg@5", "map@1_0", "mrr@٣",
                                           "ndcg@99999999999999999999", "ndcg@1e3", "ndcg 10"));

TEST(ParseMetric, NamesTheNearestMeasure) {
  const auto metric = parse_metric("ndgc@10");
  ASSERT_FALSE(metric.has_value());
  EXPECT_NE(metric.error().advice.find("'ndcg'"), std::string::npos) << metric.error().advice;
  const auto far = parse_metric("bleu4score@10");
  ASSERT_FALSE(far.has_value());
  for (const Measure& measure : measures()) {
    EXPECT_NE(far.error().advice.find(measure.name), std::string::npos) << far.error().advice;
  }
}

TEST(DefaultMetrics, AreTheFourOfTheReport) {
  std::vector<std::string> names;
  for (const Metric& metric : default_metrics()) {
    names.push_back(metric.name);
    EXPECT_EQ(metric.k, 10);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"ndcg@10", "recall@10", "map@10", "mrr@10"}));
  EXPECT_EQ(default_metrics(3).front().name, "ndcg@3");
  EXPECT_EQ(default_metrics(3).front().k, 3);
}

TEST(ParseMetric, GivesOneNameToOneMetric) {
  EXPECT_EQ(parse_metric("ndcg@010")->name, "ndcg@10");
  EXPECT_EQ(parse_metric("ndcg")->name, "ndcg@10");
  EXPECT_EQ(parse_metric("map@100")->name, "map@100");
}

}  // namespace
}  // namespace foley::retrieval
