#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "foley/stats/paired_t.hpp"
#include "foley/stats/sign_flip.hpp"
#include "foley/stats/sign_test.hpp"
#include "foley/stats/t_interval.hpp"
#include "foley/stats/wilcoxon.hpp"
#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

using Values = std::vector<double>;

const std::map<std::string, Alternative> alternatives = {
    {"two-sided", Alternative::two_sided},
    {"greater", Alternative::greater},
    {"less", Alternative::less},
};

void expect_near(double expected, double actual, const std::string& what) {
  EXPECT_TRUE(testing::nearly_equal(expected, actual, 1e-11))
      << what << ": " << expected << " is not " << actual;
}

TEST(PairedTests, AgreeWithScipy) {
  const auto& rows = oracle_file().at("pairs");
  ASSERT_EQ(rows.size(), 7U);
  for (const auto& row : rows) {
    const auto name = row.at("name").get<std::string>();
    const Values a = numbers(row.at("first"));
    const Values b = numbers(row.at("second"));
    const auto method = row.at("exact").get<bool>() ? Method::exact : Method::asymptotic;
    for (const auto& [word, alternative] : alternatives) {
      const auto& expected = row.at(word);
      const std::string what = name + ' ' + word;
      expect_near(expected.at("t"), paired_t_test(a, b, alternative).p, what + " t");
      expect_near(expected.at("sign"), sign_test(a, b, alternative).p, what + " sign");
      const TestResult wilcoxon = wilcoxon_test(a, b, alternative);
      expect_near(expected.at("wilcoxon"), wilcoxon.p, what + " wilcoxon");
      EXPECT_EQ(wilcoxon.method, method) << what;
      EXPECT_EQ(wilcoxon.reason, Reason::none);
    }
    expect_near(row.at("t"), paired_t_test(a, b).statistic, name);
    EXPECT_EQ(row.at("w_plus").get<double>(), wilcoxon_test(a, b).statistic);
    EXPECT_EQ(row.at("wins").get<double>(), sign_test(a, b).statistic);
    const Interval interval = t_interval_of_difference(a, b, 0.9);
    expect_near(row.at("interval_90")[0], interval.low, name + " low");
    expect_near(row.at("interval_90")[1], interval.high, name + " high");
  }
}

// Every sign pattern tried one by one: Wilcoxon's and the sign test's p are shares of them.
TEST(PairedTests, ExactPIsTheShareOfSignPatterns) {
  const Values sizes = {0.5, 1.25, 0.75, 2.0, 3.5, 0.25, 1.5};
  const std::size_t n = sizes.size();
  for (std::size_t seen = 0; seen < std::size_t{1} << n; seen += 5) {
    Values first;
    std::array<int, 3> rank_tail{};  // lower, upper of W+; the ranks are counted below
    std::array<int, 3> sign_tail{};
    const auto ranks_of = [&](std::size_t pattern) {
      int sum = 0;
      for (std::size_t i = 0; i < n; ++i) {
        int rank = 0;
        for (const double other : sizes) {
          rank += other <= sizes[i] ? 1 : 0;
        }
        sum += (pattern >> i & 1) != 0 ? rank : 0;
      }
      return sum;
    };
    for (std::size_t i = 0; i < n; ++i) {
      first.push_back((seen >> i & 1) != 0 ? sizes[i] : -sizes[i]);
    }
    for (std::size_t pattern = 0; pattern < std::size_t{1} << n; ++pattern) {
      rank_tail[0] += ranks_of(pattern) <= ranks_of(seen) ? 1 : 0;
      rank_tail[1] += ranks_of(pattern) >= ranks_of(seen) ? 1 : 0;
      sign_tail[0] += __builtin_popcountll(pattern) <= __builtin_popcountll(seen) ? 1 : 0;
      sign_tail[1] += __builtin_popcountll(pattern) >= __builtin_popcountll(seen) ? 1 : 0;
    }
    const Values zero(n, 0.0);
    const double all = 128.0;
    EXPECT_EQ(wilcoxon_test(first, zero, Alternative::less).p, rank_tail[0] / all);
    EXPECT_EQ(wilcoxon_test(first, zero, Alternative::greater).p, rank_tail[1] / all);
    EXPECT_EQ(wilcoxon_test(first, zero).p,
              std::min(1.0, 2 * std::min(rank_tail[0], rank_tail[1]) / all));
    FOLEY_EXPECT_NEARLY(sign_tail[0] / all, sign_test(first, zero, Alternative::less).p);
    FOLEY_EXPECT_NEARLY(sign_tail[1] / all, sign_test(first, zero, Alternative::greater).p);
  }
}

// Wilcoxon's own limits as printed for decades: n = 8, two-sided 5 %: W <= 3; n = 15: W <= 25.
TEST(Wilcoxon, AgreesWithTheTables) {
  const auto with_sum = [](int n, std::vector<int> positive) {
    Values d(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      d[static_cast<std::size_t>(i)] = -(i + 1.0);
    }
    for (const int rank : positive) {
      d[static_cast<std::size_t>(rank - 1)] = rank;
    }
    return wilcoxon_test(d, Values(d.size(), 0.0));
  };
  EXPECT_LE(with_sum(8, {3}).p, 0.05);
  EXPECT_GT(with_sum(8, {4}).p, 0.05);
  EXPECT_LE(with_sum(15, {12, 13}).p, 0.05);
  EXPECT_GT(with_sum(15, {12, 14}).p, 0.05);
}

TEST(Wilcoxon, SwitchesAtFiftyTopicsAndAtTies) {
  Values d;
  for (int i = 1; i <= 50; ++i) {
    d.push_back(i % 3 == 0 ? -i : i);
  }
  EXPECT_EQ(wilcoxon_test(d, Values(50, 0.0)).method, Method::exact);
  d.push_back(0.0);  // no difference: does not count
  EXPECT_EQ(wilcoxon_test(d, Values(51, 0.0)).method, Method::exact);
  EXPECT_EQ(wilcoxon_test(d, Values(51, 0.0)).used, 50U);
  d.back() = 51.0;
  EXPECT_EQ(wilcoxon_test(d, Values(51, 0.0)).method, Method::asymptotic);
  EXPECT_EQ(wilcoxon_test(Values{1.0, -1.0}, Values(2, 0.0)).method, Method::asymptotic);
}

// 0.3 - 0.2 and 0.2 - 0.1 differ in the last bits, on paper they are the same.
TEST(Wilcoxon, RoundingBreaksNoTies) {
  const Values first = {0.3, 0.2, 0.7, 0.9};
  const Values second = {0.2, 0.1, 0.8, 0.4};
  const TestResult result = wilcoxon_test(first, second);
  EXPECT_EQ(result.method, Method::asymptotic);
  EXPECT_EQ(result.statistic, 2.0 + 2.0 + 4.0);
  const TestResult zero = wilcoxon_test(Values{0.1 + 0.2, 0.5}, Values{0.3, 0.25});
  EXPECT_EQ(zero.used, 1U);
}

TEST(PairedTests, DegenerateDataHaveAReason) {
  const Values none;
  const Values one = {0.5};
  const Values three = {0.5, 0.25, 0.75};
  const Values less = {0.4, 0.15, 0.65};  // by 0.1 everywhere, but for rounding
  const auto all = [](const Values& a, const Values& b) {
    return std::array<TestResult, 4>{paired_t_test(a, b), wilcoxon_test(a, b), sign_test(a, b),
                                     sign_flip_test(a, b)};
  };
  for (const TestResult& result : all(none, none)) {
    EXPECT_EQ(result.p, 1.0);
    EXPECT_EQ(result.reason, Reason::no_data);
  }
  for (const TestResult& result : all(three, three)) {
    EXPECT_EQ(result.p, 1.0);
    EXPECT_EQ(result.statistic, 0.0);
    EXPECT_EQ(result.reason, Reason::identical);
  }
  const auto single = all(one, {0.25});
  EXPECT_EQ(single[0].reason, Reason::too_few);
  EXPECT_EQ(single[0].p, 1.0);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(single.at(i).p, 1.0);  // two patterns, both as extreme
    EXPECT_EQ(single.at(i).reason, Reason::none);
  }
  const auto shifted = all(three, less);
  EXPECT_EQ(shifted[0].reason, Reason::constant);
  EXPECT_EQ(shifted[0].p, 1.0);
  EXPECT_EQ(shifted[0].statistic, 0.0);
  EXPECT_EQ(shifted[2].p, 0.25);
  EXPECT_EQ(shifted[3].p, 0.25);
  EXPECT_GT(shifted[1].p, 0.05);
  EXPECT_EQ(shifted[1].reason, Reason::none);
}

TEST(PairedTests, RefuseWhatIsNotComparable) {
  const Values two = {0.5, 0.25};
  const Values three = {0.5, 0.25, 0.75};
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity(), -1e101}) {
    EXPECT_THROW((void)paired_t_test(Values{bad, 0.0}, two), std::invalid_argument);
    EXPECT_THROW((void)wilcoxon_test(two, Values{bad, 0.0}), std::invalid_argument);
    EXPECT_THROW((void)t_interval(Values{bad, 0.0}), std::invalid_argument);
  }
  EXPECT_THROW((void)paired_t_test(two, three), std::invalid_argument);
  EXPECT_THROW((void)wilcoxon_test(two, three), std::invalid_argument);
  EXPECT_THROW((void)sign_test(two, three), std::invalid_argument);
  EXPECT_THROW((void)sign_flip_test(two, three), std::invalid_argument);
  EXPECT_TRUE(std::isfinite(paired_t_test(Values{1e100, -1e100}, two).p));
}

TEST(TInterval, ClosedFormAndDegenerateData) {
  // two values: t(0.975; 1) = 12.7062…, sd/√2 = half the distance
  const Interval two = t_interval(Values{1.0, 3.0});
  FOLEY_EXPECT_NEARLY(2.0 - 12.706204736174694, two.low);
  FOLEY_EXPECT_NEARLY(2.0 + 12.706204736174694, two.high);
  EXPECT_EQ(two.reason, Reason::none);
  const auto expect_point = [](const Interval& interval, double value, Reason reason) {
    EXPECT_EQ(interval.value, value);
    EXPECT_EQ(interval.low, value);
    EXPECT_EQ(interval.high, value);
    EXPECT_EQ(interval.reason, reason);
  };
  expect_point(t_interval({}), 0.0, Reason::no_data);
  expect_point(t_interval(Values{0.5}), 0.5, Reason::too_few);
  expect_point(t_interval(Values{0.5, 0.5}), 0.5, Reason::constant);
  expect_point(t_interval_of_difference(Values{0.5, 0.25}, Values{0.5, 0.25}), 0.0,
               Reason::identical);
  EXPECT_EQ(t_interval_of_difference(Values{0.3, 0.2}, Values{0.2, 0.1}).reason, Reason::constant);
  EXPECT_THROW((void)t_interval(Values{1.0}, 0.0), std::invalid_argument);
  EXPECT_THROW((void)t_interval(Values{1.0}, 1.0), std::invalid_argument);
}

}  // namespace
}  // namespace foley::stats
