#include "foley/stats/bootstrap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "foley/core/random.hpp"
#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

using Values = std::vector<double>;
using Topics = std::span<const std::size_t>;

void expect_near(double expected, double actual) {
  EXPECT_TRUE(testing::nearly_equal(expected, actual, 1e-11)) << expected << ' ' << actual;
}

void expect_same(const Bootstrap& a, const Bootstrap& b) {
  for (const auto part : {&Bootstrap::value, &Bootstrap::bias, &Bootstrap::standard_error,
                          &Bootstrap::bias_correction, &Bootstrap::acceleration}) {
    EXPECT_TRUE(testing::same_bits(a.*part, b.*part));
  }
  for (const auto part : {&Bootstrap::percentile, &Bootstrap::bca}) {
    EXPECT_TRUE(testing::same_bits((a.*part).low, (b.*part).low));
    EXPECT_TRUE(testing::same_bits((a.*part).high, (b.*part).high));
  }
}

TEST(BootstrapIntervals, AgreeWithScipy) {
  ASSERT_EQ(oracle_file().at("bca").size(), 3U);
  for (const auto& row : oracle_file().at("bca")) {
    const Values values = numbers(row.at("values"));
    const Values replicates = numbers(row.at("replicates"));
    double mean = 0.0;
    for (const double x : values) {
      mean += x / static_cast<double>(values.size());
    }
    const BcaCorrections corrections =
        bca_corrections(mean, replicates, numbers(row.at("jackknife")));
    for (const auto& [word, confidence] : {std::pair("0.8", 0.8), std::pair("0.95", 0.95)}) {
      const auto& percentile = row.at(std::string("percentile ") + word);
      const Interval plain = percentile_interval(mean, replicates, confidence);
      expect_near(percentile[0], plain.low);
      expect_near(percentile[1], plain.high);
      const auto& bca = row.at(std::string("BCa ") + word);
      const Interval corrected = bca_interval(mean, replicates, corrections, confidence);
      expect_near(bca[0], corrected.low);
      expect_near(bca[1], corrected.high);
    }
  }
}

TEST(BootstrapIntervals, ByHand) {
  const Values replicates = {0.0, 1.0, 2.0, 3.0, 4.0};
  const Interval half = percentile_interval(2.0, replicates, 0.5);
  EXPECT_EQ(half.low, 1.0);
  EXPECT_EQ(half.high, 3.0);
  FOLEY_EXPECT_NEARLY(0.4, percentile_interval(2.0, replicates, 0.8).low);
  EXPECT_EQ(percentile_interval(2.0, Values{7.0}, 0.95).high, 7.0);
  // a symmetric case has no corrections
  const BcaCorrections none = bca_corrections(2.0, replicates, replicates);
  EXPECT_NEAR(none.bias, 0.0, 1e-15);
  EXPECT_EQ(none.acceleration, 0.0);
  // jackknife 0, 0, 3: m - j = 1, 1, -2: (1 + 1 - 8) / (6 * 6^1.5)
  FOLEY_EXPECT_NEARLY(-1.0 / std::pow(6.0, 1.5),
                      bca_corrections(2.0, replicates, Values{0, 0, 3}).acceleration);
  EXPECT_THROW((void)percentile_interval(0.0, {}, 0.9), std::invalid_argument);
  FOLEY_EXPECT_NEARLY(
      bca_corrections(2.0, replicates, Values{0, 0, 3, 1}).acceleration,
      bca_corrections(2.0, replicates, Values{0, 3, 1}, Values{2, 1, 1}).acceleration);
  EXPECT_THROW((void)bca_corrections(0.0, replicates, Values{0, 1}, Values{2}),
               std::invalid_argument);
  EXPECT_THROW((void)bca_corrections(0.0, {}, {}), std::invalid_argument);
  EXPECT_THROW((void)bca_interval(0.0, replicates, {}, 1.0), std::invalid_argument);
}

TEST(BootstrapIntervals, BcaFallsBackWithAReason) {
  const Values replicates = {1.0, 2.0, 3.0, 4.0};
  for (const double value : {0.5, 4.5}) {
    const BcaCorrections outside = bca_corrections(value, replicates, replicates);
    EXPECT_EQ(outside.reason, Reason::one_sided_replicates);
    EXPECT_EQ(outside.bias, 0.0);
    const Interval interval = bca_interval(value, replicates, outside, 0.9);
    EXPECT_EQ(interval.reason, Reason::one_sided_replicates);
    EXPECT_EQ(interval.low, percentile_interval(value, replicates, 0.9).low);
  }
  // at the lowest replicate half of it lies below: z0 = Φ⁻¹(1/8)
  EXPECT_NEAR(bca_corrections(1.0, replicates, {}).bias, -1.1503493803760079, 1e-12);
  EXPECT_EQ(bca_interval(2.0, replicates, {0.0, 0.7, Reason::none}, 0.95).reason,
            Reason::one_sided_replicates);
  EXPECT_EQ(bca_interval(2.0, replicates, {0.0, -0.7, Reason::none}, 0.95).reason,
            Reason::one_sided_replicates);
  EXPECT_EQ(bca_interval(2.0, replicates, {0.0, 0.4, Reason::none}, 0.95).reason, Reason::none);
}

// Two topics 0 and 1: replicate means are 0, 1/2 and 1 with chances 1/4, 1/2, 1/4.
TEST(Bootstrap, OfTwoTopicsInClosedForm) {
  const Bootstrap result = bootstrap_mean(Values{0.0, 1.0}, {.replicates = 40'000});
  EXPECT_EQ(result.value, 0.5);
  EXPECT_NEAR(result.bias, 0.0, 0.008);
  EXPECT_NEAR(result.standard_error, std::sqrt(0.125), 0.005);
  EXPECT_NEAR(result.bias_correction, 0.0, 0.02);
  EXPECT_EQ(result.acceleration, 0.0);
  EXPECT_EQ(result.percentile.low, 0.0);
  EXPECT_EQ(result.percentile.high, 1.0);
  EXPECT_EQ(result.families, 2U);
}

TEST(Bootstrap, DrawsTheDocumentedStreams) {
  const Values values = {0.5, 0.25, 0.75, 1.0, 0.125};
  const BootstrapOptions options{.replicates = 200, .confidence = 0.9, .seed = 31};
  Values replicates;
  for (std::size_t r = 0; r < 200; ++r) {
    RandomStream random(31, r);
    double sum = 0.0;
    for (int i = 0; i < 5; ++i) {
      sum += values[random.below(5)];
    }
    replicates.push_back(sum / 5.0);
  }
  std::ranges::sort(replicates);
  const Bootstrap result = bootstrap_mean(values, options);
  const Interval expected = percentile_interval(result.value, replicates, 0.9);
  EXPECT_EQ(result.percentile.low, expected.low);
  EXPECT_EQ(result.percentile.high, expected.high);
}

TEST(Bootstrap, AnyStatisticIsTheMeanWhereItIsTheMean) {
  RandomStream random(4);
  Values a;
  Values b;
  std::vector<std::uint32_t> families;
  for (int i = 0; i < 40; ++i) {
    a.push_back(static_cast<double>(random.below(64)) / 64.0);  // sums without rounding
    b.push_back(static_cast<double>(random.below(64)) / 64.0);
    families.push_back(1000 * static_cast<std::uint32_t>(i * i % 13));
  }
  const auto mean_difference = [&](Topics topics) {
    double sum = 0.0;
    for (const std::size_t t : topics) {
      sum += a[t] - b[t];
    }
    return sum / static_cast<double>(topics.size());
  };
  for (const bool grouped : {false, true}) {
    BootstrapOptions options{.replicates = 500, .seed = 6};
    if (grouped) {
      options.families = families;
    }
    const Bootstrap fast = bootstrap_mean_difference(a, b, options);
    expect_same(fast, bootstrap_statistic(40, mean_difference, options));
    EXPECT_EQ(fast.families, grouped ? 7U : 40U);
    for (const unsigned threads : {2U, 8U}) {
      options.threads = threads;
      expect_same(fast, bootstrap_mean_difference(a, b, options));
      expect_same(fast, bootstrap_statistic(40, mean_difference, options));
    }
  }
}

TEST(Bootstrap, FamiliesStayTogether) {
  const std::vector<std::uint32_t> families = {7, 9, 7, 9, 9};
  const Values values = {1.0, 0.0, 1.0, 0.0, 0.0};
  const BootstrapOptions options{.replicates = 300, .families = families};
  std::size_t seen = 0;
  const auto statistic = [&](Topics topics) {
    std::size_t sevens = 0;
    for (const std::size_t t : topics) {
      sevens += t == 0 || t == 2 ? 1U : 0U;
    }
    const std::size_t nines = topics.size() - sevens;
    EXPECT_EQ(sevens % 2, 0U);
    EXPECT_EQ(nines % 3, 0U);
    ++seen;
    return static_cast<double>(sevens) / static_cast<double>(topics.size());
  };
  const Bootstrap result = bootstrap_statistic(5, statistic, options);
  EXPECT_EQ(seen, 1U + 300U + 2U);  // the data, the replicates, each family left out
  EXPECT_EQ(result.value, 0.4);
  EXPECT_EQ(result.families, 2U);
  EXPECT_EQ(result.percentile.low, 0.0);
  EXPECT_EQ(result.percentile.high, 1.0);
  // a family of each topic's own is no family; one family of all leaves nothing to draw
  const std::vector<std::uint32_t> own = {4, 3, 2, 1, 0};
  expect_same(bootstrap_mean(values, {.replicates = 300, .families = own}),
              bootstrap_mean(values, {.replicates = 300}));
  const std::vector<std::uint32_t> one(5, 3);
  const Bootstrap single = bootstrap_mean(values, {.families = one});
  EXPECT_EQ(single.bca.reason, Reason::too_few);
  EXPECT_EQ(single.bca.low, single.value);
  EXPECT_EQ(bootstrap_statistic(5, [](Topics) { return 1.0; }, {.families = one}).bca.reason,
            Reason::too_few);
}

TEST(Bootstrap, DegenerateDataAreOnePoint) {
  const auto expect_point = [](const Bootstrap& result, double value, Reason reason) {
    for (const Interval& interval : {result.percentile, result.bca}) {
      EXPECT_EQ(interval.value, value);
      EXPECT_EQ(interval.low, value);
      EXPECT_EQ(interval.high, value);
      EXPECT_EQ(interval.reason, reason);
    }
    EXPECT_EQ(result.value, value);
    EXPECT_EQ(result.standard_error, 0.0);
  };
  expect_point(bootstrap_mean({}), 0.0, Reason::no_data);
  expect_point(bootstrap_mean(Values{0.5}), 0.5, Reason::too_few);
  expect_point(bootstrap_mean(Values{0.5, 0.5, 0.5}), 0.5, Reason::constant);
  const Values a = {0.3, 0.2};
  expect_point(bootstrap_mean_difference(a, a), 0.0, Reason::identical);
  EXPECT_EQ(bootstrap_mean_difference(a, Values{0.2, 0.1}).bca.reason, Reason::constant);
  expect_point(bootstrap_statistic(0, [](Topics) { return 1.0; }), 0.0, Reason::no_data);
  expect_point(bootstrap_statistic(9, [](Topics) { return 2.0; }), 2.0, Reason::constant);
}

TEST(Bootstrap, UndefinedReplicatesAreCountedAndLeftOut) {
  // not defined on samples of one and the same topic
  const auto statistic = [](Topics topics) {
    const auto [low, high] = std::ranges::minmax(topics);
    return low == high ? std::nan("") : static_cast<double>(high - low);
  };
  const Bootstrap result = bootstrap_statistic(3, statistic, {.replicates = 9000});
  EXPECT_NEAR(static_cast<double>(result.undefined), 1000.0, 120.0);  // 3 of 27
  EXPECT_EQ(result.percentile.reason, Reason::undefined_replicates);
  EXPECT_EQ(result.bca.reason, Reason::undefined_replicates);
  EXPECT_EQ(result.percentile.low, 1.0);
  EXPECT_EQ(result.percentile.high, 2.0);
  const auto only_on_data = [](Topics topics) {
    // The jackknife asks about two of the three.
    const std::vector<std::size_t> data = {0, 1, 2};
    return std::ranges::equal(topics, data) ? 1.0 : std::nan("");
  };
  const Bootstrap none = bootstrap_statistic(3, only_on_data, {.replicates = 5, .seed = 2});
  EXPECT_EQ(none.undefined, 5U);
  EXPECT_EQ(none.percentile.reason, Reason::undefined_replicates);
  EXPECT_EQ(none.percentile.low, 1.0);
}

TEST(Bootstrap, Refusals) {
  const Values values = {0.5, 0.25};
  const std::vector<std::uint32_t> families = {1};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)bootstrap_mean(values, {.replicates = 1}), std::invalid_argument);
  EXPECT_THROW((void)bootstrap_mean(values, {.confidence = 1.0}), std::invalid_argument);
  EXPECT_THROW((void)bootstrap_mean(values, {.confidence = nan}), std::invalid_argument);
  EXPECT_THROW((void)bootstrap_mean(values, {.families = families}), std::invalid_argument);
  EXPECT_THROW((void)bootstrap_mean(Values{nan}), std::invalid_argument);
  EXPECT_THROW((void)bootstrap_mean_difference(values, Values{0.5}), std::invalid_argument);
  EXPECT_THROW((void)bootstrap_statistic(2, [nan](Topics) { return nan; }), std::invalid_argument);
  EXPECT_NO_THROW((void)bootstrap_mean(values, {.replicates = 2}));
}

}  // namespace
}  // namespace foley::stats
