#include <array>
#include <cmath>

#include "definition.hpp"
#include "hits.hpp"

namespace foley::retrieval::trec {
namespace {

double bpref(const JudgedRanking& ranking, double level) {
  const std::int64_t relevant = count_from(ranking, level);
  if (relevant == 0) {
    return 0.0;
  }
  const std::int64_t judged_wrong = count_from(ranking, 0.0) - relevant;
  double sum = 0.0;
  std::int64_t wrong = 0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.grade < 0.0) {
      continue;
    }
    if (hit.grade < level) {
      wrong += 1;
      continue;
    }
    sum +=
        wrong == 0 ? 1.0 : 1.0 - ratio(std::min(wrong, relevant), std::min(judged_wrong, relevant));
  }
  return sum / static_cast<double>(relevant);
}

// Keeps the estimate of precision defined where nothing above was judged.
constexpr double kSmall = 0.00001;

double inferred_ap(const JudgedRanking& ranking, double level) {
  const std::int64_t relevant = count_from(ranking, level);
  if (relevant == 0) {
    return 0.0;
  }
  double sum = 0.0;
  std::int64_t right = 0;
  std::int64_t wrong = 0;
  std::int64_t pooled = 0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.grade < 0.0) {
      pooled += 1;
      continue;
    }
    if (hit.grade < level) {
      wrong += 1;
      continue;
    }
    if (hit.rank == 1) {
      sum += 1.0;
    } else {
      const auto above = static_cast<double>(hit.rank - 1);
      const auto known = static_cast<double>(right + wrong);
      sum += 1.0 / (above + 1.0) +
             (above / (above + 1.0)) * (static_cast<double>(right + wrong + pooled) / above) *
                 ((static_cast<double>(right) + kSmall) / (known + 2 * kSmall));
    }
    right += 1;
  }
  return sum / static_cast<double>(relevant);
}

Columns make_bpref(const Request& request) { return single(request, bpref); }

Columns make_gm_bpref(const Request& request) {
  Columns columns = single(request, bpref);
  columns.front().aggregate = Aggregate::geometric_mean;
  columns.front().per_topic = false;
  return columns;
}

Columns make_inf_ap(const Request& request) {
  Columns columns = single(request, inferred_ap);
  columns.front().greatest = kJustOverOne;
  return columns;
}

constexpr std::array<Definition, 3> kMeasures{{
    {{.name = "bpref",
      .about = "How rarely judged non-relevant documents stand above relevant ones; unjudged "
               "documents do not matter.",
      .formula = "1/R sum over relevant ranks of 1 - min(w, R) / min(W, R), w the judged "
                 "non-relevant documents above, W all of them",
      .edge_cases = "0 when nothing is relevant. Documents with a grade below 0 are passed over.",
      .citation = "Buckley & Voorhees, Retrieval Evaluation with Incomplete Information, SIGIR "
                  "2004"},
     make_bpref},
    {{.name = "gm_bpref",
      .about = "Geometric mean over the topics of bpref.",
      .formula = "exp(mean of log(max(bpref, 0.00001)))",
      .edge_cases = "Summary only. With -c a topic that is missing counts as 0.00001."},
     make_gm_bpref},
    {{.name = "infAP",
      .about = "Average precision estimated from a pool of which a sample was judged.",
      .formula = "1/R sum over relevant ranks k of 1/k + (k-1)/k * p/(k-1) * (r + e) / (r + w + 2e)"
                 ", of the documents above: p pooled, r relevant, w not relevant; e = 0.00001",
      .edge_cases = "Grades below 0 are the pooled documents without judgment. 0 when R is 0.",
      .citation = "Yilmaz & Aslam, Estimating Average Precision with Incomplete and Imperfect "
                  "Judgments, CIKM 2006"},
     make_inf_ap},
}};

}  // namespace

std::span<const Definition> incomplete_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
