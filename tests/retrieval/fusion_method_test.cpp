// Fusions worked out by hand, edge cases, and the registry.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "foley/retrieval/fusion/fuse.hpp"
#include "retrieval/fusion_tables.hpp"
#include "support/near.hpp"

namespace foley::retrieval {
namespace {

using testing::fused_row;
using testing::Plan;
using testing::plan_for;
using testing::Row;
using testing::Table;

const double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

// a: ranks 1 and 2, b: 2 and absent, c: absent and 1.
const std::vector<Table> kTwo{{{"q", {{"a", 4.0}, {"b", 2.0}}}}, {{"q", {{"c", 8.0}, {"a", 6.0}}}}};

Row fused(const std::string& method, const std::string& norm = "none",
          const std::vector<Table>& runs = kTwo, const Plan& plan = {}) {
  return fused_row(runs, "q", method, norm, plan);
}

TEST(Fusion, ScoresOfTheCombFamily) {
  EXPECT_EQ(fused("combsum"), (Row{{"a", 10.0}, {"c", 8.0}, {"b", 2.0}}));
  EXPECT_EQ(fused("combmnz"), (Row{{"a", 20.0}, {"c", 8.0}, {"b", 2.0}}));
  EXPECT_EQ(fused("combanz"), (Row{{"c", 8.0}, {"a", 5.0}, {"b", 2.0}}));
  EXPECT_EQ(fused("combmin"), (Row{{"c", 8.0}, {"a", 4.0}, {"b", 2.0}}));
  EXPECT_EQ(fused("combmax"), (Row{{"c", 8.0}, {"a", 6.0}, {"b", 2.0}}));
  EXPECT_EQ(fused("combmed"), (Row{{"c", 8.0}, {"a", 5.0}, {"b", 2.0}}));
  EXPECT_EQ(fused("wsum", "none", kTwo, {.weights = {2.0, -0.5}}),
            (Row{{"a", 5.0}, {"b", 4.0}, {"c", -4.0}}));
}

TEST(Fusion, MedianOfThreeIsTheMiddleOne) {
  const std::vector<Table> runs{
      {{"q", {{"a", 1.0}}}}, {{"q", {{"a", 9.0}}}}, {{"q", {{"a", 2.0}}}}};
  EXPECT_EQ(fused("combmed", "none", runs), (Row{{"a", 2.0}}));
}

TEST(Fusion, RanksOfTheVotes) {
  EXPECT_EQ(fused("rrf"), (Row{{"a", 1.0 / 62 + 1.0 / 61}, {"c", 1.0 / 61}, {"b", 1.0 / 62}}));
  EXPECT_EQ(fused("rrf", "none", kTwo, {.k = 0.0}), (Row{{"a", 1.5}, {"c", 1.0}, {"b", 0.5}}));
  EXPECT_EQ(fused("rrf", "none", kTwo, {.k = 0.0, .weights = {1.0, 3.0}}),
            (Row{{"c", 3.0}, {"a", 2.5}, {"b", 0.5}}));
  EXPECT_EQ(fused("isr"), (Row{{"a", 2.5}, {"c", 1.0}, {"b", 0.25}}));
  // Three candidates, two ranked: the third gets (3 - 2 + 1) / 2 = 1 point.
  EXPECT_EQ(fused("borda"), (Row{{"a", 5.0}, {"c", 4.0}, {"b", 3.0}}));
  // a beats b; a and c are level, and so are b and c.
  EXPECT_EQ(fused("condorcet"), (Row{{"a", 1.5}, {"c", 1.0}, {"b", 0.5}}));
}

TEST(Fusion, NormalisationChangesNothingWhereRanksCount) {
  for (const FusionMethod& method : fusion_methods()) {
    if (!method.uses_scores) {
      for (const Normalisation& norm : normalisations()) {
        const std::string name(method.name);
        EXPECT_EQ(fused(name, std::string(norm.name)), fused(name)) << name << " " << norm.name;
      }
    }
  }
}

TEST(Condorcet, ACycleIsOrderedById) {
  const std::vector<Table> runs{{{"q", {{"a", 3.0}, {"b", 2.0}, {"c", 1.0}}}},
                                {{"q", {{"b", 3.0}, {"c", 2.0}, {"a", 1.0}}}},
                                {{"q", {{"c", 3.0}, {"a", 2.0}, {"b", 1.0}}}}};
  EXPECT_EQ(fused("condorcet", "none", runs), (Row{{"a", 1.0}, {"b", 1.0}, {"c", 1.0}}));
}

TEST(Condorcet, TheWinnerOfAllDuelsIsFirstThoughBordaPrefersAnother) {
  const Row majority{{"a", 3.0}, {"b", 2.0}, {"c", 1.0}};
  const Row minority{{"b", 3.0}, {"c", 2.0}, {"a", 1.0}};
  const std::vector<Table> runs{{{"q", majority}},
                                {{"q", majority}},
                                {{"q", majority}},
                                {{"q", minority}},
                                {{"q", minority}}};
  EXPECT_EQ(fused("condorcet", "none", runs).front().first, "a");
  EXPECT_EQ(fused("borda", "none", runs).front().first, "b");
}

TEST(Fusion, EqualFusedScoresStandById) {
  const std::vector<Table> runs{{{"q", {{"é", 2.0}, {"a", 1.0}}}},
                                {{"q", {{"a", 2.0}, {"é", 1.0}}}}};
  for (const FusionMethod& method : fusion_methods()) {
    const Plan plan{.weights =
                        method.needs_weights ? std::vector<double>{1, 1} : std::vector<double>{}};
    const Row row = fused(std::string(method.name), "min-max", runs, plan);
    ASSERT_EQ(row.size(), 2U);
    EXPECT_EQ(row[0].first, "a") << method.name;
    EXPECT_EQ(row[0].second, row[1].second) << method.name;
  }
}

TEST(Fusion, EqualScoresOfARunRankById) {
  const std::vector<Table> runs{{{"q", {{"z", 1.0}, {"b", 1.0}, {"a", 1.0}}}}};
  EXPECT_EQ(fused("isr", "none", runs), (Row{{"a", 1.0}, {"b", 0.25}, {"z", 1.0 / 9}}));
}

TEST(Fusion, EveryQueryOfAnyRunIsThereInOrder) {
  const std::vector<Table> runs{{{"q2", {{"a", 1.0}}}, {"q9", {}}}, {{"q10", {{"b", 1.0}}}}};
  const auto views = testing::runs_of(runs);
  const auto out = fuse_runs(testing::pointers(views), plan_for("combsum", "min-max"));
  ASSERT_TRUE(out.has_value());
  ASSERT_EQ(out->size(), 3U);
  EXPECT_EQ(out->rows()[0].query, "q10");
  EXPECT_EQ(out->rows()[1].query, "q2");
  EXPECT_EQ(out->rows()[2].query, "q9");
  EXPECT_EQ(out->find("q10").size(), 1U);
  EXPECT_TRUE(out->contains("q9"));
  EXPECT_TRUE(out->find("q9").empty());
}

TEST(Fusion, ARunThatLacksTheQuerySaysNothing) {
  const std::vector<Table> silent{kTwo[0], kTwo[1], {{"other", {{"a", 1.0}}}}, {{"q", {}}}};
  for (const char* method : {"borda", "condorcet", "combmin", "combanz", "rrf", "isr"}) {
    for (const char* norm : {"borda", "min-max"}) {
      EXPECT_EQ(fused(method, norm, silent), fused(method, norm)) << method << " " << norm;
    }
  }
}

TEST(Fusion, DepthKeepsTheBest) {
  EXPECT_EQ(fused("combsum", "none", kTwo, {.depth = 2}), (Row{{"a", 10.0}, {"c", 8.0}}));
  EXPECT_EQ(fused("combsum", "none", kTwo, {.depth = 0}), Row{});
}

TEST(Fusion, MinusZeroIsNotWritten) {
  const Row row = fused("wsum", "none", {{{"q", {{"a", -0.0}}}}}, {.weights = {1.0}});
  EXPECT_TRUE(testing::same_bits(row.front().second, 0.0));
}

Error error_of(const std::vector<Table>& runs, const FusionPlan& plan) {
  const auto views = testing::runs_of(runs);
  const auto out = fuse_runs(testing::pointers(views), plan);
  EXPECT_FALSE(out.has_value());
  return out ? Error{} : out.error();
}

TEST(FusionRefuses, ScoresThatAreNotFinite) {
  for (const double score : {kNan, kInfinity, -kInfinity}) {
    const Error error = error_of({kTwo[0], {{"q", {{"x", score}}}}}, plan_for("rrf", "min-max"));
    EXPECT_EQ(error.kind, ErrorKind::bad_value);
    EXPECT_EQ(error.item, "run 2, query 'q'");
    EXPECT_NE(error.problem.find("'x'"), std::string::npos);
  }
}

TEST(FusionRefuses, ADocumentTwice) {
  const Error error = error_of({{{"q", {{"x", 1.0}, {"x", 2.0}}}}}, plan_for("rrf", "none"));
  EXPECT_EQ(error.kind, ErrorKind::duplicate);
  EXPECT_NE(error.problem.find("'x'"), std::string::npos);
}

TEST(FusionRefuses, SumsBeyondTheLargestNumber) {
  const Table huge{{"q", {{"a", 1e308}, {"b", 1.0}}}};
  EXPECT_EQ(error_of({huge, huge}, plan_for("combsum", "none")).item, "query 'q'");
  EXPECT_EQ(fused("combsum", "min-max", {huge, huge}), (Row{{"a", 2.0}, {"b", 0.0}}));
  FusionPlan plan = plan_for("wsum", "none");
  plan.parameters.weights = {10.0, -10.0};
  EXPECT_EQ(error_of({huge, huge}, plan).kind, ErrorKind::bad_value);
}

TEST(FusionRefuses, PlansThatDoNotFit) {
  const auto problem = [](const std::string& method, const FusionParameters& parameters) {
    FusionPlan plan = plan_for(method, "min-max");
    plan.parameters = parameters;
    const auto fits = check_plan(plan, 2);
    EXPECT_FALSE(fits.has_value()) << method;
    return fits ? std::string() : fits.error().problem;
  };
  EXPECT_EQ(problem("wsum", {}), "wsum needs weights");
  EXPECT_EQ(problem("combsum", {.weights = {1, 1}}), "combsum takes no weights");
  EXPECT_EQ(problem("wsum", {.weights = {1, 1, 1}}), "3 weights for 2 runs");
  EXPECT_EQ(problem("rrf", {.weights = {1, kInfinity}}), "a weight is Infinity");
  EXPECT_EQ(problem("rrf", {.k = kNan}), "k is NaN, not a finite number from 0 on");
  EXPECT_EQ(problem("rrf", {.k = -1}), "k is -1.0, not a finite number from 0 on");
  EXPECT_TRUE(check_plan(plan_for("rrf", "none"), 2).has_value());
}

TEST(FusionRefuses, BrokenPreconditions) {
  const auto views = testing::runs_of(kTwo);
  EXPECT_THROW(static_cast<void>(fuse_runs(testing::pointers(views), {})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(fuse_runs({}, plan_for("rrf", "none"))), std::invalid_argument);
}

TEST(FusionRegistry, EveryMethodIsDescribedAndFound) {
  ASSERT_EQ(fusion_methods().size(), 11U);
  std::set<std::string_view> names;
  for (const FusionMethod& method : fusion_methods()) {
    EXPECT_TRUE(names.insert(method.name).second) << method.name;
    EXPECT_EQ(find_fusion(method.name).value(), &method);
    EXPECT_FALSE(method.title.empty() || method.about.empty() || method.formula.empty() ||
                 method.citation.empty())
        << method.name;
    EXPECT_TRUE(method.takes_weights || !method.needs_weights) << method.name;
  }
}

TEST(FusionRegistry, WrongNamesGetTheNearestOne) {
  const auto method = find_fusion("CombSUN");
  ASSERT_FALSE(method.has_value());
  EXPECT_EQ(method.error().kind, ErrorKind::unknown_name);
  EXPECT_NE(method.error().advice.find("did you mean 'combsum'?"), std::string::npos);
  const auto norm = find_normalisation("minmax");
  ASSERT_FALSE(norm.has_value());
  EXPECT_NE(norm.error().advice.find("did you mean 'min-max'?"), std::string::npos);
  EXPECT_NE(find_fusion("nonsense").error().advice.find("known: rrf, isr"), std::string::npos);
}

}  // namespace
}  // namespace foley::retrieval
