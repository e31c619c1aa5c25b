#include "foley/core/nearest_name.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace foley {
namespace {

constexpr std::array<std::string_view, 5> kKnown{"ndcg", "recall", "precision", "map", "mrr"};

std::string nearest(std::string_view wrong) {
  return nearest_name(wrong, kKnown).value_or("(nothing)");
}

TEST(NearestName, FindsATypingError) {
  EXPECT_EQ(nearest("ndgc"), "ndcg");
  EXPECT_EQ(nearest("recal"), "recall");
  EXPECT_EQ(nearest("presicion"), "precision");
  EXPECT_EQ(nearest("recallx"), "recall");
}

TEST(NearestName, FoldsTheCaseOfAscii) {
  EXPECT_EQ(nearest("NDCG"), "ndcg");
  EXPECT_EQ(nearest("Recall"), "recall");
}

TEST(NearestName, FindsNothingFarAway) {
  EXPECT_EQ(nearest("bleu-score"), "(nothing)");
  EXPECT_EQ(nearest("xyz"), "(nothing)");
  EXPECT_EQ(nearest(""), "(nothing)");
}

TEST(NearestName, AllowsAThirdOfTheLetters) {
  // nine letters: three may change, four may not
  EXPECT_EQ(nearest("precisxyz"), "precision");
  EXPECT_EQ(nearest("preciwxyz"), "(nothing)");
}

TEST(NearestName, TakesTheFirstOfEquallyNearOnes) {
  constexpr std::array<std::string_view, 2> kPair{"mat", "map"};
  EXPECT_EQ(nearest_name("max", kPair), std::optional<std::string>("mat"));
}

TEST(NearestName, PrefersTheNearest) {
  constexpr std::array<std::string_view, 2> kPair{"abxx", "abcx"};
  EXPECT_EQ(nearest_name("abcd", kPair), std::optional<std::string>("abcx"));
}

TEST(NearestName, HasNoAnswerToAHugeNameOrAnEmptyList) {
  EXPECT_EQ(nearest(std::string(1'000'000, 'n')), "(nothing)");
  EXPECT_FALSE(nearest_name("ndcg", {}).has_value());
}

}  // namespace
}  // namespace foley
