#include "foley/stats/randomised_tukey.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

constexpr std::size_t kPermutationsAtATime = 32;

// The values topic by topic, as the shuffle goes through them.
class Shuffler {
 public:
  explicit Shuffler(const TopicMatrix& matrix)
      : systems_(matrix.systems()), by_topic_(matrix.systems() * matrix.topics()) {
    for (std::size_t system = 0; system < systems_; ++system) {
      for (std::size_t topic = 0; topic < matrix.topics(); ++topic) {
        by_topic_[topic * systems_ + system] = matrix.system(system)[topic];
      }
    }
  }

  // Highest minus lowest sum of a system after one shuffle.
  [[nodiscard]] double range(RandomStream random) const {
    std::vector<double> sums(systems_, 0.0);
    std::vector<double> row(systems_);
    for (std::size_t begin = 0; begin < by_topic_.size(); begin += systems_) {
      std::copy_n(by_topic_.begin() + static_cast<std::ptrdiff_t>(begin), systems_, row.begin());
      for (std::size_t left = systems_; left > 1; --left) {
        const std::size_t drawn = random.below(static_cast<std::uint32_t>(left));
        sums[left - 1] += row[drawn];
        row[drawn] = row[left - 1];
      }
      sums[0] += row[0];
    }
    const auto [low, high] = std::ranges::minmax(sums);
    return high - low;
  }

 private:
  std::size_t systems_;
  std::vector<double> by_topic_;
};

std::vector<double> ascending_ranges(const TopicMatrix& matrix, const ShuffleOptions& options) {
  const Shuffler shuffler(matrix);
  std::vector<double> ranges(options.permutations);
  const std::size_t parts = (ranges.size() + kPermutationsAtATime - 1) / kPermutationsAtATime;
  parallel_for(parts, options.threads, [&](std::size_t part) {
    const std::size_t begin = part * kPermutationsAtATime;
    const std::size_t end = std::min(begin + kPermutationsAtATime, ranges.size());
    for (std::size_t r = begin; r < end; ++r) {
      ranges[r] = shuffler.range(RandomStream(options.seed, r));
    }
  });
  std::ranges::sort(ranges);
  return ranges;
}

}  // namespace

std::vector<PairResult> randomised_tukey_hsd(const TopicMatrix& matrix,
                                             const ShuffleOptions& options) {
  if (options.permutations == 0) {
    throw std::invalid_argument("the randomisation test needs at least one permutation");
  }
  std::vector<PairResult> results;
  if (matrix.systems() < 2) {
    return results;
  }
  const auto topics = static_cast<double>(matrix.topics());
  double largest = 0.0;
  for (std::size_t system = 0; system < matrix.systems(); ++system) {
    largest = std::max(largest, largest_size(matrix.system(system)));
  }
  const double slack = kRounding * largest * topics;
  const std::vector<double> ranges = ascending_ranges(matrix, options);
  for (std::size_t first = 0; first < matrix.systems(); ++first) {
    for (std::size_t second = first + 1; second < matrix.systems(); ++second) {
      const Differences d = differences(matrix.system(first), matrix.system(second));
      PairResult result{first, second, moments(d.values, d.scale).mean};
      if (d.nonzero == 0) {
        result.reason = d.values.empty() ? Reason::no_data : Reason::identical;
      } else {
        result.method = Method::monte_carlo;
        const double limit = std::fabs(result.difference) * topics - slack;
        const auto extreme = ranges.end() - std::ranges::lower_bound(ranges, limit);
        result.p = (static_cast<double>(extreme) + 1.0) /
                   (static_cast<double>(options.permutations) + 1.0);
      }
      results.push_back(result);
    }
  }
  return results;
}

}  // namespace foley::stats
