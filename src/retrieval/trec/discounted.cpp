#include <array>

#include "../log_discount.hpp"
#include "definition.hpp"
#include "gains.hpp"

namespace foley::retrieval::trec {
namespace {

// Both sides of nDCG.
struct Sums {
  double found = 0.0;
  double ideal = 0.0;
};

Sums sums(const JudgedRanking& ranking, const Gains& gains) {
  Sums sums;
  each_gain(ranking, gains,
            [&](std::int64_t rank, double gain) { sums.found += gain / log_discount(rank); });
  std::int64_t rank = 1;
  for (const double gain : gains.ideal()) {
    sums.ideal += gain / log_discount(rank);
    rank += 1;
  }
  return sums;
}

// Mean of nDCG over the relevant documents, each where it stands; one that was not retrieved counts
// with the whole ranking's.
double ndcg_at_relevant(const JudgedRanking& ranking, const Gains& gains) {
  const auto ideal = gains.ideal();
  if (ideal.empty()) {
    return 0.0;
  }
  Sums so_far;
  double sum = 0.0;
  std::size_t taken = 0;
  const auto take_until = [&](std::int64_t rank) {
    for (; taken < ideal.size() && static_cast<std::int64_t>(taken) < rank; ++taken) {
      so_far.ideal += ideal[taken] / log_discount(static_cast<std::int64_t>(taken) + 1);
    }
  };
  auto missing = static_cast<double>(ideal.size());
  each_gain(ranking, gains, [&](std::int64_t rank, double gain) {
    so_far.found += gain / log_discount(rank);
    take_until(rank);
    if (gain > 0.0) {
      sum += so_far.found / so_far.ideal;
      missing -= 1.0;
    }
  });
  take_until(static_cast<std::int64_t>(ideal.size()));
  sum += missing * so_far.found / so_far.ideal;
  return sum > 0.0 ? sum / static_cast<double>(ideal.size()) : 0.0;
}

// Mean of nDCG where the ideal gain changes, and at the end of a ranking that goes on behind the
// ideal one.
double ndcg_at_levels(const JudgedRanking& ranking, const Gains& gains) {
  const auto ideal = gains.ideal();
  if (ideal.empty()) {
    return 0.0;
  }
  const auto m = static_cast<std::int64_t>(ideal.size());
  double sum = 0.0;
  std::int64_t points = 0;
  Sums so_far;
  std::int64_t at = 0;  // ranks of the ideal ranking that are summed
  // The point behind `rank` documents, once everything up to there is in `found`.
  const auto pass = [&](std::int64_t rank) {
    for (; at < m && at < rank; ++at) {
      const auto i = static_cast<std::size_t>(at);
      if (at > 0 && ideal[i] != ideal[i - 1]) {
        sum += so_far.found / so_far.ideal;
        points += 1;
      }
      so_far.ideal += ideal[i] / log_discount(at + 1);
    }
    if (at == m && rank > m) {
      sum += so_far.found / so_far.ideal;
      points += 1;
      at += 1;
    }
  };
  each_gain(ranking, gains, [&](std::int64_t rank, double gain) {
    pass(rank);
    so_far.found += gain / log_discount(rank);
  });
  pass(m + 1);
  if (length(ranking) > m + 1) {
    sum += so_far.found / so_far.ideal;
    points += 1;
  }
  return sum / static_cast<double>(points);
}

template <class Value>
Columns with_gains(const Request& request, Value value) {
  const std::vector<LevelGain> table = level_gains(request.parameters.pairs);
  const bool exact = request.options.exact_gains;
  Columns columns =
      single(request, [table, exact, value](const JudgedRanking& ranking, double level) {
        return value(ranking, Gains(table, ranking, exact), level);
      });
  columns.front().name = joined(request.name, request.parameters.text);
  columns.front().greatest = kJustOverOne;
  if (!table.empty()) {
    columns.front().least = -kInfinity;
    columns.front().greatest = kInfinity;
  }
  return columns;
}

Columns make_dcg(const Request& request) {
  Columns columns = with_gains(request, [](const JudgedRanking& ranking, const Gains& gains,
                                           double) { return sums(ranking, gains).found; });
  columns.front().greatest = kInfinity;
  return columns;
}

Columns make_ideal_dcg(const Request& request) {
  Columns columns = with_gains(request, [](const JudgedRanking& ranking, const Gains& gains,
                                           double) { return sums(ranking, gains).ideal; });
  columns.front().greatest = kInfinity;
  return columns;
}

Columns make_ndcg(const Request& request) {
  return with_gains(request, [](const JudgedRanking& ranking, const Gains& gains, double) {
    const Sums both = sums(ranking, gains);
    return both.ideal > 0.0 ? both.found / both.ideal : 0.0;
  });
}

Columns make_ndcg_rel(const Request& request) {
  return with_gains(request, [](const JudgedRanking& ranking, const Gains& gains, double) {
    return ndcg_at_relevant(ranking, gains);
  });
}

Columns make_rndcg(const Request& request) {
  return with_gains(request, [](const JudgedRanking& ranking, const Gains& gains, double level) {
    return count_from(ranking, level) == 0 ? 0.0 : ndcg_at_levels(ranking, gains);
  });
}

Columns make_ndcg_cut(const Request& request) {
  Columns columns =
      for_cutoffs(request, [](const JudgedRanking& ranking, double, std::int64_t cutoff) {
        double ideal = 0.0;
        std::int64_t rank = 1;
        for (const double grade : ranking.ideal()) {
          if (!(grade > 0.0) || rank > cutoff) {
            break;
          }
          ideal += grade / log_discount(rank);
          rank += 1;
        }
        double found = 0.0;
        for (const Hit& hit : ranking.hits()) {
          if (hit.rank > cutoff) {
            break;
          }
          if (hit.grade > 0.0) {
            found += hit.grade / log_discount(hit.rank);
          }
        }
        return ideal > 0.0 ? found / ideal : 0.0;
      });
  for (Column& column : columns) {
    column.greatest = kJustOverOne;
  }
  return columns;
}

constexpr std::string_view kGainEdges =
    "The relevance level (-l) is not looked at. Grades below 0 have no gain. 0 when nothing has a "
    "positive gain.";
constexpr std::string_view kSource =
    "Järvelin & Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 20(4), 2002";

constexpr std::array<Definition, 6> kMeasures{{
    {{.name = "dcg",
      .parameters = ParameterKind::pairs,
      .in_9 = false,
      .about = "Discounted cumulative gain. A grade is its own gain unless level=gain says else.",
      .formula = "sum over ranks of gain / log2(rank + 1)",
      .edge_cases = kGainEdges,
      .citation = kSource},
     make_dcg},
    {{.name = "ideal_dcg",
      .parameters = ParameterKind::pairs,
      .in_9 = false,
      .about = "The highest dcg that any ranking can reach.",
      .formula = "sum over the positive gains, highest first, of gain / log2(place + 1)",
      .edge_cases = kGainEdges,
      .citation = kSource},
     make_ideal_dcg},
    {{.name = "ndcg",
      .parameters = ParameterKind::pairs,
      .about = "Discounted cumulative gain of the whole ranking, relative to the best one.",
      .formula = "dcg / ideal_dcg",
      .edge_cases = kGainEdges,
      .citation = kSource},
     make_ndcg},
    {{.name = "ndcg_rel",
      .parameters = ParameterKind::pairs,
      .about = "nDCG at the rank of each document with a positive gain, averaged over those "
               "documents.",
      .formula = "mean of dcg(rank) / ideal_dcg(rank)",
      .edge_cases = "A document that was not retrieved counts with the nDCG of the whole ranking. "
                    "The relevance level is not looked at.",
      .citation = kSource},
     make_ndcg_rel},
    {{.name = "Rndcg",
      .parameters = ParameterKind::pairs,
      .about = "nDCG averaged over the ranks at which the gain of the ideal ranking changes.",
      .formula = "mean of dcg(k) / ideal_dcg(k) over those k, and the whole ranking when it is "
                 "longer than the ideal one",
      .edge_cases = "0 when nothing is relevant at the level (-l), which the gains do not look at.",
      .citation = kSource},
     make_rndcg},
    {{.name = "ndcg_cut",
      .parameters = ParameterKind::cutoffs,
      .defaults = "5,10,15,20,30,100,200,500,1000",
      .about = "nDCG of the first k documents; the ideal ranking is cut at k too.",
      .formula = "dcg(k) / ideal_dcg(k), a grade being its gain",
      .edge_cases = kGainEdges,
      .citation = kSource},
     make_ndcg_cut},
}};

}  // namespace

std::span<const Definition> discounted_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
