#include "foley/core/number_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "support/near.hpp"

namespace foley {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Fixed {
  double value;
  int digits;
  std::string_view text;
  std::string_view with_sign;
};

class FixedText : public ::testing::TestWithParam<Fixed> {};

TEST_P(FixedText, RoundsTheExactBinaryValueHalfToEven) {
  EXPECT_EQ(fixed_text(GetParam().value, GetParam().digits), GetParam().text);
  EXPECT_EQ(signed_fixed_text(GetParam().value, GetParam().digits), GetParam().with_sign);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FixedText,
    ::testing::Values(Fixed{0.0, 4, "0.0000", "+0.0000"}, Fixed{-0.0, 4, "-0.0000", "-0.0000"},
                      Fixed{1.0, 4, "1.0000", "+1.0000"}, Fixed{-0.25, 1, "-0.2", "-0.2"},
                      // exact ties go to even
                      Fixed{0.5, 0, "0", "+0"}, Fixed{1.5, 0, "2", "+2"}, Fixed{2.5, 0, "2", "+2"},
                      Fixed{0.125, 2, "0.12", "+0.12"}, Fixed{0.375, 2, "0.38", "+0.38"},
                      Fixed{0.00390625, 7, "0.0039062", "+0.0039062"},
                      // what looks like a tie in decimal is none in binary
                      Fixed{2.675, 2, "2.67", "+2.67"}, Fixed{1.005, 2, "1.00", "+1.00"},
                      Fixed{0.00005, 4, "0.0001", "+0.0001"},
                      Fixed{0.00015, 4, "0.0001", "+0.0001"},
                      Fixed{0.98765, 4, "0.9877", "+0.9877"},
                      Fixed{0.1234565, 6, "0.123456", "+0.123456"},
                      Fixed{1e22, 1, "10000000000000000000000.0", "+10000000000000000000000.0"},
                      Fixed{-0.00001, 4, "-0.0000", "-0.0000"}, Fixed{kInfinity, 4, "inf", "+inf"},
                      Fixed{-kInfinity, 4, "-inf", "-inf"}, Fixed{5e-324, 4, "0.0000", "+0.0000"}));

TEST(FixedTextNan, HasNoSignBit) {
  EXPECT_EQ(fixed_text(kNan, 4), "nan");
  EXPECT_EQ(fixed_text(-kNan, 4), "nan");
}

struct Shortest {
  double value;
  std::string_view repr;
};

class ShortestText : public ::testing::TestWithParam<Shortest> {};

TEST_P(ShortestText, EqualsPythonRepr) {
  EXPECT_EQ(shortest_text(GetParam().value), GetParam().repr);
}

// Right column: repr() of CPython 3.11.
INSTANTIATE_TEST_SUITE_P(
    Table, ShortestText,
    ::testing::Values(Shortest{0.0, "0.0"}, Shortest{-0.0, "-0.0"}, Shortest{1.0, "1.0"},
                      Shortest{-1.0, "-1.0"}, Shortest{0.1, "0.1"}, Shortest{0.02, "0.02"},
                      Shortest{1.0 / 3.0, "0.3333333333333333"},
                      Shortest{0.1 + 0.2, "0.30000000000000004"}, Shortest{100.0, "100.0"},
                      Shortest{123456.789, "123456.789"}, Shortest{1e15, "1000000000000000.0"},
                      Shortest{9999999999999998.0, "9999999999999998.0"}, Shortest{1e16, "1e+16"},
                      Shortest{1.2345e16, "1.2345e+16"}, Shortest{1e22, "1e+22"},
                      Shortest{1e23, "1e+23"}, Shortest{1e100, "1e+100"}, Shortest{1e-4, "0.0001"},
                      Shortest{0.00012, "0.00012"}, Shortest{1e-5, "1e-05"},
                      Shortest{9.999e-5, "9.999e-05"}, Shortest{1e-7, "1e-07"},
                      Shortest{1e-9, "1e-09"}, Shortest{5e-324, "5e-324"},
                      Shortest{2.2250738585072014e-308, "2.2250738585072014e-308"},
                      Shortest{1.7976931348623157e308, "1.7976931348623157e+308"},
                      Shortest{-2.5e-10, "-2.5e-10"}, Shortest{0.699926, "0.699926"}));

RC_GTEST_PROP(ShortestTextProperty, ReadsBackAsTheSameDouble, (std::uint64_t bits)) {
  const auto value = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(value));
  RC_ASSERT(testing::same_bits(std::strtod(shortest_text(value).c_str(), nullptr), value));
}

struct Rounded {
  double value;
  int digits;
  double expected;
};

class RoundDecimal : public ::testing::TestWithParam<Rounded> {};

TEST_P(RoundDecimal, IsCorrect) {
  const double rounded = round_decimal(GetParam().value, GetParam().digits);
  EXPECT_TRUE(testing::same_bits(rounded, GetParam().expected)) << rounded;
}

INSTANTIATE_TEST_SUITE_P(Table, RoundDecimal,
                         ::testing::Values(Rounded{0.123456789, 6, 0.123457},
                                           Rounded{2.675, 2, 2.67}, Rounded{0.125, 2, 0.12},
                                           Rounded{2.5, 0, 2.0}, Rounded{-4e-7, 6, -0.0},
                                           Rounded{1e22, 6, 1e22}, Rounded{0.5000005, 6, 0.5},
                                           Rounded{kInfinity, 6, kInfinity},
                                           Rounded{-kInfinity, 6, -kInfinity}));

TEST(RoundDecimalNan, Stays) { EXPECT_TRUE(std::isnan(round_decimal(kNan, 6))); }

TEST(NumberText, DoesNotFollowTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  bool found = false;
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"}) {
    found = found || std::setlocale(LC_ALL, name) != nullptr;
  }
  const std::string fixed = fixed_text(0.5, 1);
  const std::string shortest = shortest_text(0.5);
  const double rounded = round_decimal(0.55, 1);
  std::setlocale(LC_ALL, before.c_str());
  if (!found) {
    GTEST_SKIP() << "no locale with a decimal comma is installed";
  }
  EXPECT_EQ(fixed, "0.5");
  EXPECT_EQ(shortest, "0.5");
  EXPECT_DOUBLE_EQ(rounded, 0.6);
}

}  // namespace
}  // namespace foley
