#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "foley/core/random.hpp"
#include "foley/reliability/alpha.hpp"
#include "foley/reliability/causes/rater_influence.hpp"
#include "foley/reliability/causes/unit_influence.hpp"
#include "simulated_panel.hpp"

namespace foley::reliability {
namespace {

using testing::PanelShape;
using testing::Planted;
using testing::simulated_panel;

// All there is, looked at again: the ratings without one rater or one unit.
template <typename Keep>
Coefficient rebuilt(const Ratings& ratings, const Scale& scale, const Keep& keep) {
  Ratings rest(ratings.raters());
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    std::vector<Rating> unit;
    for (const Rating& each : ratings.of(u)) {
      if (keep(u, each.rater)) {
        unit.push_back(each);
      }
    }
    rest.add_unit(unit);
  }
  return krippendorff_alpha(AgreementCounts::of(rest), scale);
}

// Complete scales, so that leaving out takes nothing from them.
std::vector<Scale> scales(double top) {
  std::vector<double> domain;
  std::vector<double> table;
  for (double v = 0; v <= top; v += 1) {
    domain.push_back(v);
    for (double w = 0; w <= top; w += 1) {
      table.push_back(std::fabs(v - w));
    }
  }
  std::vector<Scale> result;
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval, Level::ratio,
                            Level::circular, Level::bipolar, Level::custom}) {
    Scale scale;
    scale.level = level;
    scale.domain = domain;
    scale.distances = level == Level::custom ? table : std::vector<double>{};
    result.push_back(scale);
  }
  return result;
}

void expect_same(const Coefficient& fast, const Coefficient& slow) {
  EXPECT_NEAR(fast.value, slow.value, 1e-11);
  EXPECT_NEAR(fast.observed, slow.observed, 1e-9 * (1.0 + slow.observed));
  EXPECT_NEAR(fast.expected, slow.expected, 1e-9 * (1.0 + slow.expected));
  EXPECT_EQ(fast.units, slow.units);
  EXPECT_EQ(fast.ratings, slow.ratings);
  EXPECT_EQ(fast.reason, slow.reason);
}

TEST(LeaveOneOut, EqualsAlphaOfWhatIsLeft) {
  std::uint64_t seed = 0;
  for (const double top : {1.0, 4.0, 60.0}) {
    for (const double missing : {0.0, 0.4}) {
      for (const Scale& scale : scales(top)) {
        const Ratings ratings =
            simulated_panel({.raters = 5, .units = 30, .top = top, .missing = missing},
                            Planted::uniform_clicks, ++seed);
        const LeaveOneRaterOut raters = leave_one_rater_out(ratings, scale, {.replicates = 0});
        const Coefficient whole = krippendorff_alpha(AgreementCounts::of(ratings), scale);
        expect_same(raters.with, whole);
        ASSERT_EQ(raters.raters.size(), 5U);
        for (const RaterInfluence& each : raters.raters) {
          expect_same(each.without, rebuilt(ratings, scale, [&](std::size_t, std::uint32_t r) {
                        return r != each.rater;
                      }));
          EXPECT_EQ(each.delta, each.without.value - raters.with.value);
        }
        const LeaveOneUnitOut units = leave_one_unit_out(ratings, scale, 3);
        double last = std::numeric_limits<double>::infinity();
        for (const UnitInfluence& each : units.units) {
          expect_same(each.without, rebuilt(ratings, scale, [&](std::size_t u, std::uint32_t) {
                        return u != each.unit;
                      }));
          EXPECT_LE(std::fabs(each.delta), last);
          last = std::fabs(each.delta);
        }
      }
    }
  }
}

TEST(LeaveOneRaterOut, IntervalsArePairedAndHaveTheSameBitsOnAnyNumberOfThreads) {
  const Ratings ratings =
      simulated_panel({.raters = 4, .units = 60, .missing = 0.2}, Planted::uniform_clicks, 5);
  const InfluenceOptions options{.replicates = 200, .seed = 9};
  const LeaveOneRaterOut one = leave_one_rater_out(ratings, {}, options);
  InfluenceOptions threads = options;
  threads.threads = 4;
  const LeaveOneRaterOut four = leave_one_rater_out(ratings, {}, threads);
  for (std::size_t r = 0; r < 4; ++r) {
    EXPECT_EQ(one.raters[r].interval.low, four.raters[r].interval.low);
    EXPECT_EQ(one.raters[r].interval.high, four.raters[r].interval.high);
    EXPECT_LT(one.raters[r].interval.low, one.raters[r].delta);
    EXPECT_GT(one.raters[r].interval.high, one.raters[r].delta);
  }
  // The clicker lowers agreement beyond doubt; the others hold it up.
  EXPECT_GT(one.raters[3].interval.low, 0.1);
  EXPECT_LT(one.raters[0].interval.high, 0.0);
  threads.seed = 10;
  EXPECT_NE(leave_one_rater_out(ratings, {}, threads).raters[0].interval.low,
            one.raters[0].interval.low);
}

TEST(LeaveOneRaterOut, TheIntervalIsThatOfTheSameDrawWithAndWithout) {
  const Ratings ratings = simulated_panel({.raters = 3, .units = 12}, Planted::uniform_clicks, 21);
  const LeaveOneRaterOut two = leave_one_rater_out(ratings, {}, {.replicates = 2, .seed = 3});
  std::vector<double> deltas;
  for (std::uint64_t replicate = 0; replicate < 2; ++replicate) {
    RandomStream random(3, replicate);
    Ratings drawn(3);
    for (int i = 0; i < 12; ++i) {
      drawn.add_unit(ratings.of(random.below(12)));
    }
    const auto without = rebuilt(drawn, {}, [](std::size_t, std::uint32_t r) { return r != 2; });
    const auto with = rebuilt(drawn, {}, [](std::size_t, std::uint32_t) { return true; });
    deltas.push_back(without.value - with.value);
  }
  const double low = std::min(deltas[0], deltas[1]);
  const double high = std::max(deltas[0], deltas[1]);
  EXPECT_NEAR(two.raters[2].interval.low, low + 0.025 * (high - low), 1e-12);
  EXPECT_NEAR(two.raters[2].interval.high, low + 0.975 * (high - low), 1e-12);
}

TEST(LeaveOneRaterOut, SaysWhyThereIsNoDelta) {
  Ratings two(3);
  two.add_unit(std::vector<Rating>{{1, 0, 0}, {2, 1, 0}});
  two.add_unit(std::vector<Rating>{{2, 0, 0}, {2, 1, 0}});
  two.add_unit(std::vector<Rating>{{2, 2, 0}});
  const LeaveOneRaterOut result = leave_one_rater_out(two, testing::scale_of(Level::nominal));
  EXPECT_EQ(result.raters[0].reason, Reason::no_pairs);
  EXPECT_EQ(result.raters[0].delta, 0.0);
  EXPECT_EQ(result.raters[0].ratings, 2U);
  EXPECT_EQ(result.raters[2].reason, Reason::none);
  EXPECT_EQ(result.raters[2].ratings, 1U);
  EXPECT_EQ(result.raters[2].compared, 0U);
  EXPECT_EQ(result.raters[2].interval.reason, stats::Reason::undefined_replicates);

  // Without rater 2 only 0.1 is left, a value that is not the first.
  Ratings same(3);
  same.add_unit(std::vector<Rating>{{0.1, 0, 0}, {0.1, 1, 0}, {0, 2, 0}});
  same.add_unit(std::vector<Rating>{{0.1, 0, 0}, {0.1, 1, 0}, {0.1, 2, 0}});
  same.add_unit(std::vector<Rating>{{0.1, 0, 0}, {0.1, 1, 0}, {0, 2, 0}});
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval, Level::ratio}) {
    EXPECT_EQ(leave_one_rater_out(same, testing::scale_of(level)).raters[2].reason,
              Reason::one_value);
  }
  EXPECT_EQ(leave_one_rater_out(Ratings(0)).with.reason, Reason::no_pairs);
  EXPECT_TRUE(leave_one_unit_out(Ratings(2)).units.empty());
  EXPECT_THROW((void)leave_one_rater_out(two, {}, {.confidence = 1.0}), std::invalid_argument);
  Scale too_short;
  too_short.domain = std::vector<double>{1};
  EXPECT_THROW((void)leave_one_rater_out(two, too_short), std::invalid_argument);
}

TEST(LeaveOneRaterOut, TakesThousandsOfRatersWhoShareFewUnits) {
  Ratings crowd(5000);
  RandomStream random(4);
  for (std::uint32_t u = 0; u < 20000; ++u) {
    const double truth = random.below(5);
    const std::uint32_t first = random.below(4990);
    std::vector<Rating> unit;
    for (std::uint32_t i = 0; i < 5; ++i) {
      const double noise = random.below(4) == 0 ? 1.0 : 0.0;
      unit.push_back({truth + noise, first + 2 * i, u});
    }
    crowd.add_unit(unit);
  }
  const LeaveOneRaterOut result = leave_one_rater_out(crowd, {}, {.replicates = 10});
  const std::uint32_t some = 2345;
  expect_same(result.raters[some].without,
              rebuilt(crowd, {}, [](std::size_t, std::uint32_t r) { return r != some; }));
}

TEST(MostDisputedUnits, AreThoseWithTheGreatestDistance) {
  Ratings ratings(3);
  ratings.add_unit(std::vector<Rating>{{1, 0, 0}, {1, 1, 0}, {1, 2, 0}});
  ratings.add_unit(std::vector<Rating>{{1, 0, 0}, {3, 1, 0}});
  ratings.add_unit(std::vector<Rating>{{1, 0, 0}, {1, 1, 0}, {3, 2, 0}});
  ratings.add_unit(std::vector<Rating>{{7, 0, 0}});
  const std::vector<DisputedUnit> units =
      most_disputed_units(ratings, 5, testing::scale_of(Level::interval));
  ASSERT_EQ(units.size(), 2U);
  EXPECT_EQ(units[0].unit, 1U);
  EXPECT_DOUBLE_EQ(units[0].distance, 4.0);
  // Six 1 and two 3: 2 * 6 * 2 ordered pairs of distance 4 out of 8 * 7.
  EXPECT_DOUBLE_EQ(units[0].relative, 4.0 / (4.0 * 24.0 / 56.0));
  EXPECT_EQ(units[1].unit, 2U);
  EXPECT_DOUBLE_EQ(units[1].distance, 8.0 / 3.0);
  ASSERT_EQ(units[1].ratings.size(), 3U);
  EXPECT_EQ(units[1].ratings[2].value, 3.0);
  EXPECT_EQ(most_disputed_units(ratings, 1).size(), 1U);
}

}  // namespace
}  // namespace foley::reliability
