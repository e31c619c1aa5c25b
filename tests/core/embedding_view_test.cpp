#include "foley/core/embedding_view.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace foley {
namespace {

TEST(EmbeddingView, CopiesRowsOfAnyStride) {
  const std::vector<float> data{1, 2, 99, 3, 4, 99, 5, 6, 99};
  const EmbeddingView view(data.data(), 3, 2, 3);
  std::vector<double> out(4);
  view.copy(1, 2, nullptr, out.data());
  EXPECT_EQ(out, (std::vector<double>{3, 4, 5, 6}));
  const std::vector<double> centre{1, 10};
  view.slice(1, 2).copy(0, 2, centre.data(), out.data());
  EXPECT_EQ(out, (std::vector<double>{2, -6, 4, -4}));
  std::vector<float> narrow(2);
  view.copy(2, 1, centre.data(), 0.5, narrow.data());
  EXPECT_EQ(narrow, (std::vector<float>{2, -2}));
  EXPECT_EQ(view.at(2, 1), 6.0);
}

TEST(EmbeddingView, SubtractsBeforeItRounds) {
  // In float32 the difference of 1e4 + 2^-10 and 1e4 is kept only if it is taken first.
  const std::vector<double> data{1e4 + 0x1p-20};
  const std::vector<double> centre{1e4};
  float out = 0.0F;
  EmbeddingView(data.data(), 1, 1).copy(0, 1, centre.data(), 1.0, &out);
  EXPECT_EQ(out, 0x1p-20F);
}

TEST(EmbeddingView, NamesTheFirstNumberThatCannotBeUsed) {
  std::vector<double> data(std::size_t{3} * 5000, 1.0);
  const EmbeddingView view(data.data(), 5000, 3);
  EXPECT_FALSE(first_unusable(view, 2));
  data[3 * 4999 + 2] = std::numeric_limits<double>::infinity();
  data[3 * 4500 + 1] = std::numeric_limits<double>::quiet_NaN();
  for (const unsigned threads : {1U, 3U}) {
    const auto place = first_unusable(view, threads);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->row, 4500U);
    EXPECT_EQ(place->col, 1U);
  }
  data[7] = -1e141;
  EXPECT_EQ(first_unusable(view)->row, 2U);
}

}  // namespace
}  // namespace foley
