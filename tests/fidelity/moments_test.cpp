#include "foley/fidelity/moments.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

Moments moments_of(const EmbeddingView& rows, unsigned threads = 1) {
  Moments moments;
  moments.add(rows, threads);
  return moments;
}

void expect_near(const Moments& a, const Moments& b, double tolerance) {
  ASSERT_EQ(a.count(), b.count());
  const std::vector<double> first = a.covariance();
  const std::vector<double> second = b.covariance();
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_NEAR(first[i], second[i], tolerance);
  }
  for (std::size_t j = 0; j < a.dimension(); ++j) {
    EXPECT_NEAR(a.mean()[j], b.mean()[j], tolerance * std::max(1.0, std::abs(b.mean()[j])));
  }
}

TEST(Moments, AreThoseOfPlainSums) {
  const Embeddings<> x = normal_embeddings(50, 3, 1, 2.0, 1.0);
  const std::vector<double> covariance = moments_of(x.view()).covariance();
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      long double mean_a = 0;
      long double mean_b = 0;
      for (std::size_t i = 0; i < 50; ++i) {
        mean_a += x.values[3 * i + a] / 50.0L;
        mean_b += x.values[3 * i + b] / 50.0L;
      }
      long double sum = 0;
      for (std::size_t i = 0; i < 50; ++i) {
        sum += (x.values[3 * i + a] - mean_a) * (x.values[3 * i + b] - mean_b);
      }
      EXPECT_NEAR(covariance[3 * a + b], static_cast<double>(sum / 49.0L), 1e-14);
    }
  }
}

TEST(Moments, AddUpHoweverTheRowsAreCut) {
  // A mean of 1e4 with a spread of 1: nothing may get lost.
  const Embeddings<> x = normal_embeddings(10'000, 5, 2, 1.0, 1e4);
  const Moments whole = moments_of(x.view());
  for (const std::size_t part : {1UL, 7UL, 500UL, 4096UL, 6000UL}) {
    std::vector<Moments> parts;
    for (std::size_t first = 0; first < x.rows; first += part) {
      parts.push_back(moments_of(x.slice(first, std::min(part, x.rows - first))));
    }
    Moments forwards;
    Moments backwards;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      forwards.merge(parts[i]);
      backwards.merge(parts[parts.size() - 1 - i]);
    }
    expect_near(forwards, whole, 1e-11);
    expect_near(backwards, whole, 1e-11);
  }
}

// Any cut, any order of the parts and any tree of merges: 1e-12 of the spread and of the mean.
RC_GTEST_PROP(MomentsProperty, MergeInAnyTree, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(2, 300);
  const auto d = *rc::gen::inRange<std::size_t>(1, 6);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const double scale = *rc::gen::element(1e-6, 1.0, 1e6);
  const double shift = *rc::gen::element(0.0, 1.0, 100.0) * scale;
  const Embeddings<> x = normal_embeddings(rows, d, seed, scale, shift);
  const Moments whole = moments_of(x.view());
  std::vector<Moments> parts;
  for (std::size_t first = 0; first < rows;) {
    const auto count = std::min(*rc::gen::inRange<std::size_t>(1, 60), rows - first);
    parts.push_back(moments_of(x.slice(first, count)));
    first += count;
  }
  while (parts.size() > 1) {
    const auto into = *rc::gen::inRange<std::size_t>(0, parts.size() - 1);
    const auto from = *rc::gen::inRange<std::size_t>(into + 1, parts.size());
    const auto read = Moments::from_bytes(parts[from].to_bytes(), "part");
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == parts[from]);
    parts[into].merge(*read);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(from));
  }
  RC_ASSERT(parts.front().count() == rows);
  const std::vector<double> merged = parts.front().covariance();
  const std::vector<double> expected = whole.covariance();
  const double spread = *std::ranges::max_element(expected);
  for (std::size_t i = 0; i < merged.size(); ++i) {
    RC_ASSERT(std::abs(merged[i] - expected[i]) <= 1e-12 * spread);
  }
  for (std::size_t j = 0; j < d; ++j) {
    const double gap = std::abs(parts.front().mean()[j] - whole.mean()[j]);
    RC_ASSERT(gap <= 1e-12 * (scale + std::abs(shift)));
  }
}

TEST(Moments, HaveTheSameBitsOnAnyThreads) {
  const Embeddings<float> x = normal_embeddings<float>(30'000, 6, 3);
  const Moments one = moments_of(x.view(), 1);
  EXPECT_EQ(moments_of(x.view(), 2), one);
  EXPECT_EQ(moments_of(x.view(), 5), one);
}

TEST(Moments, SurviveTheirBytes) {
  const Moments moments = moments_of(normal_embeddings(40, 4, 4).view());
  const std::string bytes = moments.to_bytes();
  const auto read = Moments::from_bytes(bytes, "part");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->count(), 40U);
  EXPECT_EQ(read->covariance(), moments.covariance());
  EXPECT_EQ(read->to_bytes(), bytes);
  EXPECT_FALSE(Moments::from_bytes(bytes.substr(1), "part"));
  EXPECT_FALSE(Moments::from_bytes("", "part"));
}

TEST(Moments, OfNothingMergeToNothing) {
  Moments moments(3);
  moments.merge(Moments(3));
  EXPECT_EQ(moments.count(), 0U);
  EXPECT_THROW(static_cast<void>(moments.covariance()), std::invalid_argument);
  EXPECT_TRUE(Moments::from_bytes(moments.to_bytes(), "part"));
  Embeddings<> x = normal_embeddings(3, 4, 5);
  EXPECT_THROW(moments.add(x.view()), std::invalid_argument);
  x.values[6] = INFINITY;
  try {
    moments.add(x.view(), 1, "kicks.npy");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "kicks.npy: row 1, column 2 (from 0) is infinite");
  }
  EXPECT_EQ(moments, Moments(3));
  x.values[6] = 0.0;
  EXPECT_THROW(moments.merge(moments_of(x.view())), std::invalid_argument);
}

}  // namespace
}  // namespace foley::fidelity
