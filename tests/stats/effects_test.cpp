#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "foley/stats/effect_size.hpp"
#include "foley/stats/reason.hpp"
#include "foley/stats/win_tie_loss.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

using Values = std::vector<double>;

TEST(EffectSize, ByHand) {
  // differences 1, 2, 3, 4: mean 2.5, variance 5/3
  const PairedEffect effect = paired_effect(Values{2, 4, 6, 8}, Values{1, 2, 3, 4});
  FOLEY_EXPECT_NEARLY(2.5 / std::sqrt(5.0 / 3.0), effect.d_z);
  // J(3) = Γ(3/2) / (√(3/2) Γ(1)) = √π/2 / √1.5
  FOLEY_EXPECT_NEARLY(std::sqrt(std::numbers::pi) / 2.0 / std::sqrt(1.5), hedges_correction(3));
  FOLEY_EXPECT_NEARLY(effect.d_z * hedges_correction(3), effect.hedges_g);
  EXPECT_EQ(effect.reason, Reason::none);
  EXPECT_LT(paired_effect(Values{1, 2, 3, 4}, Values{2, 4, 6, 8}).d_z, 0.0);
}

TEST(EffectSize, CorrectionOfHedges) {
  EXPECT_EQ(hedges_correction(0), 0.0);
  EXPECT_EQ(hedges_correction(1), 0.0);
  FOLEY_EXPECT_NEARLY(1.0 / std::sqrt(std::numbers::pi), hedges_correction(2));
  // Hedges' own approximation 1 - 3/(4m - 1) is off by 1/(32 m²)
  for (const std::size_t m : {3U, 10U, 49U, 1000U, 100'000U}) {
    const auto df = static_cast<double>(m);
    EXPECT_NEAR(hedges_correction(m), 1.0 - 3.0 / (4.0 * df - 1.0), 0.035 / (df * df));
  }
}

TEST(EffectSize, DegenerateDataHaveAReason) {
  EXPECT_EQ(paired_effect({}, {}).reason, Reason::no_data);
  EXPECT_EQ(paired_effect(Values{1}, Values{2}).reason, Reason::too_few);
  EXPECT_EQ(paired_effect(Values{1, 2}, Values{1, 2}).reason, Reason::identical);
  EXPECT_EQ(paired_effect(Values{0.3, 0.2}, Values{0.2, 0.1}).reason, Reason::constant);
  EXPECT_EQ(paired_effect(Values{0.3, 0.2}, Values{0.2, 0.1}).d_z, 0.0);
}

TEST(WinTieLoss, CountsWithATolerance) {
  const Values a = {0.5, 0.3, 0.1 + 0.2, 0.9, 0.0};
  const Values b = {0.4, 0.2, 0.3, 1.0, 0.25};
  const auto expect = [&](double tolerance, std::size_t wins, std::size_t ties,
                          std::size_t losses) {
    const WinTieLoss counts = win_tie_loss(a, b, tolerance);
    EXPECT_EQ(counts.wins, wins) << tolerance;
    EXPECT_EQ(counts.ties, ties) << tolerance;
    EXPECT_EQ(counts.losses, losses) << tolerance;
  };
  expect(0.0, 2, 1, 2);
  expect(0.05, 2, 1, 2);
  expect(0.1, 0, 4, 1);  // 0.5 - 0.4 and 0.3 - 0.2 are 0.1, whatever their last bits
  expect(0.25, 0, 5, 0);
  EXPECT_EQ(win_tie_loss({}, {}).ties, 0U);
  EXPECT_THROW((void)win_tie_loss(a, b, -0.1), std::invalid_argument);
  EXPECT_THROW((void)win_tie_loss(a, b, std::numeric_limits<double>::quiet_NaN()),
               std::invalid_argument);
  EXPECT_THROW((void)win_tie_loss(a, Values{1.0}), std::invalid_argument);
}

TEST(Reason, EachHasWordsOfItsOwn) {
  std::vector<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(Reason::unreachable); ++i) {
    words.push_back(to_string(static_cast<Reason>(i)));
    EXPECT_EQ(words.back().empty(), i == 0);
    EXPECT_EQ(std::ranges::count(words, words.back()), 1);
  }
}

}  // namespace
}  // namespace foley::stats
