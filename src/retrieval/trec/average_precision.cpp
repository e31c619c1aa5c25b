#include <array>
#include <cmath>

#include "definition.hpp"
#include "hits.hpp"

namespace foley::retrieval::trec {
namespace {

// Sum of the precisions at the relevant documents within `depth`.
double precisions(const JudgedRanking& ranking, double level, std::int64_t depth) {
  double sum = 0.0;
  each_relevant(ranking, level, depth,
                [&](std::int64_t rank, std::int64_t found) { sum += ratio(found, rank); });
  return sum;
}

double average_precision(const JudgedRanking& ranking, double level, std::int64_t depth) {
  const std::int64_t relevant = count_from(ranking, level);
  return relevant == 0 ? 0.0 : precisions(ranking, level, depth) / static_cast<double>(relevant);
}

Columns make_map(const Request& request) {
  return single(request, [](const JudgedRanking& ranking, double level) {
    return average_precision(ranking, level, length(ranking));
  });
}

Columns make_gm_map(const Request& request) {
  Columns columns = make_map(request);
  columns.front().aggregate = Aggregate::geometric_mean;
  columns.front().per_topic = false;
  return columns;
}

Columns make_map_cut(const Request& request) { return for_cutoffs(request, average_precision); }

Columns make_yaap(const Request& request) {
  Columns columns = single(request, [](const JudgedRanking& ranking, double level) {
    const double sum = precisions(ranking, level, length(ranking));
    return std::log((1.0 + sum) / (1.0 + static_cast<double>(count_from(ranking, level)) - sum));
  });
  columns.front().least = -kInfinity;
  columns.front().greatest = kInfinity;
  return columns;
}

constexpr std::array<Definition, 4> kMeasures{{
    {{.name = "map",
      .about = "Average precision; its mean over the topics is MAP.",
      .formula = "1/R sum over relevant ranks of r(rank) / rank",
      .edge_cases = "Relevant documents that were not retrieved count as 0; 0 when R is 0.",
      .citation = "Buckley & Voorhees, in TREC: Experiment and Evaluation, MIT Press 2005, ch. 3"},
     make_map},
    {{.name = "gm_map",
      .about = "Geometric mean over the topics of the average precision: the hard topics decide.",
      .formula = "exp(mean of log(max(AP, 0.00001)))",
      .edge_cases = "Summary only. With -c a topic that is missing counts as 0.00001.",
      .citation = "Robertson, On GMAP, CIKM 2006"},
     make_gm_map},
    {{.name = "map_cut",
      .parameters = ParameterKind::cutoffs,
      .defaults = "5,10,15,20,30,100,200,500,1000",
      .about = "Average precision of the first k documents.",
      .formula = "1/R sum over relevant ranks up to k of r(rank) / rank",
      .edge_cases = "Divided by all R relevant documents, be R above k; 0 when R is 0."},
     make_map_cut},
    {{.name = "yaap",
      .about = "Average precision on a logarithmic scale, so that means weigh topics alike.",
      .formula = "log((1 + s) / (1 + R - s)), s = sum over relevant ranks of r(rank) / rank",
      .edge_cases = "Negative for low values; 0 when R is 0. No range. In no nickname.",
      .citation = "Robertson, On Smoothing Average Precision, ECIR 2012"},
     make_yaap},
}};

}  // namespace

std::span<const Definition> average_precision_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
