#include "foley/reliability/calibration.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "foley/reliability/band.hpp"
#include "reliability/uncertainty/assumed_units.hpp"
#include "support/oracle.hpp"

namespace foley::reliability {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> numbers(const foley::testing::Json& row) {
  std::vector<double> values;
  for (const auto& value : row) {
    values.push_back(foley::testing::oracle_number(value));
  }
  return values;
}

TEST(Calibration, MeetsTheRecordedCases) {
  FOLEY_LOAD_ORACLE(oracle, "reliability");
  std::size_t met = 0;
  for (const auto& row : oracle.at("calibrate")) {
    SCOPED_TRACE(row.dump());
    const auto& human = row.at("human");
    const bool table = !human.empty() && human.front().is_array();
    std::vector<double> humans;
    std::size_t raters = 1;
    std::size_t units = human.size();
    if (table) {
      raters = human.size();
      units = human.front().size();
      for (const auto& rater : human) {
        const std::vector<double> values = numbers(rater);
        humans.insert(humans.end(), values.begin(), values.end());
      }
    } else {
      humans = numbers(human);
    }
    const std::vector<double> judge = numbers(row.at("judge"));
    const auto level = level_named(row.value("level", "ordinal"));
    ASSERT_TRUE(level);
    Scale scale;
    scale.level = *level;
    const RatingMatrix matrix(humans, raters, units);
    const auto& expect = row.at("expect");
    if (!expect.is_object() || !expect.contains("alpha")) {
      EXPECT_THROW((void)calibrate_judge_vs_human(matrix, judge, scale), std::invalid_argument);
      met += 1;
      continue;
    }
    const Calibration result = calibrate_judge_vs_human(matrix, judge, scale);
    EXPECT_NEAR(result.alpha, expect.at("alpha").get<double>(), 1e-12);
    EXPECT_EQ(to_string(result.level), expect.at("level").get<std::string>());
    EXPECT_EQ(result.n_units, expect.at("n_units").get<std::size_t>());
    EXPECT_EQ(result.n_raters, expect.at("n_raters").get<std::size_t>());
    EXPECT_NEAR(result.percent_agreement, expect.at("percent_agreement").get<double>(), 1e-12);
    EXPECT_EQ(result.band, expect.at("band").get<std::string>());
    EXPECT_EQ(result.promoted, expect.at("promoted").get<bool>());
    ASSERT_TRUE(result.interval);
    EXPECT_EQ(result.interval->value, result.alpha);
    met += 1;
  }
  EXPECT_GE(met, 5U);
}

TEST(Calibration, MeetsTheRecordedBands) {
  FOLEY_LOAD_ORACLE(oracle, "reliability");
  for (const auto& row : oracle.at("band")) {
    EXPECT_EQ(reliability_band(foley::testing::oracle_number(row.at("alpha"))),
              row.at("band").get<std::string>());
  }
  EXPECT_EQ(kAlphaReliable, oracle.at("ALPHA_RELIABLE").get<double>());
  EXPECT_EQ(kAlphaTentative, oracle.at("ALPHA_TENTATIVE").get<double>());
}

TEST(Calibration, PromotesWithoutEvidenceButNotToWorkAlone) {
  const std::vector<double> nobody;
  const Calibration none = calibrate_judge_vs_human(RatingMatrix(nobody, 1, 0), nobody);
  EXPECT_TRUE(none.promoted);
  EXPECT_EQ(none.reason, Reason::no_pairs);
  EXPECT_FALSE(none.evidence);
  EXPECT_FALSE(none.unattended);

  const std::vector<double> constant{2, 2, 2};
  const Calibration same = calibrate_judge_vs_human(RatingMatrix(constant, 1, 3), constant);
  EXPECT_TRUE(same.promoted);
  EXPECT_EQ(same.reason, Reason::one_value);
  EXPECT_FALSE(same.unattended);

  const std::vector<double> human{1, kNaN};
  const std::vector<double> judge{2, 1};
  const Calibration one = calibrate_judge_vs_human(RatingMatrix(human, 1, 2), judge);
  EXPECT_EQ(one.reason, Reason::too_few_units);
  EXPECT_FALSE(one.promoted);
  EXPECT_EQ(one.n_units, 1U);
}

// Five humans who hardly ever differ, and a judge who says 1 half of the time.
TEST(Calibration, HumansWhoAgreeDoNotCarryTheJudge) {
  std::vector<double> humans;
  std::vector<double> judge;
  for (int human = 0; human < 8; ++human) {
    for (int i = 0; i < 100; ++i) {
      humans.push_back(i % 17 == human ? (i + 1) % 4 : i % 4);
    }
  }
  for (int i = 0; i < 100; ++i) {
    judge.push_back(i % 8 < 4 ? 1 : i % 4);
  }
  const Calibration carried = calibrate_judge_vs_human(RatingMatrix(humans, 8, 100), judge);
  EXPECT_TRUE(carried.promoted) << carried.alpha;
  EXPECT_TRUE(carried.evidence);
  EXPECT_LT(carried.with_humans, 0.667);
  EXPECT_EQ(carried.judge_units, 100U);
  EXPECT_FALSE(carried.unattended);
  const std::vector<double> best(humans.begin(), humans.begin() + 100);
  EXPECT_TRUE(calibrate_judge_vs_human(RatingMatrix(humans, 8, 100), best).unattended);
}

TEST(Calibration, SaysWhichBandTheLowerBoundReaches) {
  std::vector<double> few;
  std::vector<double> many;
  for (int i = 0; i < 1000; ++i) {
    many.push_back(i % 4);
  }
  few.assign(many.begin(), many.begin() + 6);
  const Calibration six = calibrate_judge_vs_human(RatingMatrix(few, 1, 6), few);
  EXPECT_EQ(six.band, "reliable");
  EXPECT_TRUE(six.promoted);
  EXPECT_FALSE(six.unattended) << "six units are too few";
  EXPECT_EQ(six.lower_band, "revise-rubric");

  std::vector<double> judge = many;
  for (std::size_t i = 0; i < judge.size(); i += 10) {
    judge[i] = 3 - judge[i];
  }
  const Calibration thousand = calibrate_judge_vs_human(RatingMatrix(many, 1, 1000), judge,
                                                        testing::at_level(Level::nominal));
  EXPECT_EQ(thousand.lower_band, "reliable");
  EXPECT_LT(thousand.interval->interval.high, 1.0);

  const Calibration quick =
      calibrate_judge_vs_human(RatingMatrix(few, 1, 6), few, {}, std::nullopt);
  EXPECT_FALSE(quick.interval);
  EXPECT_EQ(quick.lower_band, "");
  EXPECT_EQ(quick.alpha, six.alpha);
}

TEST(Calibration, ReadsHumansOfATransposedTable) {
  const std::vector<double> units_by_raters{1, 1, 2, 2, 3, 4, 1, kNaN};
  const std::vector<double> raters_by_units{1, 2, 3, 1, 1, 2, 4, kNaN};
  const std::vector<double> judge{1, 2, 4, 2};
  const Calibration a =
      calibrate_judge_vs_human(RatingMatrix(units_by_raters.data(), 2, 4, 1, 2), judge);
  const Calibration b = calibrate_judge_vs_human(RatingMatrix(raters_by_units, 2, 4), judge);
  EXPECT_EQ(a.alpha, b.alpha);
  EXPECT_EQ(a.n_raters, 3U);
}

TEST(Calibration, RefusesAJudgeOfOtherUnits) {
  const std::vector<double> human{1, 2, 3};
  const std::vector<double> judge{1, 2};
  EXPECT_THROW((void)calibrate_judge_vs_human(RatingMatrix(human, 1, 3), judge),
               std::invalid_argument);
}

}  // namespace
}  // namespace foley::reliability
