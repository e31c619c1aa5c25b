#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"
#include "failure.hpp"
#include "foley/comparison/comparison.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using Document = nb::typed<nb::dict, std::string, nb::any>;
using RunValues = std::vector<std::vector<double>>;

nb::str word(std::string_view text) { return nb::str(text.data(), text.size()); }

nb::dict interval(const stats::Interval& from) {
  nb::dict to;
  to["low"] = from.low;
  to["high"] = from.high;
  to["confidence"] = from.confidence;
  to["reason"] = word(to_string(from.reason));
  return to;
}

std::string_view method(stats::Method how) {
  switch (how) {
    case stats::Method::exact:
      return "exact";
    case stats::Method::asymptotic:
      return "asymptotic";
    case stats::Method::monte_carlo:
      return "monte_carlo";
  }
  return "";
}

nb::dict test(const comparison::Corrected& from) {
  nb::dict to;
  to["statistic"] = from.test.statistic;
  to["p"] = from.test.p;
  to["holm"] = from.holm;
  to["bh"] = from.benjamini_hochberg;
  to["topics"] = from.test.used;
  to["method"] = word(method(from.test.method));
  to["reason"] = word(to_string(from.test.reason));
  return to;
}

nb::dict difference(const comparison::Difference& from) {
  nb::dict tests;
  tests["randomisation"] = test(from.randomisation);
  tests["t"] = test(from.t);
  tests["wilcoxon"] = test(from.wilcoxon);
  tests["sign"] = test(from.sign);
  nb::dict to;
  to["run"] = from.run;
  to["difference"] = from.difference;
  to["bca"] = interval(from.bootstrap.bca);
  to["percentile"] = interval(from.bootstrap.percentile);
  to["t_interval"] = interval(from.t_interval);
  to["tests"] = tests;
  to["d_z"] = from.effect.d_z;
  to["hedges_g"] = from.effect.hedges_g;
  to["standardised"] = from.standardised;
  to["wins"] = from.topics.wins;
  to["ties"] = from.topics.ties;
  to["losses"] = from.topics.losses;
  to["smallest_detectable"] = from.detectable.difference;
  return to;
}

nb::dict measure(const comparison::MeasureComparison& from) {
  nb::list intervals;
  for (const stats::Bootstrap& each : from.bootstraps) {
    intervals.append(interval(each.bca));
  }
  nb::list differences;
  for (const comparison::Difference& each : from.differences) {
    differences.append(difference(each));
  }
  nb::list pairs;
  for (std::size_t i = 0; i < from.tukey.pairs.size(); ++i) {
    const stats::TukeyPair& each = from.tukey.pairs[i];
    nb::dict pair;
    pair["first"] = each.first;
    pair["second"] = each.second;
    pair["difference"] = each.difference.value;
    pair["interval"] = interval(each.difference);
    pair["p"] = each.p;
    pair["p_randomised"] = from.randomised_tukey[i].p;
    pairs.append(pair);
  }
  nb::dict to;
  to["means"] = from.means;
  to["intervals"] = intervals;
  to["differences"] = differences;
  to["pairs"] = pairs;
  return to;
}

// `values[run][measure]` holds a value a topic; all runs hold the same topics.
nb::typed<nb::list, Document> compare_values(
    const std::vector<std::string>& runs, const std::vector<std::string>& measures,
    const std::vector<std::string>& topics, const std::vector<RunValues>& values, double confidence,
    std::size_t replicates, std::size_t permutations, std::uint64_t seed, double alpha,
    double power, double tolerance, unsigned threads) {
  std::vector<retrieval::Evaluation> evaluations;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    retrieval::Evaluation each;
    each.run = runs[r];
    each.columns = measures;
    each.kinds.assign(measures.size(), retrieval::NumberKind::real);
    each.topics = topics;
    each.values = values[r];
    for (const std::vector<double>& column : each.values) {
      each.summary.push_back(retrieval::aggregate(retrieval::Aggregate::mean, column));
    }
    evaluations.push_back(std::move(each));
  }
  comparison::Options options;
  options.confidence = confidence;
  options.replicates = replicates;
  options.permutations = permutations;
  options.seed = seed;
  options.threads = threads;
  options.alpha = alpha;
  options.power = power;
  options.tolerance = tolerance;
  comparison::Comparison result;
  {
    const nb::gil_scoped_release release;
    result = comparison::compare(evaluations, options);
  }
  nb::list all;
  for (const comparison::MeasureComparison& each : result.measures) {
    all.append(measure(each));
  }
  return nb::borrow<nb::typed<nb::list, Document>>(all);
}

}  // namespace

void bind_comparison(nb::module_& m) {
  m.def("compare_values", &compare_values, nb::arg("runs"), nb::arg("measures"), nb::arg("topics"),
        nb::arg("values"), nb::arg("confidence"), nb::arg("replicates"), nb::arg("permutations"),
        nb::arg("seed"), nb::arg("alpha"), nb::arg("power"), nb::arg("tolerance"),
        nb::arg("threads"), "A comparison a measure; the first run is the baseline.");
}

}  // namespace foley::python
