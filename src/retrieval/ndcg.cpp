#include "foley/retrieval/ndcg.hpp"

#include "log_discount.hpp"

namespace foley::retrieval {
namespace {

// Numerator and denominator use this one function in the same order, so that a perfect ranking
// gives exactly 1.0.
double discounted(double grade, std::int64_t rank) { return grade / log_discount(rank); }

}  // namespace

double ndcg(const JudgedRanking& ranking, Cutoff cutoff) {
  const std::size_t ideal_kept = cutoff.kept(ranking.ideal().size());
  double ideal = 0.0;
  for (std::size_t i = 0; i < ideal_kept; ++i) {
    ideal += discounted(ranking.ideal()[i], static_cast<std::int64_t>(i) + 1);
  }
  if (ideal == 0.0) {
    return 0.0;
  }
  const auto kept = static_cast<std::int64_t>(cutoff.kept(ranking.retrieved()));
  double gain = 0.0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > kept) {
      break;
    }
    gain += discounted(hit.grade, hit.rank);
  }
  return gain / ideal;
}

}  // namespace foley::retrieval
