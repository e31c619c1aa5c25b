#include "foley/retrieval/ndcg.hpp"

#include <array>
#include <cmath>

namespace foley::retrieval {
namespace {

// The logarithms of the ranks that cut-offs reach, which would else cost more than all the rest.
constexpr std::size_t kTabled = 256;

double log2_of_next(std::int64_t rank) { return std::log2(static_cast<double>(rank) + 1.0); }

std::array<double, kTabled> make_table() {
  std::array<double, kTabled> table{};
  for (std::size_t i = 0; i < kTabled; ++i) {
    table[i] = log2_of_next(static_cast<std::int64_t>(i));
  }
  return table;
}

// Numerator and denominator use this one function in the same order, so that a perfect ranking
// gives exactly 1.0.
double discounted(double grade, std::int64_t rank) {
  static const std::array<double, kTabled> kTable = make_table();
  const auto i = static_cast<std::size_t>(rank);
  return grade / (i < kTabled ? kTable[i] : log2_of_next(rank));
}

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
