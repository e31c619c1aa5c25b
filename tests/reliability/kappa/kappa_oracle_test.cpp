#include <gtest/gtest.h>

#include <cmath>

#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "tables.hpp"

namespace foley::reliability {
namespace {

// Made by make_kappa_oracle.py, which asks irrCAC for twelve decimals.
constexpr double kTolerance = 2e-12;

testing::Json oracle() { return testing::Json::parse(testing::file_text(FOLEY_KAPPA_ORACLE)); }

Weighting weighting(const testing::Json& test) {
  Weighting result;
  result.kind = weight_kind_named(test["weights"].get<std::string>()).value();
  if (test.contains("domain")) {
    result.domain = test["domain"].get<std::vector<double>>();
  }
  return result;
}

void expect_parts(const CoefficientInterval& found, const testing::Json& expected) {
  EXPECT_NEAR(found.coefficient.value, expected["value"].get<double>(), kTolerance);
  EXPECT_NEAR(found.coefficient.observed, expected["pa"].get<double>(), kTolerance);
  if (expected.contains("pe")) {
    EXPECT_NEAR(found.coefficient.expected, expected["pe"].get<double>(), kTolerance);
  }
  EXPECT_NEAR(found.standard_error, expected["se"].get<double>(), kTolerance);
  // Quantiles of Student's t are good to nine digits there.
  EXPECT_NEAR(found.interval.low, expected["low"].get<double>(), 1e-8);
  EXPECT_NEAR(found.interval.high, expected["high"].get<double>(), 1e-8);
  EXPECT_EQ(found.coefficient.reason, Reason::none);
}

TEST(KappaOfRivals, IsMetForAnyNumberOfRatersWithHoles) {
  const testing::Json data = oracle();
  ASSERT_EQ(data["raw"].size(), 64U);
  for (std::size_t i = 0; i < data["raw"].size(); ++i) {
    const testing::Json& test = data["raw"][i];
    const Ratings ratings = table(oracle_rows(test["ratings"]));
    ASSERT_EQ(test["irrcac"].size(), 4U);
    for (const auto& [name, expected] : test["irrcac"].items()) {
      SCOPED_TRACE(name + " of " + std::to_string(i));
      expect_parts(
          linearised_interval(coefficient_kind_named(name).value(), ratings, weighting(test)),
          expected);
    }
  }
}

TEST(KappaOfRivals, IsMetWithItsWeightsAsACustomTable) {
  const testing::Json data = oracle();
  for (const testing::Json& test : data["raw"]) {
    Weighting custom = weighting(test);
    custom.kind = WeightKind::custom;
    for (const auto& row : test["table"]) {
      for (const auto& weight : row) {
        custom.table.push_back(std::fmin(1.0, std::fmax(0.0, weight.get<double>())));
      }
    }
    const std::size_t q = custom.domain->size();
    for (std::size_t i = 0; i < q; ++i) {  // rounding makes some of the tables unsymmetric
      custom.table[i * q + i] = 1.0;
      for (std::size_t j = 0; j < i; ++j) {
        custom.table[i * q + j] = custom.table[j * q + i];
      }
    }
    const Ratings ratings = table(oracle_rows(test["ratings"]));
    for (const auto& [name, expected] : test["irrcac"].items()) {
      SCOPED_TRACE(name);
      expect_parts(linearised_interval(coefficient_kind_named(name).value(), ratings, custom),
                   expected);
    }
  }
}

TEST(KappaOfRivals, IsMetForTwoRaters) {
  const testing::Json data = oracle();
  ASSERT_EQ(data["tables"].size(), 32U);
  std::size_t unweighted = 0;
  for (const testing::Json& test : data["tables"]) {
    const Ratings ratings = table(oracle_rows(test["ratings"]));
    const Weighting weights = weighting(test);
    for (const auto& [name, expected] : test["irrcac"].items()) {
      SCOPED_TRACE(name);
      expect_parts(linearised_interval(coefficient_kind_named(name).value(), ratings, weights),
                   expected);
    }
    const auto cohen = linearised_interval(CoefficientKind::cohen_kappa, ratings, weights);
    EXPECT_NEAR(cohen.coefficient.value, test["statsmodels_cohen"]["value"].get<double>(), 1e-12);
    if (test["weights"] == "identity") {  // with weights, statsmodels has another variance
      EXPECT_NEAR(cohen.standard_error, test["statsmodels_cohen"]["se"].get<double>(), 1e-12);
      unweighted += 1;
    }
    if (test.contains("sklearn_cohen")) {
      EXPECT_NEAR(cohen.coefficient.value, test["sklearn_cohen"].get<double>(), 1e-12);
    }
    // irrCAC divides by the units there; here and in its author's R package by one less.
    const auto percent = linearised_interval(CoefficientKind::percent_agreement, ratings, weights);
    const double units = static_cast<double>(ratings.units());
    const testing::Json& expected = test["irrcac_percent"];
    EXPECT_NEAR(percent.coefficient.value, expected["value"].get<double>(), kTolerance);
    EXPECT_NEAR(percent.standard_error,
                expected["se"].get<double>() * std::sqrt(units / (units - 1.0)), kTolerance);
  }
  EXPECT_EQ(unweighted, 4U);
}

TEST(KappaOfRivals, IsMetByFleissOfStatsmodels) {
  const testing::Json data = oracle();
  std::size_t compared = 0;
  for (const testing::Json& test : data["raw"]) {
    if (test.contains("statsmodels_fleiss")) {
      const Ratings ratings = table(oracle_rows(test["ratings"]));
      EXPECT_NEAR(fleiss_kappa(ratings).value, test["statsmodels_fleiss"].get<double>(), 1e-12);
      compared += 1;
    }
  }
  EXPECT_GE(compared, 3U);
}

// Fleiss 1971, table 1: 30 patients, six psychiatrists, five diagnoses; kappa 0.430.
TEST(Fleiss, MeetsHisExample) {
  constexpr int kCounts[30][5] = {
      {0, 0, 0, 6, 0}, {0, 3, 0, 0, 3}, {0, 1, 4, 0, 1}, {0, 0, 0, 0, 6}, {0, 3, 0, 3, 0},
      {2, 0, 4, 0, 0}, {0, 0, 4, 0, 2}, {2, 0, 3, 1, 0}, {2, 0, 0, 4, 0}, {0, 0, 0, 0, 6},
      {1, 0, 0, 5, 0}, {1, 1, 0, 4, 0}, {0, 3, 3, 0, 0}, {1, 0, 0, 5, 0}, {0, 2, 0, 3, 1},
      {0, 0, 5, 0, 1}, {3, 0, 0, 1, 2}, {5, 1, 0, 0, 0}, {0, 2, 0, 4, 0}, {1, 0, 2, 0, 3},
      {0, 0, 0, 0, 6}, {0, 1, 0, 5, 0}, {0, 2, 0, 1, 3}, {2, 0, 0, 4, 0}, {1, 0, 0, 4, 1},
      {0, 5, 0, 1, 0}, {4, 0, 0, 0, 2}, {0, 2, 0, 4, 0}, {1, 0, 5, 0, 0}, {0, 0, 0, 0, 6}};
  Ratings ratings(6);
  for (const auto& counts : kCounts) {
    std::vector<Rating> unit;
    for (std::size_t k = 0; k < 5; ++k) {
      for (int i = 0; i < counts[k]; ++i) {
        unit.push_back({static_cast<double>(k), static_cast<std::uint32_t>(unit.size()), 0});
      }
    }
    ratings.add_unit(unit);
  }
  const Coefficient kappa = fleiss_kappa(ratings);
  EXPECT_NEAR(kappa.value, 0.430, 5e-4);
  EXPECT_NEAR(kappa.observed, 0.5556, 5e-5);
  EXPECT_EQ(kappa.units, 30U);
  EXPECT_EQ(kappa.ratings, 180U);
}

// Gwet's table of 12 units and 4 raters, of which irrCAC's documentation prints the results.
TEST(Gwet, MeetsTheExampleOfFourRaters) {
  const double x = kMissing;
  const Ratings ratings = table({{1, 2, 3, 3, 2, 1, 4, 1, 2, x, x, x},
                                 {1, 2, 3, 3, 2, 2, 4, 1, 2, 5, x, x},
                                 {x, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 3},
                                 {1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, x}});
  const auto ac1 = linearised_interval(CoefficientKind::gwet_ac, ratings);
  EXPECT_NEAR(ac1.coefficient.value, 0.77544, 5e-6);
  EXPECT_NEAR(ac1.standard_error, 0.14295, 5e-6);
  EXPECT_NEAR(ac1.interval.low, 0.46081, 5e-6);
  EXPECT_EQ(ac1.interval.high, 1.0);
  EXPECT_EQ(ac1.coefficient.units, 11U);
  EXPECT_EQ(ac1.coefficient.ratings, 40U);
  Weighting bipolar;
  bipolar.kind = WeightKind::bipolar;
  const auto ac2 = linearised_interval(CoefficientKind::gwet_ac, ratings, bipolar);
  EXPECT_NEAR(ac2.coefficient.value, 0.90037, 5e-6);
  EXPECT_NEAR(ac2.standard_error, 0.10582, 5e-6);
  EXPECT_NEAR(fleiss_kappa(ratings).value, 0.76117, 5e-6);
}

}  // namespace
}  // namespace foley::reliability
