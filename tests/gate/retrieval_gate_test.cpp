#include "foley/gate/retrieval_gate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>

namespace foley::gate {
namespace {

golden::Baseline baseline_of(double value, double tolerance) {
  golden::Baseline baseline;
  baseline.value = value;
  baseline.tolerance = tolerance;
  baseline.embedder = "embedder";
  baseline.dim = 64;
  baseline.seed_sha256 = "seed";
  baseline.manifest_sha256 = "manifest";
  baseline.updated_at = "2026-01-01";
  return baseline;
}

Measured measured() {
  return {.embedder = "embedder", .dim = 64, .seed_sha256 = "seed", .manifest_sha256 = "manifest"};
}

retrieval::RetrievalReport report_of(double mean) {
  retrieval::RetrievalReport report;
  report.metrics = {"recall@10", "ndcg@10"};
  report.mean = {0.123, mean};
  return report;
}

Verdict verdict(double mean, double value, double tolerance) {
  return check_retrieval(report_of(mean), baseline_of(value, tolerance), measured()).verdict;
}

TEST(RetrievalGate, PassesFromExactlyTheFloorOn) {
  // 0.75 - 0.25 is exact
  EXPECT_EQ(verdict(0.5, 0.75, 0.25), Verdict::pass);
  EXPECT_EQ(verdict(0.499999, 0.75, 0.25), Verdict::fail);
  EXPECT_EQ(verdict(0.75, 0.75, 0.25), Verdict::pass);
  EXPECT_EQ(verdict(1.0, 0.75, 0.25), Verdict::pass);
  EXPECT_EQ(verdict(0.0, 0.75, 0.25), Verdict::fail);
}

TEST(RetrievalGate, WithoutToleranceTheBaselineIsTheFloor) {
  EXPECT_EQ(verdict(0.7, 0.7, 0.0), Verdict::pass);
  EXPECT_EQ(verdict(0.699999, 0.7, 0.0), Verdict::fail);
}

TEST(RetrievalGate, ABaselinePassesOnItsOwnData) {
  // The mean is recorded with six decimals, here rounded up.
  const double mean = 2.0 / 3.0;
  EXPECT_EQ(verdict(mean, golden::baseline_value(mean), 0.0), Verdict::pass);
  EXPECT_EQ(verdict(0.6666664, golden::baseline_value(mean), 0.0), Verdict::fail);
}

TEST(RetrievalGate, ReportsTheNumbersOfTheBaselinesMetric) {
  const auto result = check_retrieval(report_of(0.6), baseline_of(0.7, 0.02), measured());
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.metric, "ndcg@10");
  EXPECT_EQ(result.current, 0.6);
  EXPECT_EQ(result.baseline, 0.7);
  EXPECT_EQ(result.floor, 0.7 - 0.02);
  for (const char* part : {"ndcg@10", "0.6000", "-0.1000", "0.7000", "0.6800"}) {
    EXPECT_NE(result.reason.find(part), std::string::npos) << part << " in " << result.reason;
  }
  EXPECT_FALSE(result.advice.empty());
}

TEST(RetrievalGate, ANanMeanFails) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(verdict(nan, 0.7, 0.02), Verdict::fail);
  EXPECT_EQ(verdict(nan, 0.0, 1.0), Verdict::fail);
  EXPECT_EQ(verdict(0.7, nan, 0.02), Verdict::fail);
}

TEST(RetrievalGate, AdvisesToKeepAGain) {
  const auto gain = check_retrieval(report_of(0.9), baseline_of(0.7, 0.02), measured());
  EXPECT_EQ(gain.verdict, Verdict::pass);
  EXPECT_NE(gain.advice.find("--update-baseline"), std::string::npos);
  const auto same = check_retrieval(report_of(0.7), baseline_of(0.7, 0.02), measured());
  EXPECT_EQ(same.advice.find("--update-baseline"), std::string::npos);
  EXPECT_NE(same.reason.find("+0.0000"), std::string::npos) << same.reason;
}

struct Stale {
  const char* seed;
  const char* manifest;
  const char* words;
};

class StaleGate : public ::testing::TestWithParam<Stale> {};

TEST_P(StaleGate, ComparesNothingAndSaysWhatChanged) {
  Measured now = measured();
  now.seed_sha256 = GetParam().seed;
  now.manifest_sha256 = GetParam().manifest;
  // The verdict does not depend on the number.
  for (const double mean : {0.0, 1.0}) {
    const auto result = check_retrieval(report_of(mean), baseline_of(0.7, 0.02), now);
    EXPECT_EQ(result.verdict, Verdict::stale);
    EXPECT_NE(result.reason.find(GetParam().words), std::string::npos) << result.reason;
    EXPECT_FALSE(result.advice.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Table, StaleGate,
                         ::testing::Values(Stale{"x", "manifest", "the golden set has"},
                                           Stale{"seed", "x", "the corpus has"},
                                           Stale{"x", "y", "the golden set and the corpus have"}));

TEST(RetrievalGate, AnotherSystemIsNotComparable) {
  Measured other_model = measured();
  other_model.embedder = "other";
  Measured other_dim = measured();
  other_dim.dim = 128;
  for (const Measured& now : {other_model, other_dim}) {
    const auto result = check_retrieval(report_of(1.0), baseline_of(0.7, 0.02), now);
    EXPECT_EQ(result.verdict, Verdict::not_comparable);
    EXPECT_NE(result.reason.find("embedder"), std::string::npos);
    EXPECT_NE(result.reason.find("64"), std::string::npos) << result.reason;
  }
}

TEST(RetrievalGate, AMetricThatWasNotMeasuredIsNotComparable) {
  golden::Baseline baseline = baseline_of(0.0, 0.02);
  baseline.metric = "map@5";
  const auto result = check_retrieval(report_of(1.0), baseline, measured());
  EXPECT_EQ(result.verdict, Verdict::not_comparable);
  EXPECT_NE(result.reason.find("map@5"), std::string::npos);
  EXPECT_NE(result.advice.find("map@5"), std::string::npos);
}

TEST(RetrievalGate, NotComparableComesBeforeStale) {
  Measured now = measured();
  now.embedder = "other";
  now.seed_sha256 = "x";
  EXPECT_EQ(check_retrieval(report_of(1.0), baseline_of(0.7, 0.02), now).verdict,
            Verdict::not_comparable);
}

TEST(Verdict, HasAWord) {
  EXPECT_STREQ(to_string(Verdict::pass), "pass");
  EXPECT_STREQ(to_string(Verdict::fail), "fail");
  EXPECT_STREQ(to_string(Verdict::stale), "stale");
  EXPECT_STREQ(to_string(Verdict::not_comparable), "not comparable");
}

RC_GTEST_PROP(RetrievalGateProperty, ABetterMeanNeverTurnsPassIntoFail, ()) {
  const double low = *rc::gen::inRange(0, 1001) / 1000.0;
  const double high = low + *rc::gen::inRange(0, 1001) / 1000.0;
  const double value = *rc::gen::inRange(0, 1001) / 1000.0;
  const double tolerance = *rc::gen::inRange(0, 101) / 1000.0;
  RC_ASSERT((verdict(low, value, tolerance) == Verdict::fail ||
             verdict(high, value, tolerance) == Verdict::pass));
}

}  // namespace
}  // namespace foley::gate
