#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "foley/core/random.hpp"
#include "foley/stats/bootstrap.hpp"
#include "foley/stats/distributions.hpp"
#include "foley/stats/t_interval.hpp"

// 2,000 synthetic sets of topics a case: intervals of nominally 95 % must hold the true mean in 93
// to 97 % of them.
namespace foley::stats {
namespace {

constexpr std::size_t kSets = 2000;

struct Covered {
  double percentile = 0.0;
  double bca = 0.0;
  double t = 0.0;
};

bool holds(const Interval& interval, double truth) {
  return interval.low <= truth && truth <= interval.high;
}

// `draw(random)` makes one topic's value.
template <class Draw>
Covered coverage(std::size_t topics, double truth, std::uint64_t seed, const Draw& draw) {
  Covered covered;
  std::vector<double> values(topics);
  for (std::size_t set = 0; set < kSets; ++set) {
    RandomStream random(seed, set);
    for (double& value : values) {
      value = draw(random);
    }
    const Bootstrap result = bootstrap_mean(values, {.replicates = 600, .seed = set});
    covered.percentile += holds(result.percentile, truth) ? 1.0 / kSets : 0.0;
    covered.bca += holds(result.bca, truth) ? 1.0 / kSets : 0.0;
    covered.t += holds(t_interval(values), truth) ? 1.0 / kSets : 0.0;
  }
  return covered;
}

void expect_nominal(const Covered& covered) {
  for (const double share : {covered.percentile, covered.bca, covered.t}) {
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.97);
  }
}

TEST(Coverage, OfNormalDifferences) {
  expect_nominal(coverage(60, 0.1, 1, [](RandomStream& random) {
    return 0.1 + 0.3 * normal_quantile(random.u01() + 0x1p-54);
  }));
}

// As of nDCG with many failures: a third of the topics 0, the others between.
TEST(Coverage, OfValuesWithManyZeros) {
  expect_nominal(coverage(80, 1.0 / 3.0, 2, [](RandomStream& random) {
    return random.below(3) == 0 ? 0.0 : random.u01();
  }));
}

// Families of four topics that share most of their value: without families the interval is too
// narrow by far, with them it is right.
TEST(Coverage, OfTopicsInFamilies) {
  constexpr std::size_t topics = 200;
  std::vector<std::uint32_t> families(topics);
  for (std::size_t t = 0; t < topics; ++t) {
    families[t] = static_cast<std::uint32_t>(t / 4);
  }
  double with_families = 0.0;
  double without = 0.0;
  std::vector<double> values(topics);
  for (std::size_t set = 0; set < kSets; ++set) {
    RandomStream random(3, set);
    double shared = 0.0;
    for (std::size_t t = 0; t < topics; ++t) {
      shared = t % 4 == 0 ? random.u01() : shared;
      values[t] = 0.8 * shared + 0.2 * random.u01();
    }
    const Bootstrap grouped =
        bootstrap_mean(values, {.replicates = 600, .seed = set, .families = families});
    with_families += holds(grouped.bca, 0.5) ? 1.0 / kSets : 0.0;
    const Bootstrap single = bootstrap_mean(values, {.replicates = 200, .seed = set});
    without += holds(single.bca, 0.5) ? 1.0 / kSets : 0.0;
  }
  EXPECT_GE(with_families, 0.93);
  EXPECT_LE(with_families, 0.97);
  EXPECT_LE(without, 0.75);
}

}  // namespace
}  // namespace foley::stats
