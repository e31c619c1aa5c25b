#pragma once

#include <cstdint>
#include <functional>

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval::ties {

/// Exact means of measures over all orders of tied documents, each order being as likely as any
/// other. They depend on Hit::above and Hit::tied alone, not on the ranks. A constant scorer gets
/// the value of a random order, whatever the ids are.
///
/// Source: McSherry & Najork, *Computing information retrieval performance measures efficiently in
/// the presence of tied scores*, ECIR 2008; success and RR by the hypergeometric distribution.

/// Expected number of relevant documents (grade >= rel_level) among the first `cutoff`.
[[nodiscard]] double expected_relevant(const JudgedRanking& ranking, Cutoff cutoff,
                                       double rel_level);

/// Expected precision at k; 0 for k <= 0.
[[nodiscard]] double expected_precision(const JudgedRanking& ranking, std::int64_t k,
                                        double rel_level);

/// Expected recall; 0 when nothing is relevant.
[[nodiscard]] double expected_recall(const JudgedRanking& ranking, Cutoff cutoff, double rel_level);

/// Probability that a relevant document is among the first `cutoff`.
[[nodiscard]] double expected_success(const JudgedRanking& ranking, Cutoff cutoff,
                                      double rel_level);

/// Expected reciprocal rank.
[[nodiscard]] double expected_reciprocal_rank(const JudgedRanking& ranking, Cutoff cutoff,
                                              double rel_level);

/// Expected average precision, divided by all relevant documents.
[[nodiscard]] double expected_average_precision(const JudgedRanking& ranking, Cutoff cutoff,
                                                double rel_level);

/// Expected sum over the first `cutoff` of `gain(grade) * discount(rank)`: every measure that adds
/// up its ranks (DCG, RBP, Judged@k). `gain` of documents without a judgment is 0.
[[nodiscard]] double expected_sum(const JudgedRanking& ranking, Cutoff cutoff,
                                  const std::function<double(double grade)>& gain,
                                  const std::function<double(std::int64_t rank)>& discount);

}  // namespace foley::retrieval::ties
