#include "foley/retrieval/ties/tie_report.hpp"

#include <algorithm>

#include "foley/retrieval/ties/expected_column.hpp"
#include "tie_groups.hpp"

namespace foley::retrieval::ties {
namespace {

// The columns of one measure under the three views of ties.
struct Views {
  Column in_order;
  Column expected;
};

Result<Views> views_of(const MeasureSpec& spec, double rel_level) {
  const bool has_gains = !spec.gains("gains").empty();
  if (has_gains || spec.info->name == "Judged") {
    return fail({.kind = ErrorKind::bad_value,
                 .item = "measure '" + to_string(spec) + "'",
                 .problem = "its extremes are not those of the best and the worst order by grade",
                 .advice = "leave it out of the report on ties"});
  }
  auto expected = expected_column(spec, rel_level);
  if (!expected) {
    return fail(expected.error());
  }
  return Views{to_column(spec, rel_level), std::move(*expected)};
}

// Sums in the order of the topics, so that the bits are fixed.
TieRange mean_of(const std::vector<TieRange>& values) {
  TieRange sum;
  for (const TieRange& value : values) {
    sum.least += value.least;
    sum.expected += value.expected;
    sum.greatest += value.greatest;
  }
  const auto n = static_cast<double>(std::max<std::size_t>(values.size(), 1));
  return {sum.least / n, sum.expected / n, sum.greatest / n};
}

}  // namespace

std::vector<Hit> extreme_order(const JudgedRanking& ranking, bool best) {
  std::vector<Hit> out;
  out.reserve(ranking.hits().size());
  for_each_group(ranking, [&](const TieGroup& group) {
    std::vector<Hit> hits(group.hits.begin(), group.hits.end());
    std::stable_sort(hits.begin(), hits.end(), [&](const Hit& a, const Hit& b) {
      return best ? a.grade > b.grade : a.grade < b.grade;
    });
    const std::int64_t unjudged = group.size - static_cast<std::int64_t>(hits.size());
    std::int64_t rank = group.above;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      // The others stand where the sign of the grade changes.
      const bool behind = best ? hits[i].grade < 0.0 : hits[i].grade >= 0.0;
      rank = group.above + static_cast<std::int64_t>(i) + 1 + (behind ? unjudged : 0);
      out.push_back({hits[i].grade, rank, group.above, group.size});
    }
    return true;
  });
  return out;
}

Result<TieReport> tie_report(const TopicSet& topics, const JudgedRun& run,
                             std::span<const MeasureSpec> measures, double rel_level) {
  TieReport report;
  std::vector<Views> views;
  for (const MeasureSpec& spec : measures) {
    auto each = views_of(spec, rel_level);
    if (!each) {
      return fail(each.error());
    }
    report.measures.push_back(each->in_order.name);
    views.push_back(std::move(*each));
  }
  report.values.resize(measures.size());
  report.undecided.resize(measures.size(), 0);
  for (std::size_t t = 0; t < topics.size(); ++t) {
    report.topics.emplace_back(topics.id(t));
    const JudgedRanking ranking = run.ranking(topics, t);
    const std::vector<Hit> best = extreme_order(ranking, true);
    const std::vector<Hit> worst = extreme_order(ranking, false);
    const auto with = [&](const std::vector<Hit>& hits) {
      return Topic{JudgedRanking(hits, ranking.grades(), ranking.ideal(), ranking.retrieved())};
    };
    for (std::size_t m = 0; m < views.size(); ++m) {
      TieRange range{views[m].in_order.value(with(worst)), views[m].expected.value(Topic{ranking}),
                     views[m].in_order.value(with(best))};
      // The mean lies between its extremes; only rounding can carry it beyond them.
      range.expected = std::clamp(range.expected, range.least, range.greatest);
      report.undecided[m] += range.greatest > range.least ? 1 : 0;
      report.values[m].push_back(range);
    }
    for (const Hit& hit : ranking.hits()) {
      report.hits += 1;
      report.tied_hits += hit.tied > 1 ? 1 : 0;
    }
  }
  for (const auto& values : report.values) {
    report.means.push_back(mean_of(values));
  }
  return report;
}

}  // namespace foley::retrieval::ties
