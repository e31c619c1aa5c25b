#include "foley/reliability/kappa/weights.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "tables.hpp"

namespace foley::reliability {
namespace {

constexpr WeightKind kAll[] = {WeightKind::identity, WeightKind::linear,  WeightKind::quadratic,
                               WeightKind::ordinal,  WeightKind::radical, WeightKind::ratio,
                               WeightKind::circular, WeightKind::bipolar};

Weighting of(WeightKind kind) {
  Weighting result;
  result.kind = kind;
  return result;
}

TEST(Weights, AreThoseOfTheRival) {
  const auto oracle = testing::Json::parse(testing::file_text(FOLEY_KAPPA_ORACLE));
  for (const auto& test : oracle["raw"]) {
    const auto kind = weight_kind_named(test["weights"].get<std::string>()).value();
    const CategoryWeights weights(test["domain"].get<std::vector<double>>(), of(kind));
    const std::vector<double> found = weight_table(weights);
    std::size_t next = 0;
    for (const auto& row : test["table"]) {
      for (const auto& weight : row) {
        EXPECT_NEAR(found.at(next++), weight.get<double>(), 1e-14) << to_string(kind);
      }
    }
    EXPECT_EQ(next, found.size());
  }
}

TEST(Weights, HaveNames) {
  for (const WeightKind kind : kAll) {
    EXPECT_EQ(weight_kind_named(to_string(kind)), kind);
  }
  EXPECT_EQ(weight_kind_named("custom"), WeightKind::custom);
  EXPECT_EQ(weight_kind_named("Linear"), std::nullopt);
}

TEST(Weights, OfOneCategoryOrNoneAreNoDivisionByZero) {
  for (const WeightKind kind : kAll) {
    EXPECT_EQ(weight_table(CategoryWeights({3.0}, of(kind))), std::vector<double>{1.0});
    EXPECT_EQ(CategoryWeights({}, of(kind)).size(), 0U);
    EXPECT_EQ(CategoryWeights({0.0, 1.0}, of(kind)).disagreement(0, 1), 1.0) << to_string(kind);
  }
}

TEST(Weights, ReachOverTheRangeOfDouble) {
  const double huge = std::numeric_limits<double>::max();
  for (const WeightKind kind : kAll) {
    const double least = kind == WeightKind::ratio ? 0.0 : -huge;
    const CategoryWeights weights({least, 1.0, huge}, of(kind));
    for (const double weight : weight_table(weights)) {
      EXPECT_TRUE(weight >= 0.0 && weight <= 1.0) << to_string(kind) << ' ' << weight;
    }
  }
}

TEST(Weights, RefuseWhatIsNoScale) {
  Weighting weighting;
  weighting.domain = std::vector<double>{1, 2, 3};
  EXPECT_THROW(CategoryWeights({4.0}, weighting), std::invalid_argument);
  weighting.domain = std::vector<double>{1, 2, 2};
  EXPECT_THROW(CategoryWeights({1.0}, weighting), std::invalid_argument);
  weighting.domain = std::vector<double>{};
  EXPECT_THROW(CategoryWeights({}, weighting), std::invalid_argument);
  weighting.domain = std::vector<double>{1, std::numeric_limits<double>::infinity()};
  EXPECT_THROW(CategoryWeights({1.0}, weighting), std::invalid_argument);
  EXPECT_THROW(CategoryWeights({-1.0, 1.0}, of(WeightKind::ratio)), std::invalid_argument);
}

TEST(Weights, TakeATableInTheOrderOfTheDomain) {
  Weighting weighting;
  weighting.kind = WeightKind::custom;
  weighting.domain = std::vector<double>{3, 1, 2};
  weighting.table = {1, 0.5, 0.25, 0.5, 1, 0, 0.25, 0, 1};
  const CategoryWeights weights({1.0, 3.0}, weighting);
  EXPECT_EQ(weights.disagreement(0, 2), 0.5);   // 1 and 3
  EXPECT_EQ(weights.disagreement(1, 2), 0.75);  // 2 and 3
  EXPECT_EQ(weights.disagreement(0, 1), 1.0);
  weighting.table[1] = 0.6;
  EXPECT_THROW(CategoryWeights({1.0}, weighting), std::invalid_argument) << "not symmetric";
  weighting.table = {1, 2, 0, 2, 1, 0, 0, 0, 1};
  EXPECT_THROW(CategoryWeights({1.0}, weighting), std::invalid_argument) << "above 1";
  weighting.table = {1, 0, 0, 0, 0.5, 0, 0, 0, 1};
  EXPECT_THROW(CategoryWeights({1.0}, weighting), std::invalid_argument) << "diagonal";
  weighting.table = {1, 0, 0, 1};
  EXPECT_THROW(CategoryWeights({1.0}, weighting), std::invalid_argument) << "size";
  weighting.kind = WeightKind::linear;
  EXPECT_THROW(CategoryWeights({1.0}, weighting), std::invalid_argument) << "needs no table";
}

TEST(Weights, OfManyCategoriesNeedATableForSomeKindsOnly) {
  std::vector<double> categories(CategoryWeights::kMaxTable + 1);
  for (std::size_t i = 0; i < categories.size(); ++i) {
    categories[i] = static_cast<double>(i);
  }
  EXPECT_THROW(CategoryWeights(categories, of(WeightKind::radical)), std::invalid_argument);
  const auto q = static_cast<double>(categories.size());
  // Σ |i - j| = q (q² - 1) / 3, over the range q - 1.
  EXPECT_NEAR(CategoryWeights(categories, of(WeightKind::linear)).total_disagreement(),
              q * (q + 1) / 3, 1e-3);
  EXPECT_EQ(CategoryWeights(categories, of(WeightKind::identity)).total_disagreement(),
            q * (q - 1));
  // Σ (i - j)² = q² (q² - 1) / 6, over (q - 1)².
  EXPECT_NEAR(CategoryWeights(categories, of(WeightKind::quadratic)).total_disagreement(),
              q * q * (q + 1) / (6 * (q - 1)), 1e-3);
}

TEST(Weights, AddUpFastAsTheyDoPairByPair) {
  EXPECT_TRUE(rc::check("sums in one pass equal sums over pairs", [] {
    const auto kind =
        *rc::gen::elementOf(std::vector<WeightKind>(std::begin(kAll), std::end(kAll)));
    const auto steps = *rc::gen::nonEmpty<std::vector<std::uint8_t>>();
    std::vector<double> categories;
    double next = 0.0;
    for (const std::uint8_t step : steps) {
      categories.push_back(next);
      next += 1.0 + step;
    }
    const CategoryWeights weights(categories, of(kind));
    std::vector<std::uint32_t> codes;
    std::vector<double> masses;
    for (std::uint32_t i = 0; i < categories.size(); ++i) {
      if (*rc::gen::inRange(0, 3) > 0) {
        codes.push_back(i);
        masses.push_back(*rc::gen::inRange(0, 9) / 4.0);
      }
    }
    std::vector<double> fast(codes.size());
    weights.disagreements(codes, masses, fast);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      double slow = 0.0;
      for (std::size_t j = 0; j < codes.size(); ++j) {
        slow += masses[j] * weights.disagreement(codes[i], codes[j]);
      }
      RC_ASSERT(std::fabs(fast[i] - slow) <= 1e-12 * (1.0 + slow));
    }
  }));
}

}  // namespace
}  // namespace foley::reliability
