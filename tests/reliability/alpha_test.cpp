#include "foley/reliability/alpha.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "alpha_evaluator.hpp"
#include "foley/reliability/band.hpp"
#include "support/oracle.hpp"

namespace foley::reliability {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Table {
  std::vector<double> values;
  std::size_t raters = 0;
  std::size_t units = 0;

  [[nodiscard]] RatingMatrix matrix() const { return {values, raters, units}; }
};

Table table_of(const testing::Json& rows) {
  Table table;
  table.raters = rows.size();
  for (const auto& row : rows) {
    table.units = row.size();
    for (const auto& value : row) {
      table.values.push_back(testing::oracle_number(value));
    }
  }
  return table;
}

// The reliability data of Krippendorff 2011, table C: four observers, twelve units.
Table published() {
  return {{1,    2, 3, 3, 2, 1, 4, 1, 2, kNaN, kNaN, kNaN,  //
           1,    2, 3, 3, 2, 2, 4, 1, 2, 5,    kNaN, kNaN,  //
           kNaN, 3, 3, 3, 2, 3, 4, 2, 2, 5,    1,    3,     //
           1,    2, 3, 3, 2, 4, 4, 1, 2, 5,    1,    kNaN},
          4,
          12};
}

Scale at_level(Level level) {
  Scale scale;
  scale.level = level;
  return scale;
}

TEST(Alpha, MeetsThePublishedExample) {
  const Table table = published();
  const auto alpha = [&](Level level) {
    return krippendorff_alpha(table.matrix(), at_level(level));
  };
  EXPECT_NEAR(alpha(Level::nominal).value, 0.743421, 5e-7);
  EXPECT_NEAR(alpha(Level::ordinal).value, 0.815388, 5e-7);
  EXPECT_NEAR(alpha(Level::interval).value, 0.849107, 5e-7);
  EXPECT_NEAR(alpha(Level::ratio).value, 0.797403, 5e-7);
  EXPECT_EQ(alpha(Level::nominal).units, 11U);
  EXPECT_EQ(alpha(Level::nominal).ratings, 40U);
  EXPECT_EQ(alpha(Level::nominal).reason, Reason::none);
}

TEST(Alpha, MeetsTheRecordedCases) {
  const auto oracle = testing::load_oracle("reliability");
  if (!oracle) {
    GTEST_SKIP() << "no shared folder beside the project";
  }
  std::size_t checked = 0;
  for (const auto& each : (*oracle)["cases"]) {
    const Table table = table_of(each["data"]);
    const AgreementCounts counts = AgreementCounts::of(table.matrix());
    EXPECT_NEAR(percent_agreement(counts).value, each["percent_agreement"].get<double>(), 1e-12);
    for (const auto& [name, expected] : each["alpha"].items()) {
      Scale scale = at_level(level_named(name).value());
      if (!each["value_domain"].is_null()) {
        scale.domain = each["value_domain"].get<std::vector<double>>();
      }
      if (expected.is_object()) {
        EXPECT_THROW((void)krippendorff_alpha(counts, scale), std::invalid_argument);
      } else {
        EXPECT_NEAR(krippendorff_alpha(counts, scale).value, expected.get<double>(), 1e-12)
            << each["note"] << " " << name;
      }
      checked += 1;
    }
  }
  EXPECT_GE(checked, 126U);
}

TEST(Alpha, IsOneWithTheReasonWhereNothingCanBeSaid) {
  const Table alone{{1, 2, 3}, 1, 3};
  EXPECT_EQ(krippendorff_alpha(alone.matrix()).value, 1.0);
  EXPECT_EQ(krippendorff_alpha(alone.matrix()).reason, Reason::no_pairs);
  EXPECT_EQ(percent_agreement(alone.matrix()).value, 0.0);
  EXPECT_EQ(percent_agreement(alone.matrix()).reason, Reason::no_pairs);
  const Table empty{{}, 2, 0};
  EXPECT_EQ(krippendorff_alpha(empty.matrix()).reason, Reason::no_pairs);
  const Table apart{{1, kNaN, kNaN, 2}, 2, 2};
  EXPECT_EQ(krippendorff_alpha(apart.matrix()).reason, Reason::no_pairs);
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval, Level::ratio,
                            Level::circular, Level::bipolar}) {
    const Table same{{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 3, 2};
    EXPECT_EQ(krippendorff_alpha(same.matrix(), at_level(level)).value, 1.0);
    EXPECT_EQ(krippendorff_alpha(same.matrix(), at_level(level)).reason, Reason::one_value);
  }
}

TEST(Alpha, OfOneValueLeftIsOneByDecree) {
  const Table table{{0.1, 0.3, 0.7, 0.1, 0.3, 0.7}, 2, 3};
  const AgreementCounts counts = AgreementCounts::of(table.matrix());
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval, Level::circular}) {
    const AlphaEvaluator evaluator(counts, at_level(level));
    for (std::size_t kept = 0; kept < 3; ++kept) {
      std::vector<std::uint64_t> units_of(3, 0);
      units_of[kept] = 3;
      EXPECT_EQ(evaluator.at(units_of).reason, Reason::one_value);
      EXPECT_EQ(evaluator.at(units_of).value, 1.0);
    }
    EXPECT_EQ(evaluator.at(std::vector<std::uint64_t>(3, 0)).reason, Reason::no_pairs);
  }
}

TEST(Alpha, IsExactlyOneForPerfectAgreement) {
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval, Level::ratio,
                            Level::circular, Level::bipolar}) {
    const Table table{{0.1, 0.7, 0.3, 0.1, 0.7, 0.3, 0.1, 0.7, 0.3}, 3, 3};
    const Coefficient alpha = krippendorff_alpha(table.matrix(), at_level(level));
    EXPECT_EQ(alpha.value, 1.0) << to_string(level);
    EXPECT_EQ(alpha.observed, 0.0);
    EXPECT_EQ(alpha.reason, Reason::none);
  }
}

TEST(Alpha, OfTwoValuesIsTheSameAtAllLevelsThatKnowNoMiddle) {
  const Table table{{0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1}, 2, 6};
  const double nominal = krippendorff_alpha(table.matrix(), at_level(Level::nominal)).value;
  for (const Level level : {Level::ordinal, Level::interval, Level::ratio, Level::bipolar}) {
    EXPECT_NEAR(krippendorff_alpha(table.matrix(), at_level(level)).value, nominal, 1e-15);
  }
}

TEST(Alpha, KnowsACircle) {
  // 350 and 10 degrees are 20 apart, not 340.
  const Table table{{350, 90, 180, 10, 95, 185}, 2, 3};
  Scale scale = at_level(Level::circular);
  scale.circumference = 360;
  EXPECT_GT(krippendorff_alpha(table.matrix(), scale).value, 0.95);
  EXPECT_LT(krippendorff_alpha(table.matrix(), at_level(Level::interval)).value, 0.1);
  scale.circumference = 0;
  EXPECT_THROW((void)krippendorff_alpha(table.matrix(), scale), std::invalid_argument);
  const Table around{{0, 0, 360, 360}, 2, 2};
  scale.circumference = 360;
  EXPECT_EQ(krippendorff_alpha(around.matrix(), scale).reason, Reason::one_value);
}

TEST(Alpha, TakesATableOfDistances) {
  const Table table = published();
  Scale scale = at_level(Level::custom);
  scale.domain = {{5, 4, 3, 2, 1}};
  for (const double c : *scale.domain) {
    for (const double k : *scale.domain) {
      scale.distances.push_back((c - k) * (c - k));
    }
  }
  EXPECT_NEAR(krippendorff_alpha(table.matrix(), scale).value, 0.849107, 5e-7);
  Scale broken = scale;
  broken.distances[1] = 7;
  EXPECT_THROW((void)krippendorff_alpha(table.matrix(), broken), std::invalid_argument);
  broken = scale;
  broken.distances[0] = 1;
  EXPECT_THROW((void)krippendorff_alpha(table.matrix(), broken), std::invalid_argument);
  broken = scale;
  broken.distances.pop_back();
  EXPECT_THROW((void)krippendorff_alpha(table.matrix(), broken), std::invalid_argument);
  broken = scale;
  broken.domain = {{5, 4, 3, 2, 2}};
  EXPECT_THROW((void)krippendorff_alpha(table.matrix(), broken), std::invalid_argument);
  broken = scale;
  broken.domain.reset();
  EXPECT_THROW((void)krippendorff_alpha(table.matrix(), broken), std::invalid_argument);
}

TEST(Alpha, RefusesWhatTheScaleCannotHold) {
  const Table negative{{-1, 1, 1, 1}, 2, 2};
  EXPECT_THROW((void)krippendorff_alpha(negative.matrix(), at_level(Level::ratio)),
               std::invalid_argument);
  const Table infinite{{std::numeric_limits<double>::infinity(), 1, 1, 1}, 2, 2};
  EXPECT_THROW((void)krippendorff_alpha(infinite.matrix()), std::invalid_argument);
  const Table huge{{1e200, 1, 1, 1}, 2, 2};
  EXPECT_THROW((void)krippendorff_alpha(huge.matrix(), at_level(Level::interval)),
               std::invalid_argument);
  EXPECT_LT(krippendorff_alpha(huge.matrix(), at_level(Level::nominal)).value, 1.0);
  Scale scale = at_level(Level::bipolar);
  scale.poles = {0, 1};
  EXPECT_THROW((void)krippendorff_alpha(negative.matrix(), scale), std::invalid_argument);
  scale.poles = {1, 0};
  EXPECT_THROW((void)krippendorff_alpha(negative.matrix(), scale), std::invalid_argument);
}

TEST(Alpha, KeepsItsDigitsAtAnyScale) {
  for (const double factor : {1e-200, 1e-120, 1e100}) {
    Table table = published();
    for (double& value : table.values) {
      value *= factor;
    }
    EXPECT_NEAR(krippendorff_alpha(table.matrix(), at_level(Level::interval)).value,
                0.8491071428571428, 1e-12);
    EXPECT_NEAR(krippendorff_alpha(table.matrix(), at_level(Level::ratio)).value, 0.797403, 5e-7);
  }
  Table shifted = published();
  for (double& value : shifted.values) {
    value += 1e9;
  }
  EXPECT_NEAR(krippendorff_alpha(shifted.matrix(), at_level(Level::interval)).value,
              0.8491071428571428, 1e-12);
}

TEST(Alpha, MinusZeroIsZero) {
  const Table table{{0.0, 1, -0.0, 1}, 2, 2};
  EXPECT_EQ(krippendorff_alpha(table.matrix(), at_level(Level::nominal)).value, 1.0);
  const Table broken{{0.0, 1.5, -0.0, 1.5}, 2, 2};
  EXPECT_EQ(krippendorff_alpha(broken.matrix(), at_level(Level::nominal)).value, 1.0);
}

TEST(Band, HasItsEdges) {
  EXPECT_EQ(reliability_band(0.8), "reliable");
  EXPECT_EQ(reliability_band(0.7999999999999999), "tentative");
  EXPECT_EQ(reliability_band(0.667), "tentative");
  EXPECT_EQ(reliability_band(0.6669999999), "revise-rubric");
  EXPECT_EQ(reliability_band(kNaN), "revise-rubric");
}

}  // namespace
}  // namespace foley::reliability
