#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/kappa/unit_table.hpp"
#include "tables.hpp"

namespace foley::reliability {
namespace {

using Rows = std::vector<std::vector<double>>;

// Raters x units of 1 … 4, some missing.
Rows arbitrary_rows(std::size_t raters, bool holes) {
  const auto units = *rc::gen::inRange<std::size_t>(1, 25);
  Rows rows(raters, std::vector<double>(units));
  for (auto& row : rows) {
    for (double& value : row) {
      const int drawn = *rc::gen::inRange(0, 5);
      value = drawn == 0 ? (holes ? kMissing : 4.0) : drawn;
    }
  }
  return rows;
}

Weighting arbitrary_weighting() {
  Weighting result;
  result.kind = *rc::gen::elementOf(std::vector<WeightKind>{
      WeightKind::identity, WeightKind::linear, WeightKind::quadratic, WeightKind::ordinal,
      WeightKind::radical, WeightKind::ratio, WeightKind::circular, WeightKind::bipolar});
  if (*rc::gen::arbitrary<bool>()) {
    result.domain = std::vector<double>{1, 2, 3, 4, 5};
  }
  return result;
}

bool close(double a, double b) { return std::fabs(a - b) <= 1e-11 * (1.0 + std::fabs(a)); }

bool same(const Coefficient& a, const Coefficient& b) {
  return close(a.value, b.value) && close(a.observed, b.observed) &&
         close(a.expected, b.expected) && a.units == b.units && a.ratings == b.ratings &&
         a.reason == b.reason;
}

std::vector<CoefficientKind> kinds_for(std::size_t raters) {
  std::vector<CoefficientKind> result;
  std::ranges::copy_if(kCoefficientKinds, std::back_inserter(result),
                       [&](CoefficientKind kind) { return raters < 3 || !needs_two_raters(kind); });
  return result;
}

TEST(KappaProperties, OrdersOfRatersAndUnitsDoNotMatter) {
  EXPECT_TRUE(rc::check([] {
    const auto raters = *rc::gen::inRange<std::size_t>(1, 6);
    Rows rows = arbitrary_rows(raters, true);
    const Weighting weights = arbitrary_weighting();
    const Ratings before = table(rows);
    std::ranges::rotate(rows, rows.begin() + *rc::gen::inRange<std::ptrdiff_t>(
                                                 0, static_cast<std::ptrdiff_t>(raters)));
    for (auto& row : rows) {
      std::ranges::reverse(row);
    }
    const Ratings after = table(rows);
    for (const CoefficientKind kind : kinds_for(raters)) {
      RC_ASSERT(same(agreement_coefficient(kind, before, weights),
                     agreement_coefficient(kind, after, weights)));
      RC_ASSERT(close(linearised_interval(kind, before, weights).standard_error,
                      linearised_interval(kind, after, weights).standard_error));
    }
  }));
}

TEST(KappaProperties, NamesOfCategoriesDoNotMatterWithoutWeights) {
  EXPECT_TRUE(rc::check([] {
    const auto raters = *rc::gen::inRange<std::size_t>(2, 6);
    Rows rows = arbitrary_rows(raters, true);
    const Ratings before = table(rows);
    constexpr double kNames[] = {0, 7, -2, 11, 0.5};
    for (auto& row : rows) {
      for (double& value : row) {
        value = std::isnan(value) ? value : kNames[static_cast<std::size_t>(value)];
      }
    }
    for (const CoefficientKind kind : kinds_for(raters)) {
      RC_ASSERT(
          same(agreement_coefficient(kind, before), agreement_coefficient(kind, table(rows))));
    }
  }));
}

TEST(KappaProperties, PerfectAgreementIsOne) {
  EXPECT_TRUE(rc::check([] {
    const Rows row = arbitrary_rows(1, true);
    const auto raters = *rc::gen::inRange<std::size_t>(2, 6);
    const Ratings ratings = table(Rows(raters, row[0]));
    const Weighting weights = arbitrary_weighting();
    for (const CoefficientKind kind : kinds_for(raters)) {
      const Coefficient found = agreement_coefficient(kind, ratings, weights);
      RC_ASSERT(found.value == (found.reason == Reason::no_pairs ? 0.0 : 1.0));
    }
  }));
}

TEST(KappaProperties, ForTwoRatersTheGeneralOnesAreTheSpecialOnes) {
  EXPECT_TRUE(rc::check([] {
    const Ratings ratings = table(arbitrary_rows(2, false));
    const Weighting weights = arbitrary_weighting();
    RC_ASSERT(same(fleiss_kappa(ratings, weights), scott_pi(ratings, weights)));
    RC_ASSERT(same(conger_kappa(ratings, weights), cohen_kappa(ratings, weights)));
    // The older formulas divide by n, the general ones by n - 1.
    const auto n = static_cast<double>(ratings.units());
    const auto cohen = linearised_interval(CoefficientKind::cohen_kappa, ratings, weights);
    const auto conger = linearised_interval(CoefficientKind::conger_kappa, ratings, weights);
    RC_ASSERT(close(cohen.standard_error * std::sqrt(n),
                    conger.standard_error * std::sqrt(std::max(0.0, n - 1.0))));
  }));
}

TEST(KappaProperties, NumbersStayInTheirRange) {
  EXPECT_TRUE(rc::check([] {
    const auto raters = *rc::gen::inRange<std::size_t>(1, 5);
    const Ratings ratings = table(arbitrary_rows(raters, true));
    const Weighting weights = arbitrary_weighting();
    for (const CoefficientKind kind : kinds_for(raters)) {
      const auto found = linearised_interval(kind, ratings, weights);
      RC_ASSERT(std::isfinite(found.coefficient.value) && found.coefficient.value <= 1.0);
      RC_ASSERT(found.coefficient.observed >= 0.0 && found.coefficient.observed <= 1.0);
      RC_ASSERT(found.coefficient.expected >= -1e-12 && found.coefficient.expected <= 1.0);
      RC_ASSERT(std::isfinite(found.standard_error) && found.standard_error >= 0.0);
      RC_ASSERT(found.interval.low <= found.coefficient.value);
      RC_ASSERT(found.interval.high >= found.coefficient.value);
    }
  }));
}

TEST(KappaProperties, ASampleOfUnitsIsATableOfThem) {
  EXPECT_TRUE(rc::check([] {
    const auto raters = *rc::gen::inRange<std::size_t>(1, 5);
    const Rows rows = arbitrary_rows(raters, true);
    Weighting weights = arbitrary_weighting();
    weights.domain = std::vector<double>{1, 2, 3, 4};
    const UnitTable units(table(rows), weights);
    const auto sample = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::inRange<std::size_t>(0, rows[0].size()));
    Rows drawn(raters);
    for (const std::size_t unit : sample) {
      for (std::size_t i = 0; i < raters; ++i) {
        drawn[i].push_back(rows[i][unit]);
      }
    }
    for (const CoefficientKind kind : kinds_for(raters)) {
      RC_ASSERT(same(units.at(kind, sample), agreement_coefficient(kind, table(drawn), weights)));
    }
  }));
}

// The linear part must be the slope: adding a hundredth of a unit moves the value that far.
TEST(KappaProperties, TheStandardErrorIsThatOfTheSlopes) {
  EXPECT_TRUE(rc::check([] {
    const auto raters = *rc::gen::inRange<std::size_t>(2, 5);
    const Ratings ratings = table(arbitrary_rows(raters, true));
    Weighting weights = arbitrary_weighting();
    const UnitTable units(ratings, weights);
    constexpr std::uint64_t kTimes = 100'000;
    std::vector<std::uint64_t> many(units.units_of().begin(), units.units_of().end());
    for (std::uint64_t& each : many) {
      each *= kTimes;
    }
    for (const CoefficientKind kind : kinds_for(raters)) {
      const auto found = linearised_interval(kind, ratings, weights);
      if (found.interval.reason != stats::Reason::none) {
        continue;
      }
      const auto takes_part = [&](std::size_t p) {
        return units.pattern(p).size() >= (needs_two_raters(kind) ? 2U : 1U);
      };
      double n = 0.0;
      for (std::size_t p = 0; p < many.size(); ++p) {
        n += takes_part(p) ? static_cast<double>(units.units_of()[p]) : 0.0;
      }
      const double units_a_pair = n / static_cast<double>(found.coefficient.units);
      double squares = 0.0;
      for (std::size_t p = 0; p < many.size(); ++p) {
        if (!takes_part(p)) {
          continue;
        }
        auto moved = many;
        moved[p] += 10;
        const double moved_by = units.of_patterns(kind, moved).value - found.coefficient.value;
        double slope = moved_by * kTimes / 10.0;
        // Gwet takes the share of units with two ratings for known.
        slope += (units.pattern(p).size() >= 2 ? units_a_pair - 1.0 : -1.0) *
                 found.coefficient.value / n;
        squares += static_cast<double>(units.units_of()[p]) * slope * slope;
      }
      const double below = needs_two_raters(kind) ? 1.0 : (n - 1.0) / n;
      RC_ASSERT(std::fabs(std::sqrt(squares / below) - found.standard_error) <=
                1e-3 * (0.1 + found.standard_error));
    }
  }));
}

}  // namespace
}  // namespace foley::reliability
