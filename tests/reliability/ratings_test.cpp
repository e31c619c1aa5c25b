#include "foley/reliability/ratings.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

namespace foley::reliability {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(RatingMatrix, HoldsRowsOfRaters) {
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  const RatingMatrix matrix(values, 2, 3);
  EXPECT_EQ(matrix.at(0, 2), 3);
  EXPECT_EQ(matrix.at(1, 0), 4);
  EXPECT_THROW(RatingMatrix(values, 2, 2), std::invalid_argument);
  EXPECT_THROW(RatingMatrix(values, 2, 0), std::invalid_argument);
}

TEST(RatingMatrix, ReadsATransposedTableInPlace) {
  const std::vector<double> units_by_raters{1, 4, 2, 5, 3, 6};
  const RatingMatrix matrix(units_by_raters.data(), 2, 3, 1, 2);
  EXPECT_EQ(matrix.at(0, 2), 3);
  EXPECT_EQ(matrix.at(1, 0), 4);
}

TEST(Ratings, LeaveOutWhatIsMissing) {
  const std::vector<double> values{1, kNaN, kNaN, 4, kNaN, 6};
  const Ratings ratings = Ratings::of(RatingMatrix(values, 2, 3));
  EXPECT_EQ(ratings.raters(), 2U);
  EXPECT_EQ(ratings.units(), 3U);
  ASSERT_EQ(ratings.of(0).size(), 2U);
  EXPECT_EQ(ratings.of(0)[1].value, 4);
  EXPECT_EQ(ratings.of(0)[1].rater, 1U);
  EXPECT_TRUE(ratings.of(1).empty());
  EXPECT_EQ(ratings.of(2)[0].order, 2U);
}

TEST(Ratings, RefuseWhatIsNoRatingAndStayAsTheyWere) {
  Ratings ratings(2);
  EXPECT_THROW(ratings.add_unit(std::vector<Rating>{{1, 0, 0}, {kNaN, 1, 0}}),
               std::invalid_argument);
  EXPECT_THROW(ratings.add_unit(std::vector<Rating>{{1, 0, 0}, {1, 2, 0}}), std::invalid_argument);
  EXPECT_THROW(ratings.add_unit(std::vector<Rating>{{1, 1, 0}, {1, 1, 0}}), std::invalid_argument);
  EXPECT_EQ(ratings.size(), 0U);
  EXPECT_EQ(ratings.units(), 0U);
  ratings.add_unit(std::vector<Rating>{{2, 1, 0}, {1, 0, 1}});
  EXPECT_EQ(ratings.of(0)[0].rater, 0U);
}

}  // namespace
}  // namespace foley::reliability
