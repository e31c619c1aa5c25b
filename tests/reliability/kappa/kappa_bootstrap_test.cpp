#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "foley/core/random.hpp"
#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/kappa/unit_table.hpp"
#include "tables.hpp"

namespace foley::reliability {
namespace {

// Three raters, who give the truth two times of three, else anything.
std::vector<std::vector<double>> noisy(std::size_t units, std::uint64_t seed) {
  std::vector<std::vector<double>> rows(3, std::vector<double>(units));
  RandomStream random(seed, 0);
  for (std::size_t unit = 0; unit < units; ++unit) {
    const auto truth = random.below(4);
    for (auto& row : rows) {
      row[unit] = random.below(3) > 0 ? truth : random.below(4);
    }
  }
  return rows;
}

std::vector<CoefficientKind> general_kinds() {
  std::vector<CoefficientKind> result;
  for (const CoefficientKind kind : kCoefficientKinds) {
    if (!needs_two_raters(kind)) {
      result.push_back(kind);
    }
  }
  return result;
}

TEST(KappaBootstrap, DrawsTheReplicatesOfTheGeneralBootstrap) {
  const Ratings ratings = table(noisy(40, 1));
  const UnitTable units(ratings);
  stats::BootstrapOptions options;
  options.replicates = 500;
  options.seed = 7;
  // A family of its own for each unit draws them one by one, as the general bootstrap does.
  std::vector<std::uint32_t> apart(ratings.units());
  std::iota(apart.begin(), apart.end(), 0U);
  options.families = apart;
  for (const CoefficientKind kind : general_kinds()) {
    const auto found = bootstrap_coefficient(kind, ratings, {}, options);
    const auto general = stats::bootstrap_statistic(
        ratings.units(),
        [&](std::span<const std::size_t> sample) { return units.at(kind, sample).value; }, options);
    EXPECT_EQ(found.percentile.low, general.percentile.low) << to_string(kind);
    EXPECT_EQ(found.percentile.high, general.percentile.high);
    EXPECT_NEAR(found.standard_error, general.standard_error, 1e-12);
    EXPECT_NEAR(found.bias, general.bias, 1e-12);
    EXPECT_EQ(found.bias_correction, general.bias_correction);
    // Linear parts in place of the jackknife.
    EXPECT_NEAR(found.acceleration, general.acceleration, 0.01);
    EXPECT_NEAR(found.bca.low, general.bca.low, 0.02);
    EXPECT_EQ(found.families, 40U);
  }
}

TEST(KappaBootstrap, ByPatternHasTheSpreadOfTheOneUnitByUnit) {
  const Ratings ratings = table(noisy(60, 4));
  std::vector<std::uint32_t> apart(ratings.units());
  std::iota(apart.begin(), apart.end(), 0U);
  stats::BootstrapOptions options;
  options.replicates = 8'000;
  for (const CoefficientKind kind : general_kinds()) {
    options.families = {};
    const auto by_pattern = bootstrap_coefficient(kind, ratings, {}, options);
    options.families = apart;
    const auto by_unit = bootstrap_coefficient(kind, ratings, {}, options);
    const double error = by_unit.standard_error;
    EXPECT_NEAR(by_pattern.standard_error, error, 0.04 * error) << to_string(kind);
    EXPECT_NEAR(by_pattern.percentile.low, by_unit.percentile.low, 0.15 * error);
    EXPECT_NEAR(by_pattern.percentile.high, by_unit.percentile.high, 0.15 * error);
    EXPECT_EQ(by_pattern.families, by_unit.families);
  }
}

TEST(KappaBootstrap, HasTheSameBitsForAnyNumberOfThreads) {
  const Ratings ratings = table(noisy(50, 2));
  stats::BootstrapOptions options;
  options.replicates = 200;
  const auto one = bootstrap_coefficient(CoefficientKind::conger_kappa, ratings, {}, options);
  options.threads = 3;
  const auto three = bootstrap_coefficient(CoefficientKind::conger_kappa, ratings, {}, options);
  EXPECT_EQ(one.bca.low, three.bca.low);
  EXPECT_EQ(one.bca.high, three.bca.high);
  EXPECT_EQ(one.standard_error, three.standard_error);
}

TEST(KappaBootstrap, SpreadsAsTheLinearisedStandardErrorSays) {
  const Ratings ratings = table(noisy(300, 3));
  stats::BootstrapOptions options;
  options.replicates = 2000;
  for (const CoefficientKind kind : general_kinds()) {
    const double expected = linearised_interval(kind, ratings).standard_error;
    const double found = bootstrap_coefficient(kind, ratings, {}, options).standard_error;
    EXPECT_NEAR(found / expected, 1.0, 0.08) << to_string(kind);
  }
}

TEST(KappaBootstrap, KeepsFamiliesTogether) {
  auto rows = noisy(30, 4);
  for (auto& row : rows) {  // every unit twice
    const auto once = row;
    row.insert(row.end(), once.begin(), once.end());
  }
  std::vector<std::uint32_t> families;
  for (std::uint32_t i = 0; i < 60; ++i) {
    families.push_back(i % 30);
  }
  stats::BootstrapOptions options;
  options.replicates = 400;
  std::vector<std::uint32_t> apart(30);
  std::iota(apart.begin(), apart.end(), 0U);
  options.families = apart;
  const auto single =
      bootstrap_coefficient(CoefficientKind::fleiss_kappa, table(noisy(30, 4)), {}, options);
  options.families = families;
  const auto twice = bootstrap_coefficient(CoefficientKind::fleiss_kappa, table(rows), {}, options);
  EXPECT_EQ(twice.families, 30U);
  EXPECT_NEAR(twice.percentile.low, single.percentile.low, 1e-12);
  EXPECT_NEAR(twice.acceleration, single.acceleration, 1e-9);
  options.families = std::span(families).first(10);
  EXPECT_THROW((void)bootstrap_coefficient(CoefficientKind::fleiss_kappa, table(rows), {}, options),
               std::invalid_argument);
}

TEST(KappaBootstrap, LeavesOutReplicatesOfOneValue) {
  const Ratings ratings = table({{1, 1, 1, 1, 2}, {1, 1, 1, 1, 2}});
  stats::BootstrapOptions options;
  options.replicates = 300;
  const auto found = bootstrap_coefficient(CoefficientKind::cohen_kappa, ratings, {}, options);
  // The fifth unit stays away with probability 0.8^5 = 0.328.
  EXPECT_NEAR(static_cast<double>(found.undefined) / 300.0, 0.328, 0.1);
  EXPECT_EQ(found.percentile.reason, stats::Reason::undefined_replicates);
  EXPECT_EQ(found.percentile.low, 1.0) << "all others are 1";
  EXPECT_EQ(found.standard_error, 0.0);
}

TEST(KappaBootstrap, RefusesOptionsOutOfRange) {
  const Ratings ratings = table({{1, 2}, {1, 2}});
  stats::BootstrapOptions options;
  options.replicates = 1;
  EXPECT_THROW((void)bootstrap_coefficient(CoefficientKind::gwet_ac, ratings, {}, options),
               std::invalid_argument);
  options.replicates = 10;
  options.confidence = 0.0;
  EXPECT_THROW((void)bootstrap_coefficient(CoefficientKind::gwet_ac, ratings, {}, options),
               std::invalid_argument);
}

}  // namespace
}  // namespace foley::reliability
