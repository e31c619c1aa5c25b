#include "foley/reliability/alpha_interval.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "foley/reliability/alpha.hpp"
#include "foley/stats/distributions.hpp"
#include "reliability/uncertainty/assumed_units.hpp"
#include "support/near.hpp"

namespace foley::reliability {
namespace {

using foley::testing::same_bits;
using testing::at_level;
using testing::drawn_units;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// One string a unit, one digit a rating; a point is missing.
AgreementCounts counts_of(const std::vector<std::string>& rows) {
  Ratings ratings(16);
  for (const std::string& row : rows) {
    std::vector<Rating> unit;
    for (std::size_t r = 0; r < row.size(); ++r) {
      if (row[r] != '.') {
        unit.push_back({static_cast<double>(row[r] - '0'), static_cast<std::uint32_t>(r), 0});
      }
    }
    ratings.add_unit(unit);
  }
  return AgreementCounts::of(ratings);
}

// Hayes & Krippendorff 2007, table 1: five observers, forty news stories.
const std::vector<std::string> kNews{
    "112.2", "1101.", "2333.", ".00.0", "000.0", "000.0", "102.1", "1.20.", "222.2", "2111.",
    ".100.", "0000.", "1222.", "33223", "111.1", "111.1", "212.2", "1233.", "1101.", "000.0",
    "0011.", "00.00", "2333.", "0000.", "12.22", "0111.", "00010", "1212.", "1122.", "112.2",
    "110.0", "2121.", "22.22", "3222.", "222.2", "223.2", "222.2", "22.12", "2222.", "111.1"};

bool same(const stats::Interval& a, const stats::Interval& b) {
  return same_bits(a.value, b.value) && same_bits(a.low, b.low) && same_bits(a.high, b.high) &&
         a.reason == b.reason;
}

bool same(const AlphaInterval& a, const AlphaInterval& b) {
  return same(a.interval, b.interval) && same(a.bca, b.bca) && same(a.percentile, b.percentile) &&
         same(a.jackknife, b.jackknife) && same(a.krippendorff, b.krippendorff) &&
         same_bits(a.standard_error, b.standard_error) && same_bits(a.bias, b.bias) &&
         same_bits(a.jackknife_error, b.jackknife_error) &&
         same_bits(a.below_reliable, b.below_reliable) && a.without_meaning == b.without_meaning;
}

TEST(AlphaInterval, OfHayesAndKrippendorffsNewsIsNearThatOfTheirMacro) {
  const AlphaInterval result = alpha_interval(counts_of(kNews), {}, {.replicates = 20'000});
  EXPECT_NEAR(result.value, 0.7598, 5e-5);
  EXPECT_NEAR(result.krippendorff.low, 0.7078, 2e-3);
  EXPECT_NEAR(result.krippendorff.high, 0.8078, 2e-3);
  const AlphaInterval later =
      alpha_interval(counts_of(kNews), {}, {.replicates = 100, .raters = 5});
  EXPECT_EQ(later.coincidences_drawn, 318U);  // (5 - 1) · 159 / 2, under 25 Q
}

// Two raters, names: a replicate is 1 - B / (M D_e) with B binomial, so that its spread is known.
TEST(AlphaInterval, KrippendorffsBootstrapIsABinomialForNames) {
  const AgreementCounts counts = drawn_units({0.5, 0.3, 0.2}, 0.6, 2, 180, RandomStream(3));
  const Coefficient alpha = krippendorff_alpha(counts, at_level(Level::nominal));
  const AlphaInterval result =
      alpha_interval(counts, at_level(Level::nominal), {.replicates = 20'000});
  ASSERT_EQ(result.coincidences_drawn, 180U);
  const double sd = std::sqrt(alpha.observed * (1.0 - alpha.observed) / 180.0) / alpha.expected;
  EXPECT_NEAR(result.krippendorff_error, sd, 0.02 * sd);
  EXPECT_NEAR(result.krippendorff.low, alpha.value - 1.96 * sd, 0.15 * sd);
  EXPECT_NEAR(result.krippendorff.high, alpha.value + 1.96 * sd, 0.15 * sd);
}

// Only one value ever coincides with itself: a replicate without disagreement counts as 0.
TEST(AlphaInterval, KrippendorffsBootstrapTakesBackOnesOfOneValue) {
  std::vector<std::string> rows(9, "00");
  rows.emplace_back("01");
  const AlphaInterval result =
      alpha_interval(counts_of(rows), at_level(Level::nominal), {.replicates = 4'000});
  ASSERT_EQ(result.coincidences_drawn, 10U);
  // D_o = 0.1, D_e = 0.1: a replicate is 1 - B with B of 10 draws of 0.1, and 0 instead of 1
  double mean = 0.0;
  double squares = 0.0;
  for (std::size_t k = 0; k <= 10; ++k) {
    const double chance =
        stats::binomial_cdf(k, 10, 0.1) - (k == 0 ? 0.0 : stats::binomial_cdf(k - 1, 10, 0.1));
    const double value = k == 0 ? 0.0 : std::max(-1.0, 1.0 - static_cast<double>(k));
    mean += chance * value;
    squares += chance * value * value;
  }
  const double sd = std::sqrt(squares - mean * mean);
  EXPECT_NEAR(result.krippendorff_error, sd, 0.05 * sd);
  EXPECT_EQ(result.krippendorff.high, 0.0);
  EXPECT_EQ(result.krippendorff.low, -1.0);
}

// What the jackknife is: alpha of tables without one row.
TEST(AlphaInterval, LeavesUnitsOutOneAtATime) {
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval}) {
    const AlphaInterval result =
        alpha_interval(counts_of(kNews), at_level(level), {.replicates = 100});
    std::vector<double> without;
    double mean = 0.0;
    for (std::size_t i = 0; i < kNews.size(); ++i) {
      auto rows = kNews;
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
      without.push_back(krippendorff_alpha(counts_of(rows), at_level(level)).value);
      mean += without.back() / 40.0;
    }
    double squares = 0.0;
    double cubes = 0.0;
    for (const double alpha : without) {
      squares += (mean - alpha) * (mean - alpha);
      cubes += std::pow(mean - alpha, 3.0);
    }
    const double error = std::sqrt(39.0 / 40.0 * squares);
    EXPECT_NEAR(result.jackknife_error, error, 1e-12);
    EXPECT_NEAR(result.acceleration, cubes / (6.0 * std::pow(squares, 1.5)), 1e-9);
    EXPECT_NEAR(result.jackknife.low, result.value - stats::student_t_quantile(0.975, 39) * error,
                1e-12);
  }
}

// Bootstrap and jackknife meet the variance by the delta method: two raters, k equal shares of
// names, a (1 - a) + (1 - a) / (k - 1) a unit.
TEST(AlphaInterval, MeetsTheKnownVariance) {
  const AgreementCounts counts =
      drawn_units({0.25, 0.25, 0.25, 0.25}, 0.7, 2, 40'000, RandomStream(8));
  const AlphaInterval result =
      alpha_interval(counts, at_level(Level::nominal), {.replicates = 4'000});
  const double sd = std::sqrt((0.7 * 0.3 + 0.3 / 3.0) / 40'000.0);
  EXPECT_NEAR(result.value, 0.7, 4.0 * sd);
  EXPECT_NEAR(result.jackknife_error, sd, 0.02 * sd);
  EXPECT_NEAR(result.standard_error, sd, 0.05 * sd);
}

// Continuous ratings have as many patterns as units, which are then left out in groups.
TEST(AlphaInterval, LeavesGroupsOutWherePatternsAreMany) {
  constexpr std::size_t units = 6'000;
  std::vector<double> values(2 * units);
  RandomStream random(6);
  for (std::size_t u = 0; u < units; ++u) {
    const double quality = random.u01();
    values[u] = quality + 0.3 * random.u01();
    values[units + u] = quality + 0.3 * random.u01();
  }
  const AgreementCounts counts = AgreementCounts::of(RatingMatrix(values, 2, units));
  ASSERT_GT(counts.patterns(), 4096U);
  const AlphaInterval result =
      alpha_interval(counts, at_level(Level::interval), {.replicates = 400});
  EXPECT_NEAR(result.jackknife_error, result.standard_error, 0.15 * result.standard_error);
  EXPECT_NEAR(result.krippendorff_error, result.standard_error, 0.3 * result.standard_error);
  EXPECT_TRUE(same(result, alpha_interval(counts, at_level(Level::interval),
                                          {.replicates = 400, .threads = 3})));
}

TEST(AlphaInterval, HasTheSameBitsForAnyNumberOfThreads) {
  for (const Level level : {Level::nominal, Level::ordinal, Level::ratio}) {
    const AgreementCounts counts = drawn_units({0.4, 0.3, 0.3}, 0.5, 4, 150, RandomStream(9));
    const auto with = [&](unsigned threads, std::uint64_t seed) {
      return alpha_interval(counts, at_level(level),
                            {.replicates = 333, .seed = seed, .threads = threads});
    };
    const AlphaInterval one = with(1, 7);
    EXPECT_TRUE(same(one, with(2, 7)));
    EXPECT_TRUE(same(one, with(8, 7)));
    EXPECT_FALSE(same(one, with(1, 8)));
  }
}

void expect_one_point(const AlphaInterval& result, double value, Reason reason) {
  EXPECT_EQ(result.reason, reason);
  for (const auto& interval :
       {result.interval, result.bca, result.percentile, result.jackknife, result.krippendorff}) {
    EXPECT_EQ(interval.low, value);
    EXPECT_EQ(interval.high, value);
    EXPECT_NE(interval.reason, stats::Reason::none);
  }
}

TEST(AlphaInterval, OfDegenerateDataIsOnePoint) {
  expect_one_point(alpha_interval(AgreementCounts{}), 1.0, Reason::no_pairs);
  expect_one_point(alpha_interval(counts_of({"1.", ".2"})), 1.0, Reason::no_pairs);
  expect_one_point(alpha_interval(counts_of({"22", "22", "222"})), 1.0, Reason::one_value);
  expect_one_point(alpha_interval(counts_of({"12"})), 0.0, Reason::too_few_units);
}

TEST(AlphaInterval, OfUnanimousUnitsKnowsThatTheyAreFew) {
  const AlphaInterval few = alpha_interval(counts_of({"11", "22"}));
  EXPECT_EQ(few.value, 1.0);
  EXPECT_EQ(few.reason, Reason::none);
  EXPECT_EQ(few.bca.low, 1.0);
  // none in two: up to 1 - √0.025 of units; two ratings of 1 1 2 2 differ in 2 of 3
  EXPECT_NEAR(few.interval.low, 1.0 - (1.0 - std::sqrt(0.025)) * 1.5, 1e-12);
  EXPECT_EQ(few.interval.high, 1.0);
  EXPECT_EQ(few.interval.reason, stats::Reason::constant);
  std::vector<std::string> rows(300, "11");
  rows.insert(rows.end(), 300, "22");
  EXPECT_GT(alpha_interval(counts_of(rows)).interval.low, 0.98);
}

TEST(AlphaInterval, CountsReplicatesOfOneValueAsAlphaDoes) {
  const AlphaInterval result = alpha_interval(counts_of({"00", "00", "01"}),
                                              at_level(Level::nominal), {.replicates = 9'000});
  // three draws that all miss the third unit
  const double missed = 8.0 / 27.0;
  EXPECT_NEAR(static_cast<double>(result.without_meaning) / 9'000.0, missed, 0.02);
  EXPECT_EQ(result.reason, Reason::undefined_replicates);
  EXPECT_NEAR(1.0 - result.below_reliable, missed, 0.02);
  EXPECT_EQ(result.percentile.high, 1.0);
}

TEST(AlphaInterval, RefusesOptionsOutOfRange) {
  const AgreementCounts counts = counts_of(kNews);
  EXPECT_THROW((void)alpha_interval(counts, {}, {.replicates = 1}), std::invalid_argument);
  for (const double confidence : {0.0, 1.0, kNaN}) {
    EXPECT_THROW((void)alpha_interval(counts, {}, {.confidence = confidence}),
                 std::invalid_argument);
  }
}

RC_GTEST_PROP(AlphaIntervalProperty, IsOrderedAndBlindToTheOrderOfUnits, (std::uint64_t seed)) {
  RandomStream random(seed);
  const std::size_t raters = 2 + random.below(3);
  const std::size_t units = 2 + random.below(30);
  std::vector<std::string> rows(units);
  for (std::string& row : rows) {
    for (std::size_t r = 0; r < raters; ++r) {
      const std::uint32_t digit = random.below(5);
      row += digit == 4 ? '.' : static_cast<char>('0' + digit);
    }
  }
  const Level level = random.below(2) == 0 ? Level::nominal : Level::ordinal;
  const AlphaIntervalOptions options{.replicates = 60, .seed = seed};
  const AlphaInterval result = alpha_interval(counts_of(rows), at_level(level), options);
  for (const auto& interval :
       {result.interval, result.bca, result.percentile, result.jackknife, result.krippendorff}) {
    RC_ASSERT(interval.low <= interval.high);
    RC_ASSERT(interval.high <= 1.0 + 1e-12);
    RC_ASSERT(std::isfinite(interval.low));
    RC_ASSERT(same_bits(interval.value, result.value));
  }
  RC_ASSERT(result.percentile.low >= -1.0 - 1e-12);  // no alpha of pairs is below -1
  RC_ASSERT(result.krippendorff.low >= -1.0);
  RC_ASSERT(result.jackknife.low <= result.value && result.value <= result.jackknife.high);
  RC_ASSERT(result.below_tentative <= result.below_reliable);
  for (std::size_t left = rows.size(); left > 1; --left) {
    std::swap(rows[left - 1], rows[random.below(static_cast<std::uint32_t>(left))]);
  }
  RC_ASSERT(same(result, alpha_interval(counts_of(rows), at_level(level), options)));
}

}  // namespace
}  // namespace foley::reliability
