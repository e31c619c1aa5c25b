#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "foley/reliability/alpha.hpp"
#include "foley/reliability/alpha_interval.hpp"
#include "foley/stats/distributions.hpp"
#include "reliability/uncertainty/assumed_units.hpp"

// 2,000 synthetic tables a case: intervals of nominally 95 % must hold the true alpha in 93 to 97
// %.
namespace foley::reliability {
namespace {

using testing::at_level;
using testing::drawn_units;

constexpr std::size_t kTables = 2000;
const std::vector<double> kShares{0.4, 0.3, 0.2, 0.1};

struct Covered {
  double bca = 0.0;
  double percentile = 0.0;
  double jackknife = 0.0;
  double krippendorff = 0.0;
};

double holds(const stats::Interval& interval, double truth) {
  return interval.low <= truth && truth <= interval.high ? 1.0 / kTables : 0.0;
}

// `draw(random)` makes one table's counts.
template <class Draw>
Covered coverage(double truth, Level level, std::uint64_t seed, const Draw& draw) {
  Covered covered;
  for (std::size_t table = 0; table < kTables; ++table) {
    const AgreementCounts counts = draw(RandomStream(seed, table));
    const AlphaInterval result =
        alpha_interval(counts, at_level(level), {.replicates = 400, .seed = table});
    covered.bca += holds(result.bca, truth);
    covered.percentile += holds(result.percentile, truth);
    covered.jackknife += holds(result.jackknife, truth);
    covered.krippendorff += holds(result.krippendorff, truth);
  }
  return covered;
}

void expect_nominal(const Covered& covered) {
  for (const double share : {covered.bca, covered.percentile, covered.jackknife}) {
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.97);
  }
}

TEST(AlphaCoverage, OfTwoRatersAndNames) {
  const Covered covered = coverage(0.75, Level::nominal, 1, [](RandomStream random) {
    return drawn_units(kShares, 0.75, 2, 200, random);
  });
  expect_nominal(covered);
  EXPECT_GE(covered.krippendorff, 0.93);
  EXPECT_LE(covered.krippendorff, 0.97);
}

// Krippendorff's bootstrap takes the ten pairs of a unit for independent.
TEST(AlphaCoverage, OfFiveRatersAndNames) {
  const Covered covered = coverage(0.75, Level::nominal, 2, [](RandomStream random) {
    return drawn_units(kShares, 0.75, 5, 100, random);
  });
  expect_nominal(covered);
  EXPECT_LE(covered.krippendorff, 0.85);
}

// Grades of a quality that raters see with some noise, one in ten missing; the true alpha is that
// of a sample so large that its own error is nothing beside the intervals'.
AgreementCounts seen_quality(std::size_t units, RandomStream random) {
  constexpr std::size_t kRaters = 3;
  std::vector<double> values(kRaters * units);
  // a sum of uniforms is near enough to normal, and quick
  const auto noise = [&] { return random.u01() + random.u01() + random.u01() - 1.5; };
  for (std::size_t u = 0; u < units; ++u) {
    const double quality = 2.0 + 2.0 * noise();
    for (std::size_t r = 0; r < kRaters; ++r) {
      const double grade = std::clamp(std::round(quality + 0.9 * noise()), 0.0, 4.0);
      values[r * units + u] =
          random.below(10) == 0 ? std::numeric_limits<double>::quiet_NaN() : grade;
    }
  }
  return AgreementCounts::of(RatingMatrix(values, kRaters, units));
}

TEST(AlphaCoverage, OfThreeRatersAndGradesWithSomeMissing) {
  const Coefficient truth =
      krippendorff_alpha(seen_quality(1'000'000, RandomStream(4)), at_level(Level::ordinal));
  EXPECT_GT(truth.value, 0.6);
  EXPECT_LT(truth.value, 0.9);
  expect_nominal(coverage(truth.value, Level::ordinal, 3,
                          [](RandomStream random) { return seen_quality(200, random); }));
}

}  // namespace
}  // namespace foley::reliability
