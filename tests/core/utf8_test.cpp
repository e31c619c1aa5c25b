#include <gtest/gtest.h>

#include <string_view>

#include "foley/core/printable.hpp"

namespace foley {
namespace {

using namespace std::string_view_literals;
constexpr std::size_t kNone = std::string_view::npos;

struct Bytes {
  std::string_view bytes;
  std::size_t first_invalid;
};

class Utf8 : public ::testing::TestWithParam<Bytes> {};

TEST_P(Utf8, FindsTheFirstByteThatIsNotUtf8) {
  EXPECT_EQ(first_invalid_utf8(GetParam().bytes), GetParam().first_invalid);
  EXPECT_EQ(is_utf8(GetParam().bytes), GetParam().first_invalid == kNone);
}

// The borders of table 3-7 of the Unicode standard (well-formed byte sequences).
INSTANTIATE_TEST_SUITE_P(
    WellFormed, Utf8,
    ::testing::Values(Bytes{"", kNone}, Bytes{"\0"sv, kNone}, Bytes{"\x7f", kNone},
                      Bytes{"\xc2\x80", kNone}, Bytes{"\xdf\xbf", kNone},
                      Bytes{"\xe0\xa0\x80", kNone}, Bytes{"\xe0\xbf\xbf", kNone},
                      Bytes{"\xe1\x80\x80", kNone}, Bytes{"\xec\xbf\xbf", kNone},
                      Bytes{"\xed\x80\x80", kNone}, Bytes{"\xed\x9f\xbf", kNone},
                      Bytes{"\xee\x80\x80", kNone}, Bytes{"\xef\xbf\xbf", kNone},
                      Bytes{"\xf0\x90\x80\x80", kNone}, Bytes{"\xf0\xbf\xbf\xbf", kNone},
                      Bytes{"\xf1\x80\x80\x80", kNone}, Bytes{"\xf3\xbf\xbf\xbf", kNone},
                      Bytes{"\xf4\x80\x80\x80", kNone}, Bytes{"\xf4\x8f\xbf\xbf", kNone},
                      Bytes{"\xef\xbb\xbf", kNone}));

INSTANTIATE_TEST_SUITE_P(
    IllFormed, Utf8,
    ::testing::Values(Bytes{"\x80", 0}, Bytes{"a\xbf", 1}, Bytes{"\xc0\x80", 0},
                      Bytes{"\xc1\xbf", 0}, Bytes{"\xc2", 0}, Bytes{"\xc2\x7f", 0},
                      Bytes{"\xc2\xc2\x80", 0}, Bytes{"\xe0\x9f\xbf", 0}, Bytes{"\xe0\x80\x80", 0},
                      Bytes{"\xe1\x80", 0}, Bytes{"ab\xe1\x80\x7f", 2}, Bytes{"\xed\xa0\x80", 0},
                      Bytes{"\xed\xbf\xbf", 0}, Bytes{"\xf0\x8f\xbf\xbf", 0},
                      Bytes{"\xf0\x80\x80\x80", 0}, Bytes{"\xf1\x80\x80", 0},
                      Bytes{"\xf4\x90\x80\x80", 0}, Bytes{"\xf5\x80\x80\x80", 0},
                      Bytes{"\xf8\x88\x80\x80\x80", 0}, Bytes{"\xfe", 0},
                      Bytes{"\xff\xfe[\0]\0"sv, 0}, Bytes{"é\xe9", 2}));

}  // namespace
}  // namespace foley
