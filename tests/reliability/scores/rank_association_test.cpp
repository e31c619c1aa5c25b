#include "foley/reliability/scores/rank_association.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <stdexcept>

#include "foley/core/random.hpp"
#include "reliability/kappa/tables.hpp"

namespace foley::reliability {
namespace {

using Rows = std::vector<std::vector<double>>;

// Made by make_scores_oracle.py from SciPy.
TEST(RankAssociation, MeetsTheRivalOnRandomScores) {
  const auto oracle = testing::Json::parse(testing::file_text(FOLEY_SCORES_ORACLE));
  std::size_t pairs = 0;
  std::size_t groups = 0;
  for (const auto& test : oracle["cases"]) {
    const Rows rows = oracle_rows(test["ratings"]);
    const auto units = static_cast<double>(rows[0].size());
    if (test.contains("rho")) {
      const Association rho = spearman_rho(table(rows));
      EXPECT_NEAR(rho.value, test["rho"]["value"].get<double>(), 1e-12);
      EXPECT_NEAR(rho.p, test["rho"]["p"].get<double>(), 1e-11);
      const Association tau = kendall_tau_b(table(rows));
      EXPECT_NEAR(tau.value, test["tau"]["value"].get<double>(), 1e-12);
      EXPECT_NEAR(tau.p, test["tau"]["p"].get<double>(), 1e-12);
      pairs += 1;
    } else {
      const Association w = kendall_w(table(rows));
      const auto chi_squared = test["w"]["chi_squared"].get<double>();
      EXPECT_NEAR(w.statistic, chi_squared, 1e-10);
      EXPECT_NEAR(w.value, chi_squared / (static_cast<double>(rows.size()) * (units - 1.0)), 1e-12);
      EXPECT_NEAR(w.p, test["w"]["p"].get<double>(), 1e-12);
      groups += 1;
    }
  }
  EXPECT_GE(pairs, 16U);
  EXPECT_GE(groups, 16U);
}

double sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

double slow_tau(const std::vector<double>& x, const std::vector<double>& y) {
  double both = 0.0;
  double of_x = 0.0;
  double of_y = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      both += sign(x[i] - x[j]) * sign(y[i] - y[j]);
      of_x += std::fabs(sign(x[i] - x[j]));
      of_y += std::fabs(sign(y[i] - y[j]));
    }
  }
  return of_x > 0.0 && of_y > 0.0 ? both / std::sqrt(of_x * of_y) : 0.0;
}

TEST(RankAssociation, IsTheDefinitionPairByPair) {
  EXPECT_TRUE(rc::check([] {
    const auto units = *rc::gen::inRange<std::size_t>(0, 40);
    const int values = *rc::gen::inRange(1, 30);
    Rows rows(2, std::vector<double>(units));
    for (auto& row : rows) {
      for (double& value : row) {
        value = *rc::gen::inRange(0, values);
      }
    }
    const Ratings ratings = table(rows);
    const Association tau = kendall_tau_b(ratings);
    RC_ASSERT(std::fabs(tau.value - slow_tau(rows[0], rows[1])) <= 1e-13);
    RC_ASSERT(tau.p >= 0.0 && tau.p <= 1.0);
    const Association rho = spearman_rho(ratings);
    RC_ASSERT(std::fabs(rho.value) <= 1.0 && rho.p >= 0.0 && rho.p <= 1.0);
    RC_ASSERT((rho.reason == Reason::constant_rater) == (tau.reason == Reason::constant_rater));
    // W of two raters without ties is (1 + rho) / 2; ties weaken both alike only where they match.
    const Association w = kendall_w(ratings);
    RC_ASSERT(w.value >= 0.0 && w.value <= 1.0);
  }));
}

TEST(RankAssociation, OfTwoOrdersWithoutTies) {
  EXPECT_TRUE(rc::check([] {
    const auto units = *rc::gen::inRange<std::size_t>(3, 20);
    Rows rows(2, std::vector<double>(units));
    RandomStream random(*rc::gen::arbitrary<std::uint64_t>());
    for (auto& row : rows) {
      for (double& value : row) {
        value = static_cast<double>(random()) + static_cast<double>(random()) * 0x1p-32;
      }
    }
    const double rho = spearman_rho(table(rows)).value;
    RC_ASSERT(std::fabs(kendall_w(table(rows)).value - (1.0 + rho) / 2.0) <= 1e-12);
    for (double& value : rows[1]) {
      value = -std::sqrt(value);  // reversed, on another scale
    }
    RC_ASSERT(std::fabs(spearman_rho(table(rows)).value + rho) <= 1e-12);
  }));
}

TEST(RankAssociation, OfTheSameOrderIsOne) {
  const Rows same{{1, 4, 9, 16, 16}, {-5, 0.5, 7, 8, 8}};
  EXPECT_EQ(spearman_rho(table(same)).value, 1.0);
  EXPECT_EQ(spearman_rho(table(same)).p, 0.0);
  EXPECT_NEAR(kendall_tau_b(table(same)).value, 1.0, 1e-15);
  EXPECT_EQ(kendall_w(table(same)).value, 1.0);
  const Rows reversed{{1, 2, 3}, {3, 2, 1}};
  EXPECT_EQ(spearman_rho(table(reversed)).value, -1.0);
  EXPECT_NEAR(kendall_tau_b(table(reversed)).value, -1.0, 1e-15);
  EXPECT_EQ(kendall_w(table(reversed)).value, 0.0);
}

TEST(RankAssociation, OfDegenerateScoresIsANumberWithAReason) {
  const auto each = [](const Rows& rows, Reason reason) {
    for (const Association& found :
         {spearman_rho(table(rows)), kendall_tau_b(table(rows)), kendall_w(table(rows))}) {
      EXPECT_EQ(found.reason, reason);
      EXPECT_EQ(found.p, 1.0);
      if (reason != Reason::too_few_units || rows[0].size() < 2) {
        EXPECT_EQ(found.value, 0.0);
      }
    }
  };
  each({}, Reason::too_few_raters);
  each({{1, 2, 3}}, Reason::too_few_raters);
  each({{1, kMissing}, {kMissing, 1}}, Reason::no_pairs);
  each({{1}, {2}}, Reason::too_few_units);
  each({{1, 2}, {1, 2}}, Reason::too_few_units);
  each({{1, 1, 1}, {2, 2, 2}}, Reason::constant_rater);
  EXPECT_EQ(spearman_rho(table({{1, 2}, {1, 2}})).value, 1.0);
  EXPECT_EQ(spearman_rho(table({{1, 1, 1}, {1, 2, 3}})).reason, Reason::constant_rater);
  EXPECT_EQ(kendall_tau_b(table({{1, 2, 3}, {1, 1, 1}})).reason, Reason::constant_rater);
  EXPECT_EQ(kendall_w(table({{1, 2, 3}, {1, 1, 1}})).reason, Reason::none);
  const Rows three{{1, 2}, {1, 2}, {2, 1}};
  EXPECT_THROW((void)spearman_rho(table(three)), std::invalid_argument);
  EXPECT_THROW((void)kendall_tau_b(table(three)), std::invalid_argument);
}

TEST(RankAssociation, LeavesOutUnitsThatNotAllRated) {
  const Association found = kendall_tau_b(table({{1, 2, 3, 4, kMissing}, {1, 3, 2, 4, 0}}));
  EXPECT_EQ(found.units, 4U);
  EXPECT_EQ(found.left_out, 1U);
  EXPECT_NEAR(found.value, 4.0 / 6.0, 1e-15);
}

// Pair by pair this would take 2 · 10^10 steps.
TEST(RankAssociation, OfTwoHundredThousandUnitsTakesNoTime) {
  Rows rows(2, std::vector<double>(200'000));
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    rows[0][i] = static_cast<double>(i);
    rows[1][i] = static_cast<double>(i ^ 1U);  // neighbours swapped
  }
  const double n = 200'000.0;
  // One discordant pair in every couple.
  EXPECT_NEAR(kendall_tau_b(table(rows)).value, 1.0 - 2.0 * (n / 2.0) / (n * (n - 1.0) / 2.0),
              1e-12);
}

}  // namespace
}  // namespace foley::reliability
