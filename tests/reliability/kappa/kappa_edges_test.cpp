#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/kappa/unit_table.hpp"
#include "tables.hpp"

namespace foley::reliability {
namespace {

Weighting with_domain(std::vector<double> domain) {
  Weighting result;
  result.domain = std::move(domain);
  return result;
}

TEST(Kappa, HasNames) {
  for (const CoefficientKind kind : kCoefficientKinds) {
    EXPECT_EQ(coefficient_kind_named(to_string(kind)), kind);
  }
  EXPECT_EQ(to_string(CoefficientKind::gwet_ac), "gwet_ac");
  EXPECT_EQ(coefficient_kind_named("kappa"), std::nullopt);
}

TEST(Kappa, IsZeroWhereNothingCanBeCompared) {
  const double x = kMissing;
  const Ratings empty(2);
  for (const Ratings& ratings : {empty, table({{1, 2, x}, {x, x, 3}}), table({{1, 2, 3}}),
                                 table({{x, x}, {x, x}}), Ratings(0)}) {
    for (const CoefficientKind kind : kCoefficientKinds) {
      const auto found = linearised_interval(kind, ratings);
      EXPECT_EQ(found.coefficient.value, 0.0) << to_string(kind);
      EXPECT_EQ(found.coefficient.reason, Reason::no_pairs) << to_string(kind);
      EXPECT_EQ(found.coefficient.units, 0U);
      EXPECT_EQ(found.interval.reason, stats::Reason::no_data);
      EXPECT_EQ(found.interval.high, 0.0);
      const auto drawn = bootstrap_coefficient(kind, ratings);
      EXPECT_EQ(drawn.bca.reason, stats::Reason::no_data);
      EXPECT_EQ(drawn.value, 0.0);
    }
  }
}

TEST(Kappa, OfOneValueIsOneWithTheReasonWhereChanceExplainsIt) {
  const Ratings ratings = table({{4, 4, 4, 4}, {4, 4, 4, kMissing}});
  for (const CoefficientKind kind : kCoefficientKinds) {
    const auto found = linearised_interval(kind, ratings);
    EXPECT_EQ(found.coefficient.value, 1.0) << to_string(kind);
    const bool defined = kind == CoefficientKind::percent_agreement;
    EXPECT_EQ(found.coefficient.reason, defined ? Reason::none : Reason::one_value);
    EXPECT_EQ(found.coefficient.units, 3U);
    EXPECT_EQ(found.interval.high, 1.0);
    if (!defined) {
      EXPECT_EQ(found.interval.low, 1.0);
      EXPECT_EQ(found.interval.reason, stats::Reason::constant);
      EXPECT_EQ(bootstrap_coefficient(kind, ratings).percentile.reason, stats::Reason::constant);
    }
  }
  // With more categories in the domain these two have something to correct for.
  const Weighting wider = with_domain({1, 2, 3, 4});
  EXPECT_EQ(brennan_prediger(ratings, wider).reason, Reason::none);
  EXPECT_EQ(brennan_prediger(ratings, wider).expected, 0.25);
  EXPECT_EQ(gwet_ac(ratings, wider).reason, Reason::none);
  EXPECT_EQ(gwet_ac(ratings, wider).expected, 0.0);
  EXPECT_EQ(gwet_ac(ratings, wider).value, 1.0);
  EXPECT_EQ(cohen_kappa(ratings, wider).reason, Reason::one_value);
}

TEST(Kappa, OfPerfectAgreementHasAnIntervalOfOnePoint) {
  const Ratings ratings = table({{1, 2, 3, 1}, {1, 2, 3, 1}});
  for (const CoefficientKind kind : kCoefficientKinds) {
    const auto found = linearised_interval(kind, ratings);
    EXPECT_EQ(found.coefficient.value, 1.0) << to_string(kind);
    EXPECT_EQ(found.coefficient.reason, Reason::none);
    EXPECT_EQ(found.standard_error, 0.0) << to_string(kind);
    EXPECT_EQ(found.interval.low, 1.0);
    EXPECT_EQ(found.interval.reason, stats::Reason::constant);
  }
}

TEST(Kappa, OfOneUnitHasNoInterval) {
  const auto found = linearised_interval(CoefficientKind::fleiss_kappa, table({{1}, {2}}));
  EXPECT_EQ(found.coefficient.value, -1.0);
  EXPECT_EQ(found.interval.reason, stats::Reason::too_few);
  const auto drawn = bootstrap_coefficient(CoefficientKind::fleiss_kappa, table({{1}, {2}}));
  EXPECT_EQ(drawn.percentile.reason, stats::Reason::too_few);
  EXPECT_EQ(drawn.percentile.high, -1.0);
}

TEST(Kappa, OfTwoConstantRatersWhoDifferIsZeroForCohen) {
  const Ratings ratings = table({{1, 1, 1}, {2, 2, 2}});
  EXPECT_EQ(cohen_kappa(ratings).value, 0.0);
  EXPECT_EQ(cohen_kappa(ratings).expected, 0.0);
  EXPECT_EQ(cohen_kappa(ratings).reason, Reason::none);
  EXPECT_EQ(scott_pi(ratings).value, -1.0);
}

TEST(Kappa, RefusesWhatDoesNotFit) {
  const Ratings three = table({{1, 2}, {1, 2}, {2, 2}});
  EXPECT_THROW((void)cohen_kappa(three), std::invalid_argument);
  EXPECT_THROW((void)scott_pi(three), std::invalid_argument);
  EXPECT_NO_THROW((void)conger_kappa(three));
  EXPECT_THROW((void)fleiss_kappa(three, with_domain({1})), std::invalid_argument);
  EXPECT_THROW((void)linearised_interval(CoefficientKind::gwet_ac, three, {}, 1.0),
               std::invalid_argument);
  EXPECT_THROW((void)linearised_interval(CoefficientKind::gwet_ac, three, {}, std::nan("")),
               std::invalid_argument);
}

TEST(Kappa, CountsALoneRatingForChanceOnly) {
  const Ratings without = table({{1, 1, 2, 2}, {1, 2, 2, 2}});
  const Ratings with = table({{1, 1, 2, 2, 1}, {1, 2, 2, 2, kMissing}});
  EXPECT_EQ(fleiss_kappa(with).observed, fleiss_kappa(without).observed);
  EXPECT_NE(fleiss_kappa(with).expected, fleiss_kappa(without).expected);
  EXPECT_EQ(fleiss_kappa(with).units, 4U);
  EXPECT_EQ(cohen_kappa(with).value, cohen_kappa(without).value);
  // Five units with the shares 1, 1/2, 0, 0, 1 of the first category.
  EXPECT_NEAR(fleiss_kappa(with).expected, 0.25 + 0.25, 1e-15);
}

TEST(Kappa, IgnoresRatersWithoutARating) {
  const double x = kMissing;
  const Ratings three = table({{1, 1, 2, 2}, {x, x, x, x}, {1, 2, 2, 2}});
  const Ratings two = table({{1, 1, 2, 2}, {1, 2, 2, 2}});
  EXPECT_EQ(conger_kappa(three).value, conger_kappa(two).value);
}

// A scale of a billion steps, of which ratings use three: chance must not drown in rounding.
TEST(Kappa, IsExactOnASmallPartOfALargeScale) {
  Weighting large = with_domain({0, 1, 2, 3, 1e9});
  Weighting small = with_domain({0, 1, 2, 3});
  const Ratings ratings = table({{1, 2, 3, 1, 2}, {1, 3, 3, 1, 1}});
  for (const WeightKind kind : {WeightKind::linear, WeightKind::quadratic}) {
    large.kind = kind;
    small.kind = kind;
    EXPECT_NEAR(cohen_kappa(ratings, large).value, cohen_kappa(ratings, small).value, 1e-12);
    EXPECT_NEAR(fleiss_kappa(ratings, large).value, fleiss_kappa(ratings, small).value, 1e-12);
    EXPECT_NEAR(conger_kappa(ratings, large).value, conger_kappa(ratings, small).value, 1e-12);
  }
}

TEST(UnitTable, GroupsUnitsThatWereRatedTheSameWay) {
  const UnitTable units(table({{1, 2, 1, kMissing, -0.0}, {2, 2, 2, kMissing, 0.0}}));
  ASSERT_EQ(units.units_of().size(), 4U);
  EXPECT_EQ(units.pattern_of()[2], units.pattern_of()[0]);
  EXPECT_EQ(units.units_of()[0], 2U);
  EXPECT_TRUE(units.pattern(units.pattern_of()[3]).empty());
  EXPECT_EQ(units.weights().size(), 3U);
  EXPECT_EQ(units.within(units.pattern_of()[4]), 0.0);
  EXPECT_EQ(units.within(0), 1.0);
  EXPECT_THROW((void)units.at(CoefficientKind::fleiss_kappa, std::vector<std::size_t>{5}),
               std::out_of_range);
  EXPECT_THROW(
      (void)units.of_patterns(CoefficientKind::fleiss_kappa, std::vector<std::uint64_t>{1}),
      std::invalid_argument);
}

}  // namespace
}  // namespace foley::reliability
