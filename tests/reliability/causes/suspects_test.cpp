#include "foley/reliability/causes/suspects.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "simulated_panel.hpp"

namespace foley::reliability {
namespace {

using testing::PanelShape;
using testing::Planted;
using testing::simulated_panel;

constexpr std::uint64_t kRuns = 100;

Scale whole_numbers(double top, Level level = Level::ordinal) {
  Scale scale;
  scale.level = level;
  scale.domain.emplace();
  for (double value = 0; value <= top; value += 1) {
    scale.domain->push_back(value);
  }
  return scale;
}

std::vector<PanelShape> shapes() {
  return {
      {.raters = 3, .units = 40},
      {.raters = 3, .units = 40, .mostly_zero = true},
      {.raters = 3, .units = 40, .top = 100},
      {.raters = 3, .units = 100, .missing = 0.3},
      {.raters = 3, .units = 200, .top = 100, .missing = 0.3, .mostly_zero = true},
      {.raters = 4, .units = 40, .missing = 0.3},
      {.raters = 4, .units = 100, .missing = 0.3, .mostly_zero = true},
      {.raters = 5, .units = 80, .top = 100, .mostly_zero = true},
      {.raters = 8, .units = 40, .missing = 0.3},
      {.raters = 8, .units = 100, .top = 100, .missing = 0.3},
      {.raters = 8, .units = 200, .missing = 0.3, .mostly_zero = true},
  };
}

std::string described(const PanelShape& shape) {
  return std::to_string(shape.raters) + " raters, " + std::to_string(shape.units) + " units, top " +
         std::to_string(static_cast<int>(shape.top)) + (shape.missing > 0 ? ", missing" : "") +
         (shape.mostly_zero ? ", mostly zero" : "");
}

// In how many runs the last rater, and the fault, come first.
std::uint64_t named_first(const PanelShape& shape, Planted planted, Fault fault, Level level) {
  std::uint64_t count = 0;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    const Suspects found =
        find_suspects(simulated_panel(shape, planted, seed), whole_numbers(shape.top, level));
    count += !found.ranked.empty() && found.ranked[0].rater + 1 == shape.raters &&
                     found.ranked[0].fault == fault
                 ? 1
                 : 0;
  }
  return count;
}

TEST(Suspects, ARandomClickerIsNamedFirstInAllSimulations) {
  for (const PanelShape& shape : shapes()) {
    for (const Level level : {Level::ordinal, Level::interval}) {
      EXPECT_EQ(named_first(shape, Planted::uniform_clicks, Fault::random_clicker, level), kRuns)
          << described(shape) << ' ' << to_string(level);
    }
  }
}

TEST(Suspects, AnInvertedScaleIsNamedFirstInAllSimulations) {
  for (const PanelShape& shape : shapes()) {
    for (const Level level : {Level::ordinal, Level::interval}) {
      EXPECT_EQ(named_first(shape, Planted::inverted, Fault::inverted_scale, level), kRuns)
          << described(shape) << ' ' << to_string(level);
    }
  }
}

TEST(Suspects, AConstantClickerIsNamedFirstInAllSimulations) {
  for (const PanelShape& shape : shapes()) {
    EXPECT_EQ(named_first(shape, Planted::constant, Fault::constant, Level::ordinal), kRuns)
        << described(shape);
  }
}

TEST(Suspects, ByNameOnlyRandomAndConstantRatersAreNamed) {
  for (const PanelShape& shape : shapes()) {
    if (shape.top > 3) {
      continue;
    }
    // That names differ says less than how far apart numbers are.
    const bool thin = shape.raters < 5 && shape.missing > 0;
    EXPECT_GE(named_first(shape, Planted::uniform_clicks, Fault::random_clicker, Level::nominal),
              thin ? 90 : kRuns)
        << described(shape);
    EXPECT_EQ(named_first(shape, Planted::constant, Fault::constant, Level::nominal), kRuns);
    EXPECT_EQ(named_first(shape, Planted::inverted, Fault::inverted_scale, Level::nominal), 0U);
  }
}

TEST(Suspects, OneWhoRatesOtherUnitsIsARandomClicker) {
  // The same shares of values as the others: nothing but the units is wrong.
  for (const PanelShape& shape : shapes()) {
    if (!shape.mostly_zero && !(shape.missing > 0 && shape.raters == 3)) {
      EXPECT_EQ(named_first(shape, Planted::shuffled, Fault::random_clicker, Level::ordinal), kRuns)
          << described(shape);
    }
  }
}

TEST(Suspects, InCleanPanelsFindingsAreRare) {
  // Two families of tests (faults, drift) at 0.01 each; 1,100 panels, so 22 at the most expected.
  std::size_t named = 0;
  for (const PanelShape& shape : shapes()) {
    for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
      const Suspects found = find_suspects(simulated_panel(shape, Planted::nothing, 500 + seed),
                                           whole_numbers(shape.top));
      EXPECT_EQ(found.tested, shape.raters);
      named += found.ranked.empty() ? 0 : 1;
    }
  }
  EXPECT_LE(named, 22U);
  RecordProperty("named", std::to_string(named));
}

TEST(Suspects, AShiftedAndADriftingRaterAreNamed) {
  Ratings shifted(5);
  Ratings drifting(5);
  for (std::size_t u = 0; u < 120; ++u) {
    RandomStream random(31, u);
    const double truth = 20.0 + 60.0 * random.u01();
    std::vector<Rating> one;
    std::vector<Rating> other;
    for (std::uint32_t r = 0; r < 5; ++r) {
      const double value = std::round(truth + 5.0 * testing::normal(random));
      const auto when = static_cast<std::uint32_t>(u);
      one.push_back({r == 1 ? value - 15.0 : value, r, when});
      const double later = 16.0 * static_cast<double>(u) / 119.0 - 8.0;
      other.push_back({r == 3 ? std::round(value + later) : value, r, when});
    }
    shifted.add_unit(one);
    drifting.add_unit(other);
  }
  for (const Level level : {Level::interval, Level::ordinal}) {
    const Suspects first = find_suspects(shifted, testing::scale_of(level));
    ASSERT_EQ(first.ranked.size(), 1U);
    EXPECT_EQ(first.ranked[0].rater, 1U);
    EXPECT_EQ(first.ranked[0].fault, Fault::shifted);
    EXPECT_NEAR(first.ranked[0].shift, -15.0, 1.5);
    EXPECT_GT(first.ranked[0].relation, 0.9);
    const Suspects second = find_suspects(drifting, testing::scale_of(level));
    ASSERT_EQ(second.ranked.size(), 1U);
    EXPECT_EQ(second.ranked[0].rater, 3U);
    EXPECT_EQ(second.ranked[0].fault, Fault::drifting);
    EXPECT_NEAR(second.ranked[0].slope, 16.0, 4.0);
  }
  EXPECT_TRUE(find_suspects(shifted, testing::scale_of(Level::interval), {.least_shift = 3.0})
                  .ranked.empty());
}

TEST(Suspects, OneFaultDoesNotMakeTheOthersOdd) {
  // Two of five: both are named, nobody else.
  Ratings ratings(5);
  for (std::size_t u = 0; u < 80; ++u) {
    RandomStream random(7, u);
    const double truth = 3.999 * random.u01() - 0.5;
    std::vector<Rating> unit;
    for (std::uint32_t r = 0; r < 5; ++r) {
      double value = std::clamp(std::round(truth + 0.3 * testing::normal(random)), 0.0, 3.0);
      value = r == 0 ? 3.0 - value : r == 2 ? random.below(4) : value;
      unit.push_back({value, r, static_cast<std::uint32_t>(u)});
    }
    ratings.add_unit(unit);
  }
  const Suspects found = find_suspects(ratings);
  ASSERT_EQ(found.ranked.size(), 2U);
  EXPECT_EQ(found.ranked[0].rater, 0U);
  EXPECT_EQ(found.ranked[0].fault, Fault::inverted_scale);
  EXPECT_LT(found.ranked[0].relation, -0.5);
  EXPECT_LT(found.ranked[0].mirrored_distance, found.ranked[0].distance / 2.0);
  EXPECT_GT(found.ranked[0].distance, found.ranked[0].usual_distance);
  EXPECT_EQ(found.ranked[1].rater, 2U);
  EXPECT_EQ(found.ranked[1].fault, Fault::random_clicker);
}

TEST(Suspects, AConstantRaterHasTheChanceOfTheClosedForm) {
  // Of three ratings one is his value: a third a unit. Where all agree, nothing is learnt.
  Ratings ratings(3);
  for (std::uint32_t u = 0; u < 9; ++u) {
    const double others = u < 8 ? 1.0 + u % 2 : 0.0;
    ratings.add_unit(std::vector<Rating>{{others, 0, u}, {others, 1, u}, {0, 2, u}});
  }
  const Suspects found = find_suspects(ratings, testing::scale_of(Level::nominal));
  ASSERT_EQ(found.ranked.size(), 1U);
  EXPECT_EQ(found.ranked[0].fault, Fault::constant);
  EXPECT_EQ(found.ranked[0].units, 9U);
  EXPECT_NEAR(found.ranked[0].p, std::pow(3.0, -8.0), 1e-15);
  EXPECT_NEAR(found.ranked[0].p_adjusted, std::pow(3.0, -7.0), 1e-15);
  EXPECT_TRUE(
      find_suspects(ratings, testing::scale_of(Level::nominal), {.level = 1e-4}).ranked.empty());
}

TEST(Suspects, NobodyIsLookedForAmongTooManyRatings) {
  const PanelShape shape{.raters = 3, .units = 40};
  const Ratings panel = simulated_panel(shape, Planted::uniform_clicks, 1);
  const Suspects few = find_suspects(panel, whole_numbers(3), {.most_comparisons = 3 * 3 * 40 - 1});
  EXPECT_TRUE(few.ranked.empty());
  EXPECT_EQ(few.reason, Reason::too_many_ratings);
  const Suspects all = find_suspects(panel, whole_numbers(3), {.most_comparisons = 3 * 3 * 40});
  EXPECT_EQ(all.reason, Reason::none);
  EXPECT_FALSE(all.ranked.empty());
  EXPECT_THROW((void)find_suspects(panel, whole_numbers(3), {.most_comparisons = -1}),
               std::invalid_argument);
}

TEST(Suspects, OfTwoNobodyIsOdd) {
  const Ratings two = simulated_panel({.raters = 2, .units = 100}, Planted::inverted, 1);
  const Suspects found = find_suspects(two, whole_numbers(3));
  EXPECT_TRUE(found.ranked.empty());
  EXPECT_EQ(found.reason, Reason::too_few_raters);
  EXPECT_EQ(find_suspects(Ratings(4)).reason, Reason::no_pairs);
  EXPECT_THROW((void)find_suspects(two, {}, {.level = 0.0}), std::invalid_argument);
  EXPECT_THROW((void)find_suspects(two, {}, {.least_shift = -1.0}), std::invalid_argument);
}

TEST(Suspects, ACrowdWhoseUnitsHaveTwoRatingsEach) {
  // 300 raters of about 40 units; nobody can see who of two is odd, but the clickers always are.
  Ratings ratings(300);
  RandomStream random(12);
  for (std::uint32_t u = 0; u < 6000; ++u) {
    const std::uint32_t first = random.below(300);
    const std::uint32_t second = (first + 1 + random.below(299)) % 300;
    const double truth = 4.999 * random.u01() - 0.5;
    std::vector<Rating> unit;
    for (const std::uint32_t r : {first, second}) {
      const double value = std::clamp(std::round(truth + 0.3 * testing::normal(random)), 0.0, 4.0);
      unit.push_back({r < 3 ? static_cast<double>(random.below(5)) : value, r, u});
    }
    ratings.add_unit(unit);
  }
  const Suspects found = find_suspects(ratings);
  ASSERT_EQ(found.ranked.size(), 3U);
  for (const Suspect& each : found.ranked) {
    EXPECT_LT(each.rater, 3U);
    EXPECT_EQ(each.fault, Fault::random_clicker);
  }
}

}  // namespace
}  // namespace foley::reliability
