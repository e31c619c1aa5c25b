#include "foley/retrieval/fusion/normalisation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "support/near.hpp"

namespace foley::retrieval {
namespace {

using Scores = std::vector<double>;

Scores normalised(const std::string& name, Scores scores, std::size_t candidates = 0) {
  find_normalisation(name).value()->apply(scores, std::max(candidates, scores.size()));
  return scores;
}

TEST(Normalisation, WorkedOutByHand) {
  EXPECT_EQ(normalised("min-max", {5, 3, 1}), (Scores{1, 0.5, 0}));
  EXPECT_EQ(normalised("max", {8, 4, -2}), (Scores{1, 0.5, -0.25}));
  EXPECT_EQ(normalised("sum", {5, 3, 1}), (Scores{4.0 / 6, 2.0 / 6, 0}));
  EXPECT_EQ(normalised("z-score", {3, 1}), (Scores{1, -1}));
  EXPECT_EQ(normalised("rank", {9, 8, 7, 7}), (Scores{1, 0.75, 0.5, 0.25}));
  EXPECT_EQ(normalised("borda", {9, 8}, 8), (Scores{1, 0.875}));
  EXPECT_EQ(normalised("none", {9, -8}), (Scores{9, -8}));
}

TEST(Normalisation, BordaSharesThePlacesLeftOver) {
  // Places 3, 4 and 5 of 5 are worth 0.6, 0.4 and 0.2: 0.4 on average.
  const auto* borda = find_normalisation("borda").value();
  EXPECT_DOUBLE_EQ(borda->unranked(2, 5), 0.4);
  for (const Normalisation& norm : normalisations()) {
    EXPECT_EQ(norm.unranked != nullptr, norm.name == "borda") << norm.name;
  }
}

TEST(Normalisation, EqualScores) {
  for (const double score : {7.0, 0.0, -3.0}) {
    EXPECT_EQ(normalised("min-max", {score, score}), (Scores{1, 1}));
    EXPECT_EQ(normalised("sum", {score, score}), (Scores{0.5, 0.5}));
    EXPECT_EQ(normalised("z-score", {score, score}), (Scores{0, 0}));
    EXPECT_EQ(normalised("min-max", {score}), (Scores{1}));
  }
  EXPECT_EQ(normalised("max", {7, 7}), (Scores{1, 1}));
  EXPECT_EQ(normalised("max", {0, 0}), (Scores{0, 0}));
  EXPECT_EQ(normalised("max", {-3, -3}), (Scores{-1, -1}));
}

TEST(Normalisation, MaxKeepsTheOrderOfNegativeScores) {
  EXPECT_EQ(normalised("max", {-1, -4}), (Scores{-1, -4}));
  EXPECT_EQ(normalised("max", {0, -1, -4}), (Scores{0, -0.25, -1}));
}

TEST(Normalisation, EmptyListsStayEmpty) {
  for (const Normalisation& norm : normalisations()) {
    Scores none;
    norm.apply(none, 3);
    EXPECT_TRUE(none.empty());
  }
}

TEST(Normalisation, TheEndsOfDouble) {
  EXPECT_EQ(normalised("min-max", {1.7e308, 0.0, -1.7e308}), (Scores{1, 0.5, 0}));
  EXPECT_EQ(normalised("min-max", {5e-324, 0.0}), (Scores{1, 0}));
  EXPECT_EQ(normalised("z-score", {1.7e308, -1.7e308}), (Scores{1, -1}));
  EXPECT_EQ(normalised("z-score", {3e-320, 1e-320}).front(), 1.0);
  EXPECT_EQ(normalised("sum", {1.7e308, 1.7e308, -1.7e308}), (Scores{0.5, 0.5, 0}));
  EXPECT_EQ(normalised("max", {1.7e308, -1.7e308}), (Scores{1, -1}));
}

Scores drawn_scores() {
  Scores scores(*rc::gen::inRange<std::size_t>(1, 30));
  const double scale = *rc::gen::element(1.0, 1e-200, 1e200, 0.1);
  for (double& score : scores) {
    score = scale * static_cast<double>(*rc::gen::inRange(-6, 7));
  }
  std::sort(scores.begin(), scores.end(), std::greater<>());
  return scores;
}

RC_GTEST_PROP(NormalisationProperty, RangeAndOrder, ()) {
  const Scores scores = drawn_scores();
  for (const char* name : {"min-max", "sum", "rank", "borda"}) {
    for (const double value : normalised(name, scores)) {
      RC_ASSERT(value >= 0.0);
      RC_ASSERT(value <= 1.0);
    }
  }
  for (const Normalisation& norm : normalisations()) {
    const Scores out = normalised(std::string(norm.name), scores);
    RC_ASSERT(std::is_sorted(out.rbegin(), out.rend()));
    RC_ASSERT(std::all_of(out.begin(), out.end(), [](double v) { return std::isfinite(v); }));
  }
}

RC_GTEST_PROP(NormalisationProperty, TheBestIsOneAndSharesMakeAWhole, ()) {
  const Scores scores = drawn_scores();
  RC_ASSERT(normalised("min-max", scores).front() == 1.0);
  RC_ASSERT(normalised("rank", scores).front() == 1.0);
  const Scores shares = normalised("sum", scores);
  RC_ASSERT(testing::nearly_equal(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0));
  const Scores z = normalised("z-score", scores);
  RC_ASSERT(std::fabs(std::accumulate(z.begin(), z.end(), 0.0)) < 1e-9);
  const double squares = std::inner_product(z.begin(), z.end(), z.begin(), 0.0);
  RC_ASSERT(scores.front() == scores.back() ||
            testing::nearly_equal(squares, static_cast<double>(z.size()), 1e-9));
}

RC_GTEST_PROP(NormalisationProperty, AnotherScaleChangesNothing, ()) {
  const Scores scores = drawn_scores();
  Scores scaled = scores;
  for (double& score : scaled) {
    score *= 1024.0;
  }
  for (const Normalisation& norm : normalisations()) {
    if (norm.name != "none") {
      const std::string name(norm.name);
      RC_ASSERT(normalised(name, scaled) == normalised(name, scores));
    }
  }
}

}  // namespace
}  // namespace foley::retrieval
