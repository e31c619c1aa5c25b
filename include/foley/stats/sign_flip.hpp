#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/stats/test_result.hpp"
#include "foley/stats/topic_matrix.hpp"

namespace foley::stats {

/// How the labels of systems are shuffled.
struct SignFlipOptions {
  Alternative alternative = Alternative::two_sided;
  std::size_t permutations = 100'000;  ///< Random ones, at least 1.
  std::uint64_t seed = 0;        ///< Permutation r takes its signs from stream r of this seed.
  unsigned threads = 1;          ///< The result has the same bits for any number.
  std::size_t exact_up_to = 20;  ///< Topics with a difference up to which all are tried; <= 40.
};

/// Randomisation test of first - second over topics: were the systems the same, each difference
/// could as well have the other sign. The statistic is the mean difference; p is the share of sign
/// patterns that give one at least as extreme.
///
/// With at most `exact_up_to` topics that differ, all patterns count: p is exact (by meeting in the
/// middle, in time of 2^(n/2)). Beyond, `(count + 1) / (permutations + 1)` over random patterns.
/// Sums within rounding of the one seen count as equal to it. If no topic has a difference, p = 1
/// with a reason.
///
/// Throws std::invalid_argument for vectors of different lengths, values that are not finite, no
/// permutations, and exact_up_to over 40.
///
/// Source: Fisher, *The Design of Experiments*, 1935, 21; Smucker, Allan & Carterette, *A
/// comparison of statistical significance tests for IR evaluation*, CIKM 2007; the + 1: Phipson &
/// Smyth, *Permutation p-values should never be zero*, 2010.
[[nodiscard]] TestResult sign_flip_test(std::span<const double> first,
                                        std::span<const double> second,
                                        const SignFlipOptions& options = {});

/// The same test for every pair of systems, (0, 1), (0, 2), …, (1, 2), …, with the same random
/// signs for all: each pair gets the very p that sign_flip_test gives it alone. The cost grows with
/// the systems, not the pairs, since a sum of flipped differences is a difference of flipped sums.
[[nodiscard]] std::vector<PairResult> sign_flip_tests(const TopicMatrix& matrix,
                                                      const SignFlipOptions& options = {});

}  // namespace foley::stats
