#include "foley/fidelity/coverage.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;
using testing::normal_embeddings;

struct Four {
  double precision = 0.0;
  double recall = 0.0;
  double density = 0.0;
  double coverage = 0.0;
};

Four four_of(const CoverageAtK& at) {
  return {at.precision.value.value(), at.recall.value.value(), at.density.value.value(),
          at.coverage.value.value()};
}

void expect_four(const Four& found, const Four& expected, double tolerance = 1e-12) {
  EXPECT_NEAR(found.precision, expected.precision, tolerance);
  EXPECT_NEAR(found.recall, expected.recall, tolerance);
  EXPECT_NEAR(found.density, expected.density, tolerance * std::max(1.0, expected.density));
  EXPECT_NEAR(found.coverage, expected.coverage, tolerance);
}

TEST(Coverage, EqualsPrdcWhereNothingRepeats) {
  const auto oracle = testing::Json::parse(testing::file_text(FOLEY_COVERAGE_ORACLE));
  for (const auto& test : oracle["cases"]) {
    const auto sets = testing::oracle_sets(test);
    CoverageOptions options;
    options.k = {1, 3, 5, 10};
    const Coverage found = coverage(sets.reference.view(), sets.generated.view(), options);
    for (std::size_t i = 0; i < options.k.size(); ++i) {
      const auto& result = test["results"][i];
      SCOPED_TRACE(test["lcg"].dump() + " k = " + result["k"].dump());
      ASSERT_EQ(found.at[i].k, result["k"].get<std::size_t>());
      expect_four(four_of(found.at[i]),
                  {result["precision"], result["recall"], result["density"], result["coverage"]});
    }
  }
  EXPECT_EQ(oracle["cases"].size(), 5U);
}

// The definition by loops over all rows, for numbers whose distances are exact.
class Plain {
 public:
  Plain(const Embeddings<>& reference, const Embeddings<>& generated, std::size_t k)
      : x_(reference), y_(generated), k_(k) {}

  [[nodiscard]] Four all() const {
    Four four;
    const std::vector<double> rx = edges(x_);
    const std::vector<double> ry = edges(y_);
    for (std::size_t j = 0; j < y_.rows; ++j) {
      bool in = false;
      for (std::size_t i = 0; i < x_.rows; ++i) {
        in = in || gap(x_, i, y_, j) <= rx[i];
      }
      four.precision += in ? 1.0 : 0.0;
    }
    for (std::size_t i = 0; i < x_.rows; ++i) {
      bool covered = false;
      bool recalled = false;
      for (std::size_t j = 0; j < y_.rows; ++j) {
        covered = covered || gap(x_, i, y_, j) <= rx[i];
        recalled = recalled || gap(x_, i, y_, j) <= ry[j];
      }
      four.coverage += covered ? 1.0 : 0.0;
      four.recall += recalled ? 1.0 : 0.0;
      four.density += share_in_ball(y_, i, rx[i]) / share_in_ball(x_, i, rx[i]);
    }
    four.precision /= static_cast<double>(y_.rows);
    four.recall /= static_cast<double>(x_.rows);
    four.density /= static_cast<double>(x_.rows);
    four.coverage /= static_cast<double>(x_.rows);
    return four;
  }

 private:
  static double gap(const Embeddings<>& a, std::size_t i, const Embeddings<>& b, std::size_t j) {
    double sum = 0.0;
    for (std::size_t l = 0; l < a.cols; ++l) {
      const double difference = a.values[i * a.cols + l] - b.values[j * b.cols + l];
      sum += difference * difference;
    }
    return sum;
  }
  // The distances from a row to each different other row.
  static std::vector<double> to_others(const Embeddings<>& set, std::size_t i) {
    std::map<std::vector<double>, double> others;
    for (std::size_t j = 0; j < set.rows; ++j) {
      if (gap(set, i, set, j) > 0.0) {
        const auto begin = set.values.begin() + static_cast<std::ptrdiff_t>(j * set.cols);
        others[{begin, begin + static_cast<std::ptrdiff_t>(set.cols)}] = gap(set, i, set, j);
      }
    }
    std::vector<double> distances;
    for (const auto& [row, distance] : others) {
      distances.push_back(distance);
    }
    std::ranges::sort(distances);
    return distances;
  }
  [[nodiscard]] std::vector<double> edges(const Embeddings<>& set) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < set.rows; ++i) {
      result.push_back(to_others(set, i).at(k_ - 1));
    }
    return result;
  }
  [[nodiscard]] double share_in_ball(const Embeddings<>& set, std::size_t centre,
                                     double edge) const {
    const std::vector<double> others = to_others(x_, centre);
    const auto inside = std::ranges::count_if(others, [&](double d) { return d < edge; }) + 1;
    const auto on_edge = std::ranges::count(others, edge);
    const double worth = static_cast<double>(static_cast<std::ptrdiff_t>(k_) - inside) /
                         static_cast<double>(on_edge);
    double rows = 0.0;
    for (std::size_t j = 0; j < set.rows; ++j) {
      const double distance = gap(x_, centre, set, j);
      rows += distance < edge ? 1.0 : distance == edge ? worth : 0.0;
    }
    return rows / static_cast<double>(set.rows);
  }

  const Embeddings<>& x_;
  const Embeddings<>& y_;
  std::size_t k_;
};

// Whole numbers: full of copies and of rows on edges.
Embeddings<> whole_numbers(std::size_t rows, std::size_t cols, std::uint64_t seed, double scale) {
  Embeddings<> set = normal_embeddings(rows, cols, seed, scale);
  for (double& x : set.values) {
    x = std::round(x);
  }
  return set;
}

TEST(Coverage, EqualsItsDefinitionWithCopiesAndTies) {
  for (const std::size_t d : {1U, 2U, 3U}) {
    const Embeddings<> x = whole_numbers(90, d, 1 + d, d == 1 ? 9.0 : 2.0);
    const Embeddings<> y = whole_numbers(70, d, 11 + d, d == 1 ? 11.0 : 1.5);
    CoverageOptions options;
    options.k = {1, 2, 5, 9};
    const Coverage found = coverage(x.view(), y.view(), options);
    for (const CoverageAtK& at : found.at) {
      SCOPED_TRACE(::testing::Message() << "d = " << d << ", k = " << at.k);
      expect_four(four_of(at), Plain(x, y, at.k).all());
    }
  }
}

template <class T>
Embeddings<T> repeated(const Embeddings<T>& set, const std::vector<std::size_t>& times) {
  Embeddings<T> result{{}, 0, set.cols};
  for (std::size_t t = 0; t < *std::ranges::max_element(times); ++t) {
    for (std::size_t i = 0; i < set.rows; ++i) {
      if (t < times[i % times.size()]) {
        const auto row = set.values.begin() + static_cast<std::ptrdiff_t>(i * set.cols);
        result.values.insert(result.values.end(), row, row + static_cast<std::ptrdiff_t>(set.cols));
        ++result.rows;
      }
    }
  }
  return result;
}

template <class T>
void expect_all_one(const Embeddings<T>& x, const Embeddings<T>& y) {
  CoverageOptions options;
  options.k = {1, 5, 20};
  for (const CoverageAtK& at : coverage(x.view(), y.view(), options).at) {
    EXPECT_EQ(at.precision.value, 1.0);
    EXPECT_EQ(at.recall.value, 1.0);
    EXPECT_EQ(at.coverage.value, 1.0);
    EXPECT_NEAR(at.density.value.value(), 1.0, 1e-12);
    EXPECT_TRUE(at.outside.empty());
    EXPECT_TRUE(at.uncovered.empty());
  }
}

TEST(Coverage, OfIdenticalSetsIsOneHoweverOftenRowsRepeat) {
  const auto set = normal_embeddings<float>(150, 32, 21);
  const auto tenfold = repeated(set, {10});
  expect_all_one(set, set);
  expect_all_one(tenfold, tenfold);
  expect_all_one(tenfold, set);
  expect_all_one(set, tenfold);
  const auto uneven = repeated(set, {1, 7, 2, 30});
  expect_all_one(uneven, uneven);
  const auto grid = repeated(whole_numbers(80, 3, 22, 2.0), {3, 1});
  expect_all_one(grid, grid);
  // Rows so near that the square of their distance is no number above 0.
  auto near = normal_embeddings(30, 1, 23);
  for (std::size_t i = 0; i < 25; ++i) {
    near.values[i] *= 1e-190;
  }
  expect_all_one(near, near);
}

TEST(Coverage, DensityOfTwoDrawsIsAboutOne) {
  double sum = 0.0;
  constexpr int draws = 40;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const auto x = normal_embeddings(200, 4, 100 + seed);
    const auto y = repeated(normal_embeddings(150, 4, 900 + seed), {2, 1});
    sum += coverage(x.view(), y.view()).at[0].density.value.value();
  }
  EXPECT_NEAR(sum / draws, 1.0, 0.02);
}

TEST(Coverage, NamesRowsThatAreOutAndRowsThatAreMissed) {
  const auto x = normal_embeddings(60, 2, 31);
  auto y = normal_embeddings(50, 2, 32);
  y.values[2 * 17] = 100.0;
  auto with_far = x;
  with_far.values[2 * 5 + 1] = -80.0;
  CoverageOptions options;
  options.k = {1};
  const CoverageAtK at = coverage(with_far.view(), y.view(), options).at[0];
  EXPECT_TRUE(std::ranges::count(at.outside, 17U) == 1);
  EXPECT_EQ(at.outside.size(), std::lround(50 * (1.0 - at.precision.value.value())));
  EXPECT_EQ(at.uncovered.size(), std::lround(60 * (1.0 - at.coverage.value.value())));
}

RC_GTEST_PROP(Coverage, DoesNotChangeWithOrderAxesOrScale, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const auto x = whole_numbers(40, 3, seed, 2.5);
  const auto y = whole_numbers(30, 3, seed + 5000, 2.0);
  const auto moved = [](const Embeddings<>& set, double scale) {
    Embeddings<> result = set;
    for (std::size_t i = 0; i < set.rows; ++i) {
      const double* row = set.values.data() + 3 * i;
      double* to = result.values.data() + 3 * (set.rows - 1 - i);
      to[0] = scale * row[2];
      to[1] = -scale * row[0];
      to[2] = scale * (row[1] + 4096.0);
    }
    return result;
  };
  const auto scale = *rc::gen::element(1.0, 0x1p-20, 0x1p300);
  const auto mx = moved(x, scale);
  const auto my = moved(y, scale);
  const Four one = four_of(coverage(x.view(), y.view()).at[0]);
  const Four other = four_of(coverage(mx.view(), my.view()).at[0]);
  RC_ASSERT(one.precision == other.precision);
  RC_ASSERT(one.recall == other.recall);
  RC_ASSERT(one.coverage == other.coverage);
  RC_ASSERT(std::abs(one.density - other.density) < 1e-12);
}

TEST(Coverage, IsTheSameOnAnyThreadsAndInEitherType) {
  const auto x = normal_embeddings<float>(900, 16, 41);
  const auto y = normal_embeddings<float>(1100, 16, 42, 0.9);
  CoverageOptions options;
  options.k = {3, 7};
  options.replicates = 200;
  const Coverage one = coverage(x.view(), y.view(), options);
  options.threads = 3;
  const Coverage three = coverage(x.view(), y.view(), options);
  const std::vector<double> wx(x.values.begin(), x.values.end());
  const std::vector<double> wy(y.values.begin(), y.values.end());
  const Coverage wide =
      coverage(EmbeddingView(wx.data(), 900, 16), EmbeddingView(wy.data(), 1100, 16), options);
  for (std::size_t p = 0; p < 2; ++p) {
    for (const Coverage* other : {&three, &wide}) {
      expect_four(four_of(other->at[p]), four_of(one.at[p]), 0.0);
      EXPECT_EQ(other->at[p].density.interval->low, one.at[p].density.interval->low);
      EXPECT_EQ(other->at[p].recall.interval->high, one.at[p].recall.interval->high);
    }
  }
}

// A share of n independent rows: about value +- 1.96 sqrt(value (1 - value) / n).
TEST(Coverage, IntervalsOfSharesAreThoseOfAShare) {
  const auto x = normal_embeddings(400, 3, 51);
  const auto y = normal_embeddings(500, 3, 52, 1.3);
  CoverageOptions options;
  options.k = {2};
  options.replicates = 4000;
  const CoverageAtK at = coverage(x.view(), y.view(), options).at[0];
  const auto expect_share = [](const CoverageMeasure& measure, double n) {
    const double p = measure.value.value();
    const double half = 1.96 * std::sqrt(p * (1.0 - p) / n);
    EXPECT_NEAR(measure.interval->low, p - half, 0.2 * half);
    EXPECT_NEAR(measure.interval->high, p + half, 0.2 * half);
  };
  expect_share(at.precision, 500);
  expect_share(at.recall, 400);
  expect_share(at.coverage, 400);
  EXPECT_LT(at.density.interval->low, at.density.value.value());
  EXPECT_GT(at.density.interval->high, at.density.value.value());
}

// Ten copies of everything tell no more than one.
TEST(Coverage, IntervalsDoNotShrinkWithCopies) {
  const auto x = normal_embeddings(80, 3, 53);
  const auto y = normal_embeddings(70, 3, 54, 1.4);
  CoverageOptions options;
  options.k = {2};
  options.replicates = 300;
  const CoverageAtK once = coverage(x.view(), y.view(), options).at[0];
  const auto many_x = repeated(x, {10});
  const auto many_y = repeated(y, {10});
  const CoverageAtK often = coverage(many_x.view(), many_y.view(), options).at[0];
  expect_four(four_of(often), four_of(once));
  EXPECT_NEAR(often.precision.interval->low, once.precision.interval->low, 1e-12);
  EXPECT_NEAR(often.recall.interval->high, once.recall.interval->high, 1e-12);
  EXPECT_NEAR(often.density.interval->low, once.density.interval->low, 1e-12);
  const std::vector<std::uint32_t> one_clip(70, 4);
  options.generated_clips = one_clip;
  const CoverageAtK clip = coverage(x.view(), y.view(), options).at[0];
  EXPECT_EQ(clip.precision.interval->reason, stats::Reason::too_few);
}

TEST(Coverage, GivesAReasonForSetsThatAreTooSmall) {
  const auto x = repeated(normal_embeddings(5, 3, 61), {4});
  const auto y = normal_embeddings(8, 3, 62);
  CoverageOptions options;
  options.k = {4, 5, 8};
  const Coverage found = coverage(x.view(), y.view(), options);
  EXPECT_EQ(found.reference_families, 5U);
  EXPECT_EQ(found.reference_rows, 20U);
  EXPECT_TRUE(found.at[0].precision.value && found.at[0].recall.value);
  EXPECT_EQ(found.at[1].density.value, std::nullopt);
  EXPECT_EQ(found.at[1].coverage.reason, CoverageReason::few_reference);
  EXPECT_TRUE(found.at[1].recall.value);
  EXPECT_EQ(found.at[2].recall.reason, CoverageReason::few_generated);
  EXPECT_EQ(to_sentence(CoverageReason::few_reference, found, 5),
            "the reference has 5 different rows, and k = 5 needs at least 6");
  EXPECT_EQ(to_sentence(CoverageReason::none, found, 5), "");
  const Embeddings<> silent{std::vector<double>(30, 0.1), 10, 3};
  const Coverage quiet = coverage(silent.view(), silent.view());
  EXPECT_EQ(quiet.at[0].precision.reason, CoverageReason::few_reference);
  EXPECT_EQ(quiet.at[0].recall.reason, CoverageReason::few_generated);
}

TEST(Coverage, RefusesWhatItCannotTake) {
  const auto x = normal_embeddings(9, 3, 71);
  const auto other = normal_embeddings(9, 4, 72);
  const auto refuses = [&](const Embeddings<>& y, const CoverageOptions& options) {
    EXPECT_THROW(static_cast<void>(coverage(x.view(), y.view(), options)), std::invalid_argument);
  };
  refuses(other, {});
  refuses({{}, 0, 3}, {});
  for (const std::vector<std::size_t>& k :
       std::vector<std::vector<std::size_t>>{{}, {0}, {2, 2}, {3, 2}}) {
    CoverageOptions options;
    options.k = k;
    refuses(x, options);
  }
  CoverageOptions options;
  options.replicates = 1;
  refuses(x, options);
  const std::vector<std::uint32_t> clips(8);
  options.replicates = 0;
  options.generated_clips = clips;
  refuses(x, options);
  options.generated_clips = {};
  options.progress = [](double share) { return share < 0.9; };
  EXPECT_THROW(static_cast<void>(coverage(x.view(), x.view(), options)), Stopped);
}

}  // namespace
}  // namespace foley::fidelity
