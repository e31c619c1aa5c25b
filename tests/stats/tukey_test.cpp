#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "foley/core/random.hpp"
#include "foley/stats/paired_t.hpp"
#include "foley/stats/randomised_tukey.hpp"
#include "foley/stats/t_interval.hpp"
#include "foley/stats/tukey_hsd.hpp"
#include "foley/stats/two_way_anova.hpp"
#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

using Values = std::vector<double>;

void expect_near(double expected, double actual, double relative) {
  EXPECT_TRUE(testing::nearly_equal(expected, actual, relative)) << expected << ' ' << actual;
}

TEST(Tukey, AgreesWithLeastSquaresAndScipy) {
  const auto& row = oracle_file().at("tukey");
  const Values values = numbers(row.at("values"));
  const TukeyHsd result = tukey_hsd(TopicMatrix(values, 4, 15), 0.9);
  expect_near(row.at("system_squares"), result.anova.system_squares, 1e-11);
  expect_near(row.at("topic_squares"), result.anova.topic_squares, 1e-11);
  expect_near(row.at("residual_squares"), result.anova.residual_squares, 1e-11);
  expect_near(row.at("f"), result.anova.f, 1e-11);
  expect_near(row.at("p"), result.anova.p, 1e-10);
  EXPECT_EQ(result.anova.system_df, 3.0);
  EXPECT_EQ(result.anova.residual_df, 42.0);
  expect_near(row.at("critical_90"), result.critical_difference, 1e-8);
  ASSERT_EQ(result.pairs.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(row.at("pair_p")[i].get<double>(), result.pairs[i].p, 1e-9);
    const Interval& interval = result.pairs[i].difference;
    EXPECT_EQ(interval.high, interval.value + result.critical_difference);
    EXPECT_EQ(interval.low, interval.value - result.critical_difference);
    EXPECT_EQ(interval.confidence, 0.9);
    // an interval that leaves 0 out, and p below 0.1, are the same statement
    EXPECT_EQ(result.pairs[i].p < 0.1, interval.low > 0.0 || interval.high < 0.0);
  }
  EXPECT_EQ(result.pairs[4].first, 1U);
  EXPECT_EQ(result.pairs[4].second, 3U);
}

// With two systems, everything is the paired t-test: F = t², Q = √2 |t|, and the residual variance
// is half that of the differences.
TEST(Tukey, OfTwoSystemsIsThePairedTTest) {
  const Values values = {0.5, 0.75, 0.1, 0.9, 0.3, 0.4, 0.8, 0.2, 0.6, 0.1};
  const TopicMatrix matrix(values, 2, 5);
  const TestResult t = paired_t_test(matrix.system(0), matrix.system(1));
  const Interval interval = t_interval_of_difference(matrix.system(0), matrix.system(1));
  const TukeyHsd tukey = tukey_hsd(matrix);
  expect_near(t.statistic * t.statistic, tukey.anova.f, 1e-11);
  expect_near(t.p, tukey.anova.p, 1e-11);
  expect_near(t.p, tukey.pairs[0].p, 1e-10);
  expect_near(interval.low, tukey.pairs[0].difference.low, 1e-9);
  expect_near(interval.high, tukey.pairs[0].difference.high, 1e-9);
  const double d_z = t.statistic / std::sqrt(5.0);
  expect_near(d_z * std::sqrt(2.0), standardised_difference(interval.value, tukey.anova), 1e-11);
}

TEST(Tukey, DegenerateTablesHaveAReason) {
  const auto reason_of = [](const Values& values, std::size_t systems, std::size_t topics) {
    const TopicMatrix matrix(values, systems, topics);
    const TukeyHsd result = tukey_hsd(matrix);
    EXPECT_EQ(result.anova.p, 1.0);
    EXPECT_EQ(result.anova.f, 0.0);
    EXPECT_EQ(result.critical_difference, 0.0);
    EXPECT_EQ(standardised_difference(0.5, result.anova), 0.0);
    EXPECT_EQ(result.pairs.size(), systems < 2 ? 0 : systems * (systems - 1) / 2);
    for (const TukeyPair& pair : result.pairs) {
      EXPECT_EQ(pair.p, 1.0);
      EXPECT_EQ(pair.difference.reason, result.anova.reason);
      EXPECT_EQ(pair.difference.low, pair.difference.value);
    }
    return result.anova.reason;
  };
  EXPECT_EQ(reason_of({}, 0, 0), Reason::no_data);
  EXPECT_EQ(reason_of({}, 3, 0), Reason::no_data);
  EXPECT_EQ(reason_of({0.1, 0.2}, 2, 1), Reason::too_few);
  EXPECT_EQ(reason_of({0.1, 0.2}, 1, 2), Reason::too_few);
  EXPECT_EQ(reason_of({0.1, 0.2, 0.1, 0.2}, 2, 2), Reason::identical);
  EXPECT_EQ(reason_of({0.1, 0.2, 0.7, 0.3, 0.4, 0.9}, 2, 3), Reason::constant);
  EXPECT_THROW((void)tukey_hsd(TopicMatrix({}, 0, 0), 1.0), std::invalid_argument);
}

// All (3!)^4 shuffles of a small table, in whole numbers.
Values exact_tukey(const std::vector<std::vector<int>>& rows) {
  std::vector<std::vector<int>> orders;
  std::vector<int> order = {0, 1, 2};
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  const auto range = [](const std::vector<int>& sums) {
    return *std::ranges::max_element(sums) - *std::ranges::min_element(sums);
  };
  std::vector<int> ranges;
  for (std::size_t code = 0; code < 6 * 6 * 6 * 6; ++code) {
    std::vector<int> sums(3, 0);
    std::size_t rest = code;
    for (std::size_t topic = 0; topic < 4; ++topic, rest /= 6) {
      for (std::size_t i = 0; i < 3; ++i) {
        sums[i] += rows[static_cast<std::size_t>(orders[rest % 6][i])][topic];
      }
    }
    ranges.push_back(range(sums));
  }
  Values p;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i + 1; j < 3; ++j) {
      const int seen = std::abs(std::accumulate(rows[i].begin(), rows[i].end(), 0) -
                                std::accumulate(rows[j].begin(), rows[j].end(), 0));
      const auto extreme = std::ranges::count_if(ranges, [&](int x) { return x >= seen; });
      p.push_back(static_cast<double>(extreme) / 1296.0);
    }
  }
  return p;
}

TEST(RandomisedTukey, ApproachesTheShareOfAllShuffles) {
  const std::vector<std::vector<int>> rows = {{3, 9, 6, 10}, {2, 8, 7, 6}, {1, 4, 2, 5}};
  Values values;
  for (const auto& row : rows) {
    for (const int x : row) {
      values.push_back(x / 10.0);
    }
  }
  const Values exact = exact_tukey(rows);
  const auto results = randomised_tukey_hsd(TopicMatrix(values, 3, 4), {40'000, 5, 2});
  ASSERT_EQ(results.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(exact[i], 0.0);
    EXPECT_NEAR(results[i].p, exact[i], 4.0 * std::sqrt(exact[i] * (1.0 - exact[i]) / 40'000));
    EXPECT_EQ(results[i].method, Method::monte_carlo);
  }
  EXPECT_NEAR(results[1].difference, (28 - 12) / 40.0, 1e-15);
}

TEST(RandomisedTukey, IsNearTheParametricOneOnSmoothData) {
  RandomStream random(12);
  constexpr std::size_t topics = 60;
  Values values;
  for (std::size_t system = 0; system < 5; ++system) {
    for (std::size_t topic = 0; topic < topics; ++topic) {
      values.push_back(random.u01() + 0.04 * static_cast<double>(system));
    }
  }
  const TopicMatrix matrix(values, 5, topics);
  const auto random_p = randomised_tukey_hsd(matrix, {20'000, 1, 1});
  const TukeyHsd parametric = tukey_hsd(matrix);
  for (std::size_t i = 0; i < random_p.size(); ++i) {
    // the shuffles mix in the differences between the systems, so that p is a little higher
    EXPECT_NEAR(random_p[i].p, parametric.pairs[i].p, 0.05);
    EXPECT_NEAR(random_p[i].difference, parametric.pairs[i].difference.value, 1e-15);
  }
}

TEST(RandomisedTukey, SameBitsForAnyNumberOfThreads) {
  RandomStream random(13);
  Values values;
  for (int i = 0; i < 6 * 50; ++i) {
    values.push_back(random.u01());
  }
  const TopicMatrix matrix(values, 6, 50);
  const auto once = randomised_tukey_hsd(matrix, {1001, 9, 1});
  for (const unsigned threads : {2U, 8U}) {
    const auto again = randomised_tukey_hsd(matrix, {1001, 9, threads});
    for (std::size_t i = 0; i < once.size(); ++i) {
      EXPECT_TRUE(testing::same_bits(once[i].p, again[i].p));
    }
  }
}

TEST(RandomisedTukey, DegenerateTables) {
  EXPECT_TRUE(randomised_tukey_hsd(TopicMatrix({}, 0, 0)).empty());
  EXPECT_TRUE(randomised_tukey_hsd(TopicMatrix(Values{0.5}, 1, 1)).empty());
  EXPECT_EQ(randomised_tukey_hsd(TopicMatrix({}, 2, 0))[0].reason, Reason::no_data);
  const Values values = {0.1, 0.2, 0.1, 0.2, 0.9, 0.8};
  const auto results = randomised_tukey_hsd(TopicMatrix(values, 3, 2));
  EXPECT_EQ(results[0].reason, Reason::identical);
  EXPECT_EQ(results[0].p, 1.0);
  EXPECT_EQ(results[1].reason, Reason::none);
  EXPECT_EQ(results[1].p, results[2].p);
  // one topic: every shuffle has the full range
  const auto single = randomised_tukey_hsd(TopicMatrix(Values{0.1, 0.9}, 2, 1));
  EXPECT_EQ(single[0].p, 1.0);
  EXPECT_THROW((void)randomised_tukey_hsd(TopicMatrix(values, 3, 2), {0, 1, 1}),
               std::invalid_argument);
}

}  // namespace
}  // namespace foley::stats
