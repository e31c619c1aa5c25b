#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "foley/reliability/alpha.hpp"
#include "foley/reliability/causes/confusion.hpp"
#include "foley/reliability/causes/rater_profile.hpp"
#include "simulated_panel.hpp"

namespace foley::reliability {
namespace {

Ratings table(const std::vector<std::vector<double>>& rows) {
  std::vector<double> values;
  for (const auto& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
  }
  return Ratings::of(RatingMatrix(values, rows.size(), rows.front().size()));
}

const double kNone = std::nan("");

TEST(RaterProfiles, HoldWhatIsWorkedOutByHand) {
  // Rater 2 gives the mean of the others plus 1, 2, 3, 4.
  const Ratings ratings = table({{1, 2, 3, 4}, {1, 4, 3, 6}, {2, 5, 6, 9}});
  const auto profiles = rater_profiles(ratings, testing::scale_of(Level::interval));
  ASSERT_EQ(profiles.size(), 3U);
  const RaterProfile& third = profiles[2];
  ASSERT_TRUE(third.numbers);
  EXPECT_EQ(third.ratings, 4U);
  EXPECT_EQ(third.partners, 2U);
  EXPECT_DOUBLE_EQ(third.numbers->bias.value, 2.5);
  // sd √(5/3) over √4, and t(0.975; 3) = 3.182446305.
  EXPECT_NEAR(third.numbers->bias.high, 2.5 + 3.182446305 * std::sqrt(5.0 / 3.0) / 2.0, 1e-8);
  // Own ratings: squares about 5.5 are 25, over 3. Others: eight numbers about 3, squares 20,
  // over 7.
  EXPECT_NEAR(third.numbers->spread.value, std::sqrt((25.0 / 3.0) / (20.0 / 7.0)), 1e-12);
  EXPECT_NEAR(third.numbers->drift.slope.value, 3.0, 1e-12);
  EXPECT_EQ(third.numbers->drift.slope.reason, stats::Reason::constant);
  EXPECT_EQ(third.numbers->drift.p, 0.0);
  // Own 2 5 6 9, means of others 1 3 3 5: products 14 about the means, squares 25 and 8.
  EXPECT_NEAR(third.numbers->pearson.value, 14.0 / std::sqrt(25.0 * 8.0), 1e-12);
  EXPECT_NEAR(third.numbers->discrimination.value, 14.0 / 8.0, 1e-12);
  // Ranks 1 2 3 4 and 1 2.5 2.5 4: products 4.5, squares 5 and 4.5.
  EXPECT_NEAR(third.numbers->spearman.value, 4.5 / std::sqrt(5.0 * 4.5), 1e-12);
  // Squared distances from the others: (1+1+9+1+9+9+25+9)/8; all of own from all of
  // others: 9.75+...
  double across = 0.0;
  for (const double own : {2, 5, 6, 9}) {
    for (const double other : {1, 2, 3, 4, 1, 4, 3, 6}) {
      across += (own - other) * (own - other) / 32.0;
    }
  }
  EXPECT_DOUBLE_EQ(third.with_others.observed, 64.0 / 8.0);
  EXPECT_NEAR(third.with_others.expected, across, 1e-12);
  EXPECT_NEAR(third.with_others.value, 1.0 - 8.0 / across, 1e-12);
}

TEST(RaterProfiles, DriftHasTheSlopeAndTestOfARegression) {
  // Differences 0, 2, 1, 3 in the order 9, 20, 30, 31: slope 0.8 a rank (2.4 over the whole),
  // residual squares 1.8, so t = 0.8 / √(0.9 / 5) on 2 degrees, p = 0.2 (r = 0.8).
  Ratings ratings(2);
  ratings.add_unit(std::vector<Rating>{{1, 0, 30}, {0, 1, 0}});
  ratings.add_unit(std::vector<Rating>{{2, 0, 20}, {0, 1, 1}});
  ratings.add_unit(std::vector<Rating>{{5, 0, 31}, {2, 1, 2}});
  ratings.add_unit(std::vector<Rating>{{2, 0, 9}, {2, 1, 3}});
  const auto profiles = rater_profiles(ratings);
  const Drift& drift = profiles[0].numbers->drift;
  EXPECT_NEAR(drift.slope.value, 2.4, 1e-12);
  EXPECT_NEAR(drift.p, 0.2, 1e-9);
  // t(0.975; 2) = 4.302652730
  EXPECT_NEAR(drift.slope.high, 2.4 + 3.0 * 4.302652730 * std::sqrt(0.9 / 5.0), 1e-7);
}

TEST(RaterProfiles, PairwiseAlphaIsTheMeanOfAlphasOfTwo) {
  const Ratings ratings = testing::simulated_panel({.raters = 4, .units = 50, .missing = 0.3},
                                                   testing::Planted::nothing, 3);
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval}) {
    const auto profiles = rater_profiles(ratings, testing::scale_of(level), 0.95, 3);
    for (std::uint32_t r = 0; r < 4; ++r) {
      double sum = 0.0;
      for (std::uint32_t s = 0; s < 4; ++s) {
        if (s == r) {
          continue;
        }
        Ratings two(4);
        for (std::size_t u = 0; u < ratings.units(); ++u) {
          std::vector<Rating> unit;
          for (const Rating& each : ratings.of(u)) {
            if (each.rater == r || each.rater == s) {
              unit.push_back(each);
            }
          }
          two.add_unit(unit);
        }
        sum += krippendorff_alpha(AgreementCounts::of(two), testing::scale_of(level)).value;
      }
      EXPECT_EQ(profiles[r].partners, 3U);
      EXPECT_NEAR(profiles[r].pairwise_alpha.value, sum / 3.0, 1e-12);
    }
  }
}

TEST(RaterProfiles, SayWhatCannotBeKnown) {
  const Ratings ratings = table({{2, 2, 2, kNone}, {1, 2, 3, kNone}, {kNone, kNone, kNone, 5}});
  const auto profiles = rater_profiles(ratings);
  EXPECT_EQ(profiles[0].with_others.reason, Reason::constant_rater);
  EXPECT_EQ(profiles[0].with_others.value, 0.0);
  EXPECT_NEAR(profiles[0].with_others.observed, profiles[0].with_others.expected, 1e-12);
  EXPECT_EQ(profiles[0].numbers->pearson.reason, Reason::constant_rater);
  EXPECT_EQ(profiles[0].numbers->spread.value, 0.0);
  EXPECT_EQ(profiles[0].numbers->spread.reason, Reason::none);
  EXPECT_EQ(profiles[0].most_used, 2.0);
  EXPECT_EQ(profiles[0].most_used_share, 1.0);
  EXPECT_EQ(profiles[1].numbers->spread.reason, Reason::one_value);
  EXPECT_NEAR(profiles[1].most_used_share, 1.0 / 3.0, 1e-15);
  EXPECT_EQ(profiles[2].with_others.reason, Reason::no_pairs);
  EXPECT_EQ(profiles[2].pairwise_alpha.reason, Reason::no_pairs);
  EXPECT_EQ(profiles[2].numbers->drift.reason, Reason::too_few_units);
  EXPECT_EQ(profiles[2].numbers->bias.reason, stats::Reason::no_data);
  EXPECT_EQ(profiles[2].ratings, 1U);
  EXPECT_EQ(profiles[2].compared, 0U);
  EXPECT_FALSE(rater_profiles(ratings, testing::scale_of(Level::nominal))[0].numbers);

  const auto same =
      rater_profiles(table({{0.1, 0.1}, {0.1, 0.1}}), testing::scale_of(Level::interval));
  EXPECT_EQ(same[0].with_others.value, 1.0);
  EXPECT_EQ(same[0].with_others.reason, Reason::one_value);
  EXPECT_EQ(same[0].pairwise_alpha.reason, Reason::one_value);
  EXPECT_THROW((void)rater_profiles(ratings, {}, 0.0), std::invalid_argument);
}

TEST(Confusion, CountsValuesOfUnitsThatBothRated) {
  const Ratings ratings = table({{1, 2, 2, kNone, 9}, {1, 3, 3, 7, kNone}, {2, 2, kNone, 1, 9}});
  const Confusion pair = confusion_of(ratings, 0, 1);
  EXPECT_EQ(pair.values, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(pair.units, 3U);
  EXPECT_EQ(pair.at(0, 0), 1U);
  EXPECT_EQ(pair.at(1, 2), 2U);
  EXPECT_EQ(pair.at(2, 1), 0U);
  EXPECT_EQ(confusion_of(ratings, 1, 0).at(2, 1), 2U);

  const Confusion all = confusion_with_others(ratings, 0);
  EXPECT_EQ(all.units, 4U);
  EXPECT_EQ(all.values, (std::vector<double>{1, 2, 3, 9}));
  EXPECT_EQ(all.at(0, 0), 1U);
  EXPECT_EQ(all.at(0, 1), 1U);
  EXPECT_EQ(all.at(1, 2), 2U);
  EXPECT_EQ(all.at(1, 1), 1U);
  EXPECT_EQ(all.at(3, 3), 1U);

  const auto pairs = pairs_sharing_units(ratings);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[1].first, 0U);
  EXPECT_EQ(pairs[1].second, 2U);
  EXPECT_EQ(pairs[1].units, 3U);
}

TEST(Confusion, RefusesWhatIsNoTable) {
  std::vector<double> many;
  for (int i = 0; i < 201; ++i) {
    many.push_back(i);
  }
  const Ratings ratings = table({many, many});
  EXPECT_THROW((void)confusion_of(ratings, 0, 1), std::invalid_argument);
  EXPECT_THROW((void)confusion_with_others(ratings, 0), std::invalid_argument);
  EXPECT_THROW((void)confusion_of(ratings, 0, 0), std::invalid_argument);
  EXPECT_THROW((void)confusion_of(ratings, 0, 2), std::invalid_argument);
  many.pop_back();
  EXPECT_EQ(confusion_of(table({many, many}), 0, 1).values.size(), 200U);
  EXPECT_TRUE(confusion_of(table({{1, kNone}, {kNone, 1}}), 0, 1).values.empty());
}

}  // namespace
}  // namespace foley::reliability
