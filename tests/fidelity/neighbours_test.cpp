#include "foley/fidelity/neighbours.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "foley/fidelity/by_category.hpp"
#include "foley/fidelity/duplicates.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

template <class T>
double plain_distance(const Embeddings<T>& a, std::size_t i, const Embeddings<T>& b,
                      std::size_t j) {
  long double sum = 0;
  for (std::size_t l = 0; l < a.cols; ++l) {
    const long double gap =
        static_cast<long double>(a.values[i * a.cols + l]) - b.values[j * b.cols + l];
    sum += gap * gap;
  }
  return static_cast<double>(std::sqrt(sum));
}

// All distances, sorted. Neighbours in another order than here must be equally far.
template <class T>
void expect_nearest(const Embeddings<T>& rows, const Embeddings<T>& among, bool same, std::size_t k,
                    bool exact_order = false) {
  const Neighbours found =
      same ? nearest_neighbours(rows.view(), k) : nearest_neighbours(rows.view(), among.view(), k);
  ASSERT_EQ(found.index.size(), rows.rows * k);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    std::vector<std::pair<double, std::size_t>> all;
    for (std::size_t j = 0; j < among.rows; ++j) {
      if (!same || i != j) {
        all.emplace_back(plain_distance(rows, i, among, j), j);
      }
    }
    std::ranges::sort(all);
    for (std::size_t p = 0; p < k; ++p) {
      const double expected = all[p].first;
      ASSERT_NEAR(found.distance[i * k + p], expected, 1e-13 * expected) << i << " " << p;
      const std::size_t other = found.index[i * k + p];
      ASSERT_NEAR(plain_distance(rows, i, among, other), expected, 1e-13 * expected);
      ASSERT_FALSE(same && other == i);
      if (exact_order) {
        ASSERT_EQ(other, all[p].second);
      }
    }
  }
}

TEST(Neighbours, AreThoseOfAllPairs) {
  expect_nearest(normal_embeddings(300, 20, 1), normal_embeddings(2300, 20, 2), false, 7, true);
  expect_nearest(normal_embeddings<float>(700, 33, 3), normal_embeddings<float>(1100, 33, 4), false,
                 3, true);
  const auto set = normal_embeddings(1300, 5, 5);
  expect_nearest(set, set, true, 4, true);
  const auto line = normal_embeddings<float>(200, 1, 6);
  expect_nearest(line, line, true, 199);
}

TEST(Neighbours, OfEqualDistancesTheLowerRowComesFirst) {
  auto grid = normal_embeddings<float>(1500, 3, 7);
  for (float& x : grid.values) {
    x = std::round(x);
  }
  expect_nearest(grid, grid, true, 6, true);
  auto queries = normal_embeddings<float>(90, 3, 8);
  for (float& x : queries.values) {
    x = std::round(x);
  }
  expect_nearest(queries, grid, false, 20, true);
}

// Products in float32 know nothing of the last digits here; differences do.
TEST(Neighbours, FarFromZeroAndAtAnyScale) {
  for (const auto& [scale, shift] : std::vector<std::pair<double, double>>{
           {1.0, 1e4}, {1e-6, 0.0}, {1e6, 0.0}, {1e30, 1e31}, {1e-30, 0.0}}) {
    expect_nearest(normal_embeddings<float>(150, 40, 9, scale, shift),
                   normal_embeddings<float>(400, 40, 10, scale, shift), false, 5);
  }
  expect_nearest(normal_embeddings(50, 4, 11, 1e139), normal_embeddings(90, 4, 12, 1e139), false,
                 3);
  expect_nearest(normal_embeddings(50, 4, 11, 1e-180), normal_embeddings(90, 4, 12, 1e-180), false,
                 3);
  auto clusters = normal_embeddings<float>(300, 10, 13, 1e-3);
  for (std::size_t i = 0; i < clusters.rows; ++i) {
    clusters.values[i * 10] += static_cast<float>(100 * (i % 3));
  }
  clusters.values[0] = 1e9F;
  expect_nearest(clusters, clusters, true, 5, true);
}

TEST(Neighbours, OfCopiesAreAtExactlyNothing) {
  auto set = normal_embeddings<float>(400, 64, 14, 1.0, 3.0);
  std::copy_n(set.values.begin() + 5 * 64, 64, set.values.begin() + 377 * 64);
  const Neighbours found = nearest_neighbours(set.view(), 1);
  EXPECT_EQ(found.distance[5], 0.0);
  EXPECT_EQ(found.index[5], 377U);
  EXPECT_EQ(found.index[377], 5U);
  EXPECT_EQ(std::ranges::count(found.distance, 0.0), 2);
}

TEST(Neighbours, HaveTheSameBitsOnAnyThreadsAndInEitherType) {
  const auto rows = normal_embeddings<float>(1100, 24, 15);
  const auto among = normal_embeddings<float>(1200, 24, 16);
  const Neighbours one = nearest_neighbours(rows.view(), among.view(), 5);
  const Neighbours three = nearest_neighbours(rows.view(), among.view(), 5, {.threads = 3});
  EXPECT_EQ(one.distance, three.distance);
  EXPECT_EQ(one.index, three.index);
  const std::vector<double> wide_rows(rows.values.begin(), rows.values.end());
  const std::vector<double> wide_among(among.values.begin(), among.values.end());
  const Neighbours wide = nearest_neighbours(EmbeddingView(wide_rows.data(), 1100, 24),
                                             EmbeddingView(wide_among.data(), 1200, 24), 5);
  EXPECT_EQ(wide.distance, one.distance);
  EXPECT_EQ(wide.index, one.index);
}

RC_GTEST_PROP(Neighbours, FollowTheirRows, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(3, 40);
  const auto d = *rc::gen::inRange<std::size_t>(1, 5);
  const auto k = *rc::gen::inRange<std::size_t>(1, n - 1);
  Embeddings<> set{std::vector<double>(n * d), n, d};
  for (double& x : set.values) {
    x = *rc::gen::inRange(-3, 4);
  }
  Embeddings<> reversed = set;
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(set.values.begin() + static_cast<std::ptrdiff_t>(i * d), d,
                reversed.values.begin() + static_cast<std::ptrdiff_t>((n - 1 - i) * d));
  }
  const Neighbours one = nearest_neighbours(set.view(), k);
  const Neighbours other = nearest_neighbours(reversed.view(), k);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t p = 0; p < k; ++p) {
      RC_ASSERT(one.distance[i * k + p] == other.distance[(n - 1 - i) * k + p]);
    }
  }
}

TEST(Neighbours, RefusesWhatThereIsNot) {
  const auto set = normal_embeddings(5, 3, 17);
  const auto other = normal_embeddings(5, 4, 18);
  EXPECT_THROW(static_cast<void>(nearest_neighbours(set.view(), 5)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(nearest_neighbours(set.view(), 0)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(nearest_neighbours(set.view(), set.view(), 6)),
               std::invalid_argument);
  EXPECT_EQ(nearest_neighbours(set.view(), set.view(), 5).rows, 5U);
  EXPECT_THROW(static_cast<void>(nearest_neighbours(set.view(), other.view(), 1)),
               std::invalid_argument);
  auto broken = set;
  broken.values[4] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(static_cast<void>(nearest_neighbours(broken.view(), 1)), std::invalid_argument);
}

TEST(Neighbours, StopWhenToldAndTellHowFarTheyAre) {
  const auto set = normal_embeddings(3000, 4, 19);
  double last = 0.0;
  static_cast<void>(nearest_neighbours(set.view(), 1, {.threads = 2, .progress = [&](double share) {
                                                         EXPECT_GT(share, last);
                                                         last = share;
                                                         return true;
                                                       }}));
  EXPECT_EQ(last, 1.0);
  EXPECT_THROW(static_cast<void>(nearest_neighbours(
                   set.view(), 1, {.progress = [](double share) { return share < 0.5; }})),
               Stopped);
}

TEST(Duplicates, AreFamiliesByTheirNumbers) {
  const std::vector<float> values{1, 0, 2, 3, 1, -0.0F, 5, 6, 2, 3, 1, 0};
  const DuplicateFamilies families = duplicate_families({values.data(), 6, 2});
  EXPECT_EQ(families.first, (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(families.size, (std::vector<std::size_t>{3, 2, 1}));
  EXPECT_EQ(families.family_of, (std::vector<std::size_t>{0, 1, 0, 2, 1, 0}));
  EXPECT_EQ(families.repeats(), 3U);
  EXPECT_EQ(families.repeated(), (std::vector<std::vector<std::size_t>>{{0, 2, 5}, {1, 4}}));
}

// Equal bits make equal hashes; the numbers decide.
TEST(Duplicates, NaNEqualsNothing) {
  const std::vector<double> values(3, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(duplicate_families({values.data(), 3, 1}).count(), 3U);
}

TEST(Duplicates, HealthSaysWhatIsWrong) {
  auto set = normal_embeddings(3000, 3, 20);
  EXPECT_TRUE(row_faults(set.view()).warnings("generated").empty());
  for (std::size_t i = 0; i < set.rows; ++i) {
    set.values[3 * i + 1] = 0.5;
  }
  std::copy_n(set.values.begin(), 3, set.values.begin() + 30);
  const RowFaults health = row_faults(set.view(), 2);
  EXPECT_EQ(health.constant_columns, std::vector<std::size_t>{1});
  EXPECT_EQ(health.warnings("generated"),
            (std::vector<std::string>{"generated: 1 of 3000 embeddings repeat another one exactly; "
                                      "2999 different ones remain",
                                      "generated: 1 of 3 dimensions never change"}));
  const Embeddings<> silent{std::vector<double>(40, 0.1), 10, 4};
  EXPECT_TRUE(row_faults(silent.view()).all_identical());
  EXPECT_EQ(row_faults(silent.view()).warnings("generated"),
            std::vector<std::string>{"generated: all 10 embeddings are identical; is the sound "
                                     "silent, or does the embedder fail?"});
}

TEST(ByCategory, SplitsAndGathers) {
  const std::vector<std::uint32_t> reference{7, 2, 7, 7};
  const std::vector<std::uint32_t> generated{2, 2, 9};
  const auto split = split_by_category(reference, generated, 2);
  ASSERT_EQ(split.size(), 3U);
  EXPECT_EQ(split[0].category, 2U);
  EXPECT_EQ(split[0].reference, std::vector<std::size_t>{1});
  EXPECT_EQ(split[0].generated, (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(split[0].few_reference);
  EXPECT_FALSE(split[0].few_generated);
  EXPECT_EQ(split[1].reference, (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_TRUE(split[1].few_generated);
  EXPECT_FALSE(split[2].enough());

  const auto set = normal_embeddings<float>(4, 3, 21);
  const GatheredRows gathered(set.view(), split[1].reference);
  ASSERT_EQ(gathered.view().rows(), 3U);
  EXPECT_EQ(gathered.view().type(), ElementType::float32);
  EXPECT_EQ(gathered.view().at(1, 2), double{set.values[2 * 3 + 2]});
  const auto wide = normal_embeddings(4, 3, 21);
  EXPECT_EQ(GatheredRows(wide.view(), split[1].reference).view().at(2, 0), wide.values[9]);
  EXPECT_THROW(GatheredRows(set.view(), std::vector<std::size_t>{4}), std::invalid_argument);
}

}  // namespace
}  // namespace foley::fidelity
