#include "foley/search/tokenizer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace foley::search {
namespace {

using Tokens = std::vector<std::string>;

TEST(Tokenize, LowerCasesRunsOfLettersAndDigits) {
  EXPECT_EQ(tokenize("A heavy DOOR, slammed!"), (Tokens{"a", "heavy", "door", "slammed"}));
  EXPECT_EQ(tokenize("48kHz 24-bit"), (Tokens{"48khz", "24", "bit"}));
  EXPECT_EQ(tokenize("don't stop_now"), (Tokens{"don", "t", "stop", "now"}));
  EXPECT_EQ(tokenize("rain rain"), (Tokens{"rain", "rain"}));
  EXPECT_EQ(tokenize("@[`{/:"), Tokens{});
  EXPECT_EQ(tokenize(""), Tokens{});
  EXPECT_EQ(tokenize(" \t\n "), Tokens{});
}

TEST(Tokenize, SeparatesAtEverythingBeyondAscii) {
  EXPECT_EQ(tokenize("café"), (Tokens{"caf"}));
  EXPECT_EQ(tokenize("naïve Ärger"), (Tokens{"na", "ve", "rger"}));
  EXPECT_EQ(tokenize("３ wide x²"), (Tokens{"wide", "x"}));
  EXPECT_EQ(tokenize("雨の音"), Tokens{});
  EXPECT_EQ(tokenize("ſharp ﬁre"), (Tokens{"harp", "re"}));
}

TEST(Tokenize, ReadsTheTwoCharactersThatLowerCaseIntoAscii) {
  EXPECT_EQ(tokenize("\u212Aelvin"), (Tokens{"kelvin"}));
  EXPECT_EQ(tokenize("5\u212A"), (Tokens{"5k"}));
  // U+0130 becomes i and a combining dot, which separates.
  EXPECT_EQ(tokenize("\u0130stanbul"), (Tokens{"i", "stanbul"}));
  EXPECT_EQ(tokenize("x\u0130"), (Tokens{"xi"}));
  // Other characters with the same first bytes do not count.
  EXPECT_EQ(tokenize("\u0131\u212B\u2129"), Tokens{});
}

TEST(Tokenize, TakesAnyBytes) {
  EXPECT_EQ(tokenize(std::string_view("a\0b\xff\xe2\x84", 6)), (Tokens{"a", "b"}));
}

RC_GTEST_PROP(TokenizeProperty, TokensAreRunsOfLowerCaseAscii, (const std::string& text)) {
  std::string rejoined;
  for (const std::string& token : tokenize(text)) {
    RC_ASSERT(!token.empty());
    for (const char c : token) {
      RC_ASSERT(((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')));
    }
    rejoined += token + " ";
  }
  RC_ASSERT(tokenize(rejoined) == tokenize(text));
}

}  // namespace
}  // namespace foley::search
