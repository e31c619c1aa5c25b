#include "foley/stats/sign_flip.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "foley/core/random.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

using Values = std::vector<double>;

constexpr Alternative all_alternatives[] = {Alternative::two_sided, Alternative::greater,
                                            Alternative::less};

// Whether whole-number differences with one sign pattern are as extreme as with none.
bool as_extreme(std::int64_t sum, std::int64_t seen, Alternative alternative) {
  switch (alternative) {
    case Alternative::greater:
      return sum >= seen;
    case Alternative::less:
      return sum <= seen;
    case Alternative::two_sided:
      break;
  }
  return std::abs(sum) >= std::abs(seen);
}

// Every sign pattern, one at a time, in whole numbers: no rounding at all.
double brute_force(const std::vector<std::int64_t>& d, Alternative alternative) {
  std::int64_t seen = 0;
  for (const std::int64_t x : d) {
    seen += x;
  }
  std::uint64_t count = 0;
  for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << d.size(); ++pattern) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
      sum += (pattern >> i & 1) != 0 ? -d[i] : d[i];
    }
    count += as_extreme(sum, seen, alternative) ? 1U : 0U;
  }
  return static_cast<double>(count) / std::ldexp(1.0, static_cast<int>(d.size()));
}

// Tenths, as precision@10 has them: sums that tie on paper and differ in their last bits.
Values tenths(const std::vector<std::int64_t>& whole) {
  Values values;
  for (const std::int64_t x : whole) {
    values.push_back(static_cast<double>(x) / 10.0);
  }
  return values;
}

RC_GTEST_PROP(SignFlip, ExactIsBruteForce, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 12);
  const auto a =
      *rc::gen::container<std::vector<std::int64_t>>(n, rc::gen::inRange<std::int64_t>(0, 11));
  const auto b =
      *rc::gen::container<std::vector<std::int64_t>>(n, rc::gen::inRange<std::int64_t>(0, 11));
  std::vector<std::int64_t> d;
  for (std::size_t i = 0; i < n; ++i) {
    d.push_back(a[i] - b[i]);
  }
  for (const Alternative alternative : all_alternatives) {
    SignFlipOptions options;
    options.alternative = alternative;
    const TestResult result = sign_flip_test(tenths(a), tenths(b), options);
    RC_ASSERT(result.p == brute_force(d, alternative));
    RC_ASSERT(result.method == Method::exact);
  }
}

TEST(SignFlip, TwentyTopicsAreExactAndTwentyOneAreNot) {
  std::vector<std::int64_t> whole;
  RandomStream random(3);
  for (int i = 0; i < 20; ++i) {
    whole.push_back(1 + random.below(9));
    whole.back() *= random.below(3) == 0 ? -1 : 1;
  }
  Values d = tenths(whole);
  for (const Alternative alternative : all_alternatives) {
    SignFlipOptions options;
    options.alternative = alternative;
    const TestResult result = sign_flip_test(d, Values(20, 0.0), options);
    EXPECT_EQ(result.p, brute_force(whole, alternative));
    EXPECT_EQ(result.method, Method::exact);
  }
  d.push_back(0.0);  // a topic without difference changes nothing
  whole.push_back(0);
  const TestResult with_tie = sign_flip_test(d, Values(21, 0.0));
  EXPECT_EQ(with_tie.method, Method::exact);
  EXPECT_EQ(with_tie.used, 20U);
  EXPECT_EQ(with_tie.p, brute_force(whole, Alternative::two_sided));

  d.back() = 0.5;
  whole.back() = 5;
  const TestResult random_flips = sign_flip_test(d, Values(21, 0.0));
  EXPECT_EQ(random_flips.method, Method::monte_carlo);
  const double exact = brute_force(whole, Alternative::two_sided);
  EXPECT_NEAR(random_flips.p, exact, 4.0 * std::sqrt(exact / 100'000));
  SignFlipOptions further;
  further.exact_up_to = 21;
  EXPECT_EQ(sign_flip_test(d, Values(21, 0.0), further).p, exact);
}

// One difference decides all: of n equal ones, the patterns with no flip and with all flips.
TEST(SignFlip, FortyTopicsInClosedForm) {
  SignFlipOptions options;
  options.exact_up_to = 40;
  EXPECT_EQ(sign_flip_test(Values(40, 0.1), Values(40, 0.0), options).p, std::ldexp(1.0, -39));
  EXPECT_EQ(sign_flip_test(Values(39, 0.1), Values(39, 0.0), options).p, std::ldexp(1.0, -38));
  options.exact_up_to = 41;
  EXPECT_THROW((void)sign_flip_test(Values(40, 0.1), Values(40, 0.0), options),
               std::invalid_argument);
}

TEST(SignFlip, FishersDarwinData) {
  // Heights of 15 pairs of maize plants, crossed minus self-fertilised, in eighths of an inch;
  // Fisher, The Design of Experiments, 21, finds 863 of 32,768 sums at least as high as 314, and
  // counts as many again at the other side.
  const Values d = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
  EXPECT_EQ(sign_flip_test(d, Values(15, 0.0)).p, 2.0 * 863.0 / 32'768.0);
  SignFlipOptions options;
  options.alternative = Alternative::greater;
  EXPECT_EQ(sign_flip_test(d, Values(15, 0.0), options).p, 863.0 / 32'768.0);
  options.alternative = Alternative::less;
  EXPECT_NEAR(sign_flip_test(d, Values(15, 0.0), options).p, 1.0 - 863.0 / 32'768.0, 0.002);
}

Values random_values(std::size_t n, std::uint64_t seed) {
  RandomStream random(seed, 1);
  Values values;
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back(static_cast<double>(random.below(17)) / 16.0);
  }
  return values;
}

// One sign at a time, from the documented bits, in sums without rounding (sixteenths).
double slow_monte_carlo(const Values& a, const Values& b, const SignFlipOptions& options) {
  double seen = 0.0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    seen += a[t] - b[t];
  }
  std::size_t count = 0;
  for (std::size_t r = 0; r < options.permutations; ++r) {
    RandomStream signs(options.seed, r);
    double sum = 0.0;
    std::uint32_t word = 0;
    for (std::size_t t = 0; t < a.size(); ++t) {
      word = t % 32 == 0 ? signs() : word >> 1;
      sum += (word & 1) != 0 ? b[t] - a[t] : a[t] - b[t];
    }
    count += as_extreme(std::lround(16 * sum), std::lround(16 * seen), options.alternative);
  }
  return (static_cast<double>(count) + 1.0) / (static_cast<double>(options.permutations) + 1.0);
}

TEST(SignFlip, RandomFlipsAreTheDocumentedOnes) {
  for (const std::size_t topics : {41U, 127U, 128U, 129U, 300U}) {
    const Values a = random_values(topics, 1);
    const Values b = random_values(topics, 2);
    for (const std::size_t permutations : {1U, 2U, 1023U, 1024U, 1025U, 3000U}) {
      for (const Alternative alternative : all_alternatives) {
        const SignFlipOptions options{alternative, permutations, topics, 1, 20};
        EXPECT_EQ(sign_flip_test(a, b, options).p, slow_monte_carlo(a, b, options))
            << topics << ' ' << permutations;
      }
    }
  }
}

TEST(SignFlips, EachPairGetsThePThatItHasAlone) {
  constexpr std::size_t topics = 150;
  for (const std::size_t systems : {2U, 3U, 4U, 5U, 9U}) {
    Values values;
    for (std::size_t i = 0; i < systems; ++i) {
      const Values row = random_values(topics, 10 + i);
      values.insert(values.end(), row.begin(), row.end());
    }
    const TopicMatrix matrix(values, systems, topics);
    SignFlipOptions options;
    options.permutations = 2000;
    options.seed = 77;
    const auto results = sign_flip_tests(matrix, options);
    ASSERT_EQ(results.size(), systems * (systems - 1) / 2);
    std::size_t at = 0;
    for (std::size_t i = 0; i < systems; ++i) {
      for (std::size_t j = i + 1; j < systems; ++j, ++at) {
        const TestResult alone = sign_flip_test(matrix.system(i), matrix.system(j), options);
        EXPECT_EQ(results[at].first, i);
        EXPECT_EQ(results[at].second, j);
        EXPECT_EQ(results[at].p, alone.p);
        EXPECT_EQ(results[at].difference, alone.statistic);
        EXPECT_EQ(results[at].method, Method::monte_carlo);
        EXPECT_EQ(alone.p,
                  slow_monte_carlo({matrix.system(i).begin(), matrix.system(i).end()},
                                   {matrix.system(j).begin(), matrix.system(j).end()}, options));
      }
    }
  }
}

TEST(SignFlips, SameBitsForAnyNumberOfThreads) {
  Values values;
  RandomStream random(8);
  for (int i = 0; i < 4 * 333; ++i) {
    values.push_back(random.u01());
  }
  const TopicMatrix matrix(values, 4, 333);
  SignFlipOptions options;
  options.permutations = 10'000;
  const auto once = sign_flip_tests(matrix, options);
  for (const unsigned threads : {2U, 8U, 100U}) {
    options.threads = threads;
    const auto again = sign_flip_tests(matrix, options);
    for (std::size_t i = 0; i < once.size(); ++i) {
      EXPECT_TRUE(testing::same_bits(once[i].p, again[i].p));
    }
  }
  options.seed = 1;
  EXPECT_NE(sign_flip_tests(matrix, options)[0].p, once[0].p);
}

TEST(SignFlips, MixedPairs) {
  // the first two are the same, the third differs on 3 topics, the fourth on all 30
  Values values(60, 0.5);
  values.insert(values.end(), 27, 0.5);
  values.insert(values.end(), 3, 0.7);
  values.insert(values.end(), 30, 0.6);
  const auto results = sign_flip_tests(TopicMatrix(values, 4, 30));
  EXPECT_EQ(results[0].reason, Reason::identical);
  EXPECT_EQ(results[0].p, 1.0);
  EXPECT_EQ(results[1].p, 0.25);
  EXPECT_EQ(results[1].method, Method::exact);
  EXPECT_EQ(results[2].method, Method::monte_carlo);
  EXPECT_EQ(results[2].p, 1.0 / 100'001.0);  // 2^-29 is met by none of 100,000
  EXPECT_NEAR(results[2].difference, -0.1, 1e-15);
  EXPECT_TRUE(sign_flip_tests(TopicMatrix({}, 0, 0)).empty());
  EXPECT_TRUE(sign_flip_tests(TopicMatrix(values, 1, 120)).empty());
  EXPECT_EQ(sign_flip_tests(TopicMatrix({}, 2, 0))[0].reason, Reason::no_data);
}

TEST(SignFlips, Refusals) {
  const Values values(6, 0.5);
  SignFlipOptions options;
  options.permutations = 0;
  EXPECT_THROW((void)sign_flip_tests(TopicMatrix(values, 2, 3), options), std::invalid_argument);
  EXPECT_THROW((void)TopicMatrix(values, 2, 4), std::invalid_argument);
  EXPECT_THROW((void)TopicMatrix(values, 4, 2), std::invalid_argument);
  EXPECT_THROW((void)TopicMatrix(values, 2, 0), std::invalid_argument);
  EXPECT_THROW((void)TopicMatrix(Values{std::nan("")}, 1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace foley::stats
