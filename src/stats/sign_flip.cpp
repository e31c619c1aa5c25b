#include "foley/stats/sign_flip.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "exact_flips.hpp"
#include "flipped_sums.hpp"
#include "foley/core/parallel.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

constexpr std::size_t kMostExact = 40;

void require_options(const SignFlipOptions& options) {
  if (options.permutations == 0) {
    throw std::invalid_argument("the randomisation test needs at least one permutation");
  }
  if (options.exact_up_to > kMostExact) {
    throw std::invalid_argument("the randomisation test is exact up to 40 topics at most");
  }
}

// A pair whose p is still to be found by random flips.
struct OpenPair {
  std::size_t result = 0;
  std::size_t first = 0;
  std::size_t second = 0;
  double seen = 0.0;   // sum of the differences
  double slack = 0.0;  // sums closer than this are the same
};

std::size_t count_extreme(const FlippedSums& sums, std::size_t permutations, const OpenPair& pair,
                          Alternative alternative) {
  std::size_t count = 0;
  const double size = std::fabs(pair.seen);
  for (std::size_t r = 0; r < permutations; ++r) {
    const double sum = sums.of(pair.first, r) - sums.of(pair.second, r);
    bool extreme = false;
    switch (alternative) {
      case Alternative::two_sided:
        extreme = std::fabs(sum) >= size - pair.slack;
        break;
      case Alternative::greater:
        extreme = sum >= pair.seen - pair.slack;
        break;
      case Alternative::less:
        extreme = sum <= pair.seen + pair.slack;
        break;
    }
    count += extreme ? 1U : 0U;
  }
  return count;
}

// For each pair, how many random permutations are at least as extreme as what was seen.
std::vector<std::size_t> count_flips(const TopicMatrix& matrix, std::span<const OpenPair> pairs,
                                     const SignFlipOptions& options) {
  const std::size_t batches =
      (options.permutations + FlippedSums::kBatch - 1) / FlippedSums::kBatch;
  std::vector<std::size_t> counts(batches * pairs.size());
  const std::size_t workers = std::clamp<std::size_t>(options.threads, 1, batches);
  parallel_for(workers, options.threads, [&](std::size_t worker) {
    FlippedSums sums(matrix);
    for (std::size_t batch = worker; batch < batches; batch += workers) {
      const std::size_t begin = batch * FlippedSums::kBatch;
      const std::size_t count = std::min(FlippedSums::kBatch, options.permutations - begin);
      sums.draw(options.seed, begin, count);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        counts[batch * pairs.size() + i] =
            count_extreme(sums, count, pairs[i], options.alternative);
      }
    }
  });
  for (std::size_t batch = 1; batch < batches; ++batch) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      counts[i] += counts[batch * pairs.size() + i];
    }
  }
  counts.resize(pairs.size());
  return counts;
}

// Settles the pair if it needs no random flips; else returns false.
bool settle(const Differences& d, const SignFlipOptions& options, PairResult& result) {
  if (d.nonzero == 0) {
    result.reason = d.values.empty() ? Reason::no_data : Reason::identical;
    return true;
  }
  if (d.nonzero > options.exact_up_to) {
    result.method = Method::monte_carlo;
    return false;
  }
  std::vector<double> differing;
  std::ranges::copy_if(d.values, std::back_inserter(differing), [](double x) { return x != 0.0; });
  const double slack = d.slack() * static_cast<double>(d.values.size());
  result.p = exact_flip_p(differing, slack, options.alternative);
  return true;
}

}  // namespace

std::vector<PairResult> sign_flip_tests(const TopicMatrix& matrix, const SignFlipOptions& options) {
  require_options(options);
  std::vector<PairResult> results;
  std::vector<OpenPair> open;
  FlippedSums plain(matrix);
  plain.take_plain();
  for (std::size_t first = 0; first < matrix.systems(); ++first) {
    for (std::size_t second = first + 1; second < matrix.systems(); ++second) {
      const Differences d = differences(matrix.system(first), matrix.system(second));
      const auto topics = static_cast<double>(d.values.size());
      PairResult result{first, second, moments(d.values, d.scale).mean};
      if (!settle(d, options, result)) {
        open.push_back({results.size(), first, second, plain.of(first, 0) - plain.of(second, 0),
                        d.slack() * topics});
      }
      results.push_back(result);
    }
  }
  if (!open.empty()) {
    const std::vector<std::size_t> counts = count_flips(matrix, open, options);
    for (std::size_t i = 0; i < open.size(); ++i) {
      results[open[i].result].p = (static_cast<double>(counts[i]) + 1.0) /
                                  (static_cast<double>(options.permutations) + 1.0);
    }
  }
  return results;
}

TestResult sign_flip_test(std::span<const double> first, std::span<const double> second,
                          const SignFlipOptions& options) {
  const Differences d = differences(first, second);
  std::vector<double> both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  const PairResult pair = sign_flip_tests(TopicMatrix(both, 2, first.size()), options).front();
  return {pair.difference, pair.p, d.nonzero, pair.method, pair.reason};
}

}  // namespace foley::stats
