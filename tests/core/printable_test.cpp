#include "foley/core/printable.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

namespace foley {
namespace {

struct Escape {
  std::string_view text;
  std::string_view shown;
};

class Printable : public ::testing::TestWithParam<Escape> {};

TEST_P(Printable, ShowsWhatATerminalMustNotAct) {
  EXPECT_EQ(printable(GetParam().text), GetParam().shown);
}

using namespace std::string_view_literals;
INSTANTIATE_TEST_SUITE_P(
    Table, Printable,
    ::testing::Values(
        Escape{"", ""}, Escape{"plain text 123", "plain text 123"},
        Escape{"café 日本 \U0001F600", "café 日本 \U0001F600"},
        // C0 controls, DEL
        Escape{"\0"sv, "\\x00"}, Escape{"a\nb", "a\\x0ab"}, Escape{"a\rb", "a\\x0db"},
        Escape{"a\tb", "a\\x09b"}, Escape{"\x1b[31mred", "\\x1b[31mred"}, Escape{"\x7f", "\\x7f"},
        Escape{"\x1f", "\\x1f"}, Escape{" ", " "}, Escape{"~", "~"},
        // C1 controls: CSI as one character
        Escape{"\u009b31m", "\\x9b31m"}, Escape{"\u0080", "\\x80"}, Escape{"\u009f", "\\x9f"},
        Escape{"\u00a0", "\u00a0"},
        // line and paragraph separators, bidirectional marks, invisible ones
        Escape{"\u2028", "\\u2028"}, Escape{"\u2029", "\\u2029"}, Escape{"\u202e", "\\u202e"},
        Escape{"\u202a", "\\u202a"}, Escape{"\u2066", "\\u2066"}, Escape{"\u2069", "\\u2069"},
        Escape{"\u200e", "\\u200e"}, Escape{"\u200f", "\\u200f"}, Escape{"\u061c", "\\u061c"},
        Escape{"\u200b", "\\u200b"}, Escape{"\ufeff", "\\ufeff"}, Escape{"\u2027", "\u2027"},
        Escape{"\u202f", "\u202f"},
        // bytes that are not UTF-8
        Escape{"\xff", "\\xff"}, Escape{"a\xc3", "a\\xc3"}, Escape{"\xc3(", "\\xc3("},
        Escape{"\xc0\xaf", "\\xc0\\xaf"}, Escape{"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        Escape{"\xe2\x82", "\\xe2\\x82"}, Escape{"caf\xe9", "caf\\xe9"},
        // what looks like an escape stays as it is
        Escape{"\\x41", "\\x41"}));

struct Cut {
  std::string_view text;
  std::size_t longest;
  std::string_view shown;
};

class PrintableCut : public ::testing::TestWithParam<Cut> {};

TEST_P(PrintableCut, CutsAtACharacter) {
  EXPECT_EQ(printable(GetParam().text, GetParam().longest), GetParam().shown);
}

INSTANTIATE_TEST_SUITE_P(Table, PrintableCut,
                         ::testing::Values(Cut{"abcdef", 0, "abcdef"}, Cut{"abcdef", 6, "abcdef"},
                                           Cut{"abcdef", 7, "abcdef"}, Cut{"abcdef", 5, "abcde…"},
                                           Cut{"abcdef", 1, "a…"}, Cut{"", 1, ""},
                                           Cut{"éé", 4, "éé"}));

RC_GTEST_PROP(PrintableProperty, AnyBytesBecomeSafeUtf8, (const std::string& bytes)) {
  const std::string shown = printable(bytes);
  RC_ASSERT(is_utf8(shown));
  RC_ASSERT(printable(shown) == shown);
  for (const char c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    RC_ASSERT((byte >= 0x20 && byte != 0x7f));
  }
}

RC_GTEST_PROP(PrintableProperty, TheCutAddsAtMostOneCharacterToTheLimit,
              (const std::string& bytes)) {
  const auto longest = *rc::gen::inRange<std::size_t>(1, 40);
  const std::string whole = printable(bytes);
  const std::string cut = printable(bytes, longest);
  constexpr std::size_t kLongestEscape = 6;
  constexpr std::string_view kEllipsis = "…";
  RC_ASSERT(cut.size() <= longest - 1 + kLongestEscape + kEllipsis.size());
  RC_ASSERT((cut == whole || (cut.ends_with(kEllipsis) &&
                              whole.starts_with(cut.substr(0, cut.size() - kEllipsis.size())))));
  if (whole.size() <= longest) {
    RC_ASSERT(cut == whole);
  }
}

struct Width {
  std::string_view text;
  std::size_t columns;
};

class DisplayWidth : public ::testing::TestWithParam<Width> {};

TEST_P(DisplayWidth, CountsTerminalColumns) {
  EXPECT_EQ(display_width(GetParam().text), GetParam().columns);
}

INSTANTIATE_TEST_SUITE_P(Table, DisplayWidth,
                         ::testing::Values(Width{"", 0}, Width{"abc", 3}, Width{"é", 1},
                                           Width{"e\u0301", 1}, Width{"日本", 4}, Width{"한국", 4},
                                           Width{"ｱ", 1}, Width{"Ａ", 2}, Width{"\U0001F600", 2},
                                           Width{"Ω", 1}, Width{"…", 1}, Width{"–", 1},
                                           Width{"Δ", 1}, Width{"a日b", 4}, Width{"あア", 4},
                                           Width{"\U00020000", 2}));

}  // namespace
}  // namespace foley
