#include <array>
#include <cmath>

#include "definition.hpp"
#include "gains.hpp"

namespace foley::retrieval::trec {
namespace {

double binary_gain(const JudgedRanking& ranking, double level) {
  const std::int64_t relevant = count_from(ranking, level);
  if (relevant == 0) {
    return 0.0;
  }
  double sum = 0.0;
  each_relevant(ranking, level, length(ranking), [&](std::int64_t rank, std::int64_t found) {
    sum += 1.0 / std::log2(static_cast<double>(2 + rank - found));
  });
  return sum / static_cast<double>(relevant);
}

// What a rank costs at least.
constexpr double kLeastCost = 1.0;

double gain(const JudgedRanking& ranking, const Gains& gains) {
  const auto ideal = gains.ideal();
  const auto m = static_cast<std::int64_t>(ideal.size());
  double best = 0.0;
  for (const double each : ideal) {
    best += each;
  }
  if (best <= 0.0) {
    return 0.0;
  }
  double sum = 0.0;
  double found = 0.0;
  double cost = 0.0;
  std::int64_t at = 0;
  each_gain(ranking, gains, [&](std::int64_t rank, double gain) {
    for (; at < m && at < rank; ++at) {
      cost += std::max(ideal[static_cast<std::size_t>(at)], kLeastCost);
    }
    if (at < rank) {
      cost += static_cast<double>(rank - at) * kLeastCost;
      at = rank;
    }
    found += gain;
    sum += gain / std::log2(2 + cost - found);
  });
  return sum / best;
}

Columns make_bin_g(const Request& request) { return single(request, binary_gain); }

Columns make_g(const Request& request) {
  const std::vector<LevelGain> table = level_gains(request.parameters.pairs);
  const bool exact = request.options.exact_gains;
  Columns columns = single(request, [table, exact](const JudgedRanking& ranking, double) {
    return gain(ranking, Gains(table, ranking, exact));
  });
  columns.front().name = joined(request.name, request.parameters.text);
  columns.front().greatest = kJustOverOne;
  if (!table.empty()) {
    columns.front().least = -kInfinity;
    columns.front().greatest = kInfinity;
  }
  return columns;
}

constexpr std::array<Definition, 2> kMeasures{{
    {{.name = "binG",
      .about = "Between average precision and nDCG: each relevant document counts less, the more "
               "others stand above it.",
      .formula =
          "1/R sum over relevant ranks of 1 / log2(2 + documents above that are not relevant)",
      .edge_cases = "0 when nothing is relevant."},
     make_bin_g},
    {{.name = "G",
      .parameters = ParameterKind::pairs,
      .about =
          "binG with graded gains: a document counts less, the more gain was missed down to it.",
      .formula =
          "1/sum(ideal gains) sum over ranks of gain / log2(2 + cost - gain so far), cost the "
          "sum of max(ideal gain, 1) down to the rank",
      .edge_cases = "The relevance level is not looked at. 0 when nothing has a positive gain."},
     make_g},
}};

}  // namespace

std::span<const Definition> gain_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
