#include "foley/stats/wilcoxon.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "foley/stats/distributions.hpp"
#include "tail.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

// 2^50 subsets: their numbers are still exact in a double.
constexpr std::size_t kExactUpTo = 50;

struct SignedRanks {
  double positive = 0.0;  // W+
  double ties = 0.0;      // sum of t^3 - t
};

SignedRanks rank_sizes(const Differences& d) {
  std::vector<double> left;
  std::ranges::copy_if(d.values, std::back_inserter(left), [](double x) { return x != 0.0; });
  std::ranges::sort(left, {}, [](double x) { return std::fabs(x); });
  SignedRanks result;
  for (std::size_t begin = 0, end = 0; begin < left.size(); begin = end) {
    std::size_t positive = 0;
    while (end < left.size() &&
           (end == begin || std::fabs(left[end]) - std::fabs(left[end - 1]) <= d.slack())) {
      positive += left[end] > 0.0 ? 1U : 0U;
      ++end;
    }
    const double mean_rank = (static_cast<double>(begin + end) + 1.0) / 2.0;
    result.positive += mean_rank * static_cast<double>(positive);
    const auto tied = static_cast<double>(end - begin);
    result.ties += tied * tied * tied - tied;
  }
  return result;
}

// Sets p from the number of subsets of 1…n that sum to each value.
double exact_p(std::size_t n, double positive, Alternative alternative) {
  const std::size_t total = n * (n + 1) / 2;
  std::vector<double> subsets(total + 1, 0.0);
  subsets[0] = 1.0;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = rank * (rank + 1) / 2; sum >= rank; --sum) {
      subsets[sum] += subsets[sum - rank];
    }
  }
  const auto seen = static_cast<std::size_t>(positive);
  double lower = 0.0;
  double upper = 0.0;
  for (std::size_t sum = 0; sum <= total; ++sum) {
    lower += sum <= seen ? subsets[sum] : 0.0;
    upper += sum >= seen ? subsets[sum] : 0.0;
  }
  const double all = std::ldexp(1.0, static_cast<int>(n));
  return p_of_tails(lower / all, upper / all, alternative);
}

double asymptotic_p(std::size_t count, const SignedRanks& ranks, Alternative alternative) {
  const auto n = static_cast<double>(count);
  const double away = ranks.positive - n * (n + 1.0) / 4.0;
  const double sd = std::sqrt(n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ranks.ties / 48.0);
  const double lower = normal_cdf((away + 0.5) / sd);
  const double upper = normal_sf((away - 0.5) / sd);
  return p_of_tails(lower, upper, alternative);
}

}  // namespace

TestResult wilcoxon_test(std::span<const double> first, std::span<const double> second,
                         Alternative alternative) {
  const Differences d = differences(first, second);
  TestResult result;
  result.used = d.nonzero;
  if (d.nonzero == 0) {
    result.reason = d.values.empty() ? Reason::no_data : Reason::identical;
    return result;
  }
  const SignedRanks ranks = rank_sizes(d);
  result.statistic = ranks.positive;
  if (d.nonzero <= kExactUpTo && ranks.ties == 0.0) {
    result.p = exact_p(d.nonzero, ranks.positive, alternative);
  } else {
    result.method = Method::asymptotic;
    result.p = asymptotic_p(d.nonzero, ranks, alternative);
  }
  return result;
}

}  // namespace foley::stats
