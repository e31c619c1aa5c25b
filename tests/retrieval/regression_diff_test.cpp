#include <gtest/gtest.h>

#include <string>

#include "foley/retrieval/report.hpp"

namespace foley::retrieval {
namespace {

RetrievalReport report_of(const std::vector<double>& values) {
  RetrievalReport report;
  report.metrics = {"ndcg@10"};
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    report.per_query.push_back(
        {"q" + std::to_string(i), {values[i]}, static_cast<std::int64_t>(i)});
    sum += values[i];
  }
  report.mean = {sum / static_cast<double>(values.size())};
  return report;
}

TEST(RegressionDiff, IsVerbatim) {
  EXPECT_EQ(format_regression_diff(report_of({1.0, 0.5}), "ndcg@10", 0.8, 0.02),
            "ndcg@10: current=0.7500 baseline=0.8000 floor=0.7800 Δ=-0.0500\n"
            "worst queries (query_id: metric | rank-of-top-answer):\n"
            "  q1: 0.5000 | rank=1\n"
            "  q0: 1.0000 | rank=0");
}

TEST(RegressionDiff, ShowsAGainWithASign) {
  const std::string text = format_regression_diff(report_of({1.0}), "ndcg@10", 0.75, 0.02);
  EXPECT_NE(text.find("Δ=+0.2500"), std::string::npos) << text;
}

TEST(RegressionDiff, AMetricThatIsNotHeldCountsZero) {
  const std::string text = format_regression_diff(report_of({1.0, 0.5}), "nope@1", 1.0, 0.02);
  EXPECT_TRUE(text.starts_with("nope@1: current=0.0000 baseline=1.0000 floor=0.9800 Δ=-1.0000"));
  EXPECT_NE(text.find("  q0: 0.0000 | rank=0\n  q1: 0.0000 | rank=1"), std::string::npos);
}

TEST(RegressionDiff, ShowsTheEightWorstInStableOrder) {
  const std::string text = format_regression_diff(
      report_of({0.5, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}), "ndcg@10", 0.5, 0.02);
  EXPECT_NE(text.find("):\n  q2: 0.1000 | rank=2\n  q0: 0.5000"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("  q7: 0.5000 | rank=7")) << text;
}

TEST(RegressionDiff, ShowsARankThatIsNoNumber) {
  const std::string text =
      regression_diff_text("map@5", 0.5, 0.5, 0.0, {{"a", 0.25, "-"}, {"b", 0.125, "12"}});
  EXPECT_EQ(text,
            "map@5: current=0.5000 baseline=0.5000 floor=0.5000 Δ=+0.0000\n"
            "worst queries (query_id: metric | rank-of-top-answer):\n"
            "  b: 0.1250 | rank=12\n"
            "  a: 0.2500 | rank=-");
}

TEST(WorstQueries, AreTheLowestFirst) {
  const auto worst = worst_queries(report_of({0.5, 0.1, 0.9, 0.1}), "ndcg@10", 3);
  ASSERT_EQ(worst.size(), 3U);
  EXPECT_EQ(worst[0].query, "q1");
  EXPECT_EQ(worst[1].query, "q3");
  EXPECT_EQ(worst[2].query, "q0");
  EXPECT_EQ(worst[2].value, 0.5);
  EXPECT_EQ(worst_queries(report_of({0.5}), "ndcg@10", 9).size(), 1U);
  EXPECT_TRUE(worst_queries(report_of({0.5}), "ndcg@10", 0).empty());
}

}  // namespace
}  // namespace foley::retrieval
