#include <array>
#include <cmath>
#include <vector>

#include "definition.hpp"
#include "foley/core/number_text.hpp"
#include "hits.hpp"
#include "r_precision.hpp"

namespace foley::retrieval::trec {
namespace {

// How many relevant documents make up a share of R. Version 9 rounded up from a tenth on.
std::int64_t wanted(double share, std::int64_t relevant, bool compat_9) {
  return compat_9 ? rounded_up(share, relevant)
                  : std::llround(share * static_cast<double>(relevant));
}

// Interpolated precisions at these numbers of relevant documents, handed to `take(index, value)`;
// what is not taken is 0. Goes from the last number to the first, and from the last relevant
// document to the first: out of order, a number that was passed gets the highest precision of all,
// as in trec_eval.
template <class Take>
void interpolate(const JudgedRanking& ranking, double level, std::span<const std::int64_t> counts,
                 Take take) {
  std::int64_t found = relevant_retrieved(ranking, level);
  auto next = static_cast<std::ptrdiff_t>(counts.size()) - 1;
  const auto want = [&] { return counts[static_cast<std::size_t>(next)]; };
  while (next >= 0 && want() > found) {
    next -= 1;
  }
  double best = 0.0;
  const auto hits = ranking.hits();
  for (auto hit = hits.rbegin(); hit != hits.rend() && found > 0; ++hit) {
    if (hit->grade < level) {
      continue;
    }
    best = std::max(best, ratio(found, hit->rank));
    for (; next >= 0 && want() == found; --next) {
      take(static_cast<std::size_t>(next), best);
    }
    found -= 1;
  }
  for (; next >= 0; --next) {
    take(static_cast<std::size_t>(next), best);
  }
}

Columns make_iprec(const Request& request) {
  const double level = request.options.relevance_level;
  const bool compat_9 = request.options.compat_9;
  Columns columns;
  for (const double share : request.parameters.numbers) {
    columns.push_back(graded(
        joined(request.name, fixed_text(share, 2)),
        [level, share, compat_9](const JudgedRanking& ranking) {
          const std::int64_t count = wanted(share, count_from(ranking, level), compat_9);
          double value = 0.0;
          interpolate(ranking, level, {&count, 1}, [&](std::size_t, double best) { value = best; });
          return value;
        }));
  }
  return columns;
}

Columns make_11pt(const Request& request) {
  const std::vector<double> shares = request.parameters.numbers;
  const bool compat_9 = request.options.compat_9;
  Columns columns = single(request, [shares, compat_9](const JudgedRanking& ranking, double level) {
    const std::int64_t relevant = count_from(ranking, level);
    std::vector<std::int64_t> counts;
    counts.reserve(shares.size());
    for (const double share : shares) {
      counts.push_back(wanted(share, relevant, compat_9));
    }
    double sum = 0.0;
    interpolate(ranking, level, counts, [&](std::size_t, double best) { sum += best; });
    return sum / static_cast<double>(shares.size());
  });
  columns.front().name = joined(request.name, request.parameters.text);
  columns.front().greatest = kJustOverOne;
  return columns;
}

constexpr std::string_view kElevenPoints = "0.0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0";

constexpr std::array<Definition, 2> kMeasures{{
    {{.name = "iprec_at_recall",
      .parameters = ParameterKind::fractions,
      .defaults = kElevenPoints,
      .about = "Interpolated precision at levels of recall: the precision-recall curve.",
      .formula = "max of r(rank) / rank over the ranks from the one that holds the c-th relevant "
                 "document on, c = round(share * R)",
      .edge_cases = "0 where fewer than c relevant documents were retrieved, and when nothing was "
                    "retrieved (trec_eval: NaN). Version 9 took c = floor(share * R + 0.9).",
      .citation = "Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, 8.4"},
     make_iprec},
    {{.name = "11pt_avg",
      .parameters = ParameterKind::numbers,
      .defaults = kElevenPoints,
      .about = "Mean of the interpolated precision at eleven levels of recall. For comparison with "
               "old results.",
      .formula = "mean of iprec_at_recall over the given shares",
      .edge_cases = "As iprec_at_recall. Shares are meant to rise."},
     make_11pt},
}};

}  // namespace

std::span<const Definition> interpolated_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
