#include "foley/retrieval/ties/expected.hpp"

#include "tie_groups.hpp"

namespace foley::retrieval::ties {
namespace {

double real(std::int64_t number) { return static_cast<double>(number); }

}  // namespace

double expected_relevant(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const std::int64_t kept = kept_of(ranking, cutoff);
  double sum = 0.0;
  for_each_group(ranking, [&](const TieGroup& group) {
    const std::int64_t within = ranks_within(group, kept);
    sum += real(relevant_in(group, rel_level)) * real(within) / real(group.size);
    return within == group.size;
  });
  return sum;
}

double expected_precision(const JudgedRanking& ranking, std::int64_t k, double rel_level) {
  return k <= 0 ? 0.0 : expected_relevant(ranking, k, rel_level) / real(k);
}

double expected_recall(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const auto relevant = static_cast<std::int64_t>(ranking.relevant(rel_level));
  return relevant == 0 ? 0.0 : expected_relevant(ranking, cutoff, rel_level) / real(relevant);
}

double expected_success(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const std::int64_t kept = kept_of(ranking, cutoff);
  double failure = 1.0;
  for_each_group(ranking, [&](const TieGroup& group) {
    const std::int64_t within = ranks_within(group, kept);
    const std::int64_t relevant = relevant_in(group, rel_level);
    // None of the relevant falls on the ranks that are kept: drawing without replacement.
    for (std::int64_t i = 0; i < within; ++i) {
      failure *= std::max(0.0, real(group.size - relevant - i)) / real(group.size - i);
    }
    return within == group.size && failure > 0.0;
  });
  return 1.0 - failure;
}

double expected_reciprocal_rank(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const std::int64_t kept = kept_of(ranking, cutoff);
  double sum = 0.0;
  for_each_group(ranking, [&](const TieGroup& group) {
    const std::int64_t relevant = relevant_in(group, rel_level);
    if (relevant == 0) {
      return group.above + group.size < kept;
    }
    // The first relevant one stands at offset j of its group: P(1) = r / n, and
    // P(j + 1) = P(j) (n - j - r + 1) / (n - j).
    const std::int64_t within = ranks_within(group, kept);
    double here = real(relevant) / real(group.size);
    for (std::int64_t j = 1; j <= within && here > 0.0; ++j) {
      sum += here / real(group.above + j);
      if (j < group.size) {
        here *= real(group.size - j - relevant + 1) / real(group.size - j);
      }
    }
    return false;
  });
  return sum;
}

double expected_average_precision(const JudgedRanking& ranking, Cutoff cutoff, double rel_level) {
  const auto all = static_cast<std::int64_t>(ranking.relevant(rel_level));
  if (all == 0) {
    return 0.0;
  }
  const std::int64_t kept = kept_of(ranking, cutoff);
  std::int64_t before = 0;
  double sum = 0.0;
  for_each_group(ranking, [&](const TieGroup& group) {
    const std::int64_t relevant = relevant_in(group, rel_level);
    const std::int64_t within = ranks_within(group, kept);
    if (relevant > 0) {
      const double chance = real(relevant) / real(group.size);
      // Given that offset j holds a relevant one, each of the j - 1 before it is relevant with
      // chance (r - 1) / (n - 1).
      const double others = group.size > 1 ? real(relevant - 1) / real(group.size - 1) : 0.0;
      for (std::int64_t j = 1; j <= within; ++j) {
        sum += chance * (real(before) + 1.0 + real(j - 1) * others) / real(group.above + j);
      }
    }
    before += relevant;
    return within == group.size;
  });
  return sum / real(all);
}

double expected_sum(const JudgedRanking& ranking, Cutoff cutoff,
                    const std::function<double(double grade)>& gain,
                    const std::function<double(std::int64_t rank)>& discount) {
  const std::int64_t kept = kept_of(ranking, cutoff);
  double sum = 0.0;
  for_each_group(ranking, [&](const TieGroup& group) {
    const std::int64_t within = ranks_within(group, kept);
    double gains = 0.0;
    for (const Hit& hit : group.hits) {
      gains += gain(hit.grade);
    }
    if (gains != 0.0) {
      const double mean = gains / real(group.size);
      for (std::int64_t j = 1; j <= within; ++j) {
        sum += mean * discount(group.above + j);
      }
    }
    return within == group.size;
  });
  return sum;
}

}  // namespace foley::retrieval::ties
