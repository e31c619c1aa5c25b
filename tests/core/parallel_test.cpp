#include "foley/core/parallel.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace foley {
namespace {

TEST(ParallelFor, RunsEachItemOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 8U, 100U}) {
    for (const std::size_t n : {0U, 1U, 7U, 1000U}) {
      std::vector<int> runs(n, 0);
      parallel_for(n, threads, [&](std::size_t i) { runs[i] += 1; });
      EXPECT_EQ(runs, std::vector<int>(n, 1));
    }
  }
}

TEST(ParallelFor, ThrowsTheFailureOfTheFirstItem) {
  for (const unsigned threads : {1U, 2U, 8U}) {
    try {
      parallel_for(100, threads, [](std::size_t i) {
        if (i == 0 || i == 1) {
          throw std::runtime_error(i == 0 ? "first" : "second");
        }
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_TRUE(std::string(error.what()) == "first" || threads > 1);
    }
  }
}

TEST(ParallelFor, StartsNothingAfterAFailure) {
  int runs = 0;
  EXPECT_THROW(parallel_for(100, 1,
                            [&](std::size_t) {
                              runs += 1;
                              throw std::runtime_error("x");
                            }),
               std::runtime_error);
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace foley
