#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dict_rows.hpp"
#include "foley/retrieval/evaluate_run.hpp"
#include "foley/retrieval/query_scorer.hpp"
#include "foley/retrieval/ranking.hpp"
#include "foley/retrieval/report.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

// Runs and judgments as the stub shows them; at run time they are plain dicts.
using Row = nb::typed<nb::dict, std::string, double>;
using Table = nb::typed<nb::dict, std::string, Row>;
using Names = nb::typed<nb::list, std::string>;
using Values = nb::typed<nb::dict, std::string, double>;
using PerQuery = nb::typed<nb::dict, std::string, Values>;
using Ranks = nb::typed<nb::dict, std::string, std::int64_t>;

using MetricSpecs = std::vector<std::pair<std::string, std::int64_t>>;

retrieval::QueryScorer scorer_for(const MetricSpecs& specs, double rel_level) {
  std::vector<retrieval::Metric> metrics;
  metrics.reserve(specs.size());
  for (const auto& [name, k] : specs) {
    const retrieval::Measure* measure = retrieval::find_measure(name);
    if (measure == nullptr) {
      throw nb::key_error(name.c_str());
    }
    metrics.push_back({measure, k, name});
  }
  return {std::move(metrics), rel_level};
}

// Scores queries held in Python dicts without copying an id.
class DictScorer {
 public:
  DictScorer(const MetricSpecs& specs, double rel_level)
      : scorer_(scorer_for(specs, rel_level)), values_(specs.size()) {}

  retrieval::AnswerRank score(nb::handle judged, nb::handle row) {
    // In this order: the look-ups may run Python code, after which the row is read as it is then.
    judged_.assign(judged, row);
    row_.assign(row);
    return scorer_.score_found(judged_.docs(), judged_.found_index(), judged_.found(),
                               row_.values(), row_, values_);
  }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }

 private:
  retrieval::QueryScorer scorer_;
  DictRow row_;
  JudgedRow judged_;
  std::vector<double> values_;
};

std::pair<std::vector<double>, std::int64_t> score_query(const Row& judged, const Row& row,
                                                         const MetricSpecs& specs,
                                                         double rel_level) {
  DictScorer scorer(specs, rel_level);
  const std::int64_t rank = scorer.score(judged, row).first;
  return {scorer.values(), rank};
}

// A query with its judgments and its row of the run (an empty one when the run has none).
struct QueryRows {
  nb::object query;
  nb::object judged;
  nb::object row;
};

std::vector<QueryRows> rows_of(const Table& run, const Table& qrels) {
  const nb::dict nothing;
  std::vector<QueryRows> rows;
  rows.reserve(qrels.size());
  // First all of the judgments: looking a query up may run Python code (a key's `__eq__`).
  for (const auto& [query, judged] : qrels) {
    rows.push_back({nb::borrow(query), nb::borrow(judged), nothing});
  }
  for (QueryRows& each : rows) {
    const nb::object row = nb::borrow(PyDict_GetItemWithError(run.ptr(), each.query.ptr()));
    if (row.is_valid()) {
      each.row = row;
    } else if (PyErr_Occurred() != nullptr) {
      throw nb::python_error();
    }
  }
  return rows;
}

nb::typed<nb::tuple, PerQuery, Values, Ranks> score_run(const Table& run, const Table& qrels,
                                                        const MetricSpecs& specs,
                                                        const Names& names, double rel_level) {
  DictScorer scorer(specs, rel_level);
  std::vector<std::vector<double>> columns(specs.size());
  for (std::vector<double>& column : columns) {
    column.reserve(qrels.size());
  }
  nb::dict per_query;
  nb::dict ranks;
  const std::vector<QueryRows> rows = rows_of(run, qrels);
  for (std::size_t q = 0; q < rows.size(); ++q) {
    const auto& [query, judged, row] = rows[q];
    if (q + 1 < rows.size()) {
      prefetch_dict(rows[q + 1].row.ptr());
    }
    ranks[query] = scorer.score(judged, row).first;
    nb::dict values;
    for (std::size_t m = 0; m < specs.size(); ++m) {
      const nb::float_ value(scorer.values()[m]);
      if (PyDict_SetItem(values.ptr(), PyList_GET_ITEM(names.ptr(), static_cast<Py_ssize_t>(m)),
                         value.ptr()) != 0) {
        throw nb::python_error();
      }
      columns[m].push_back(scorer.values()[m]);
    }
    per_query[query] = values;
  }
  nb::dict mean;
  for (std::size_t m = 0; m < specs.size(); ++m) {
    mean[names[m]] = retrieval::mean_over_queries(columns[m]);
  }
  return nb::borrow<nb::typed<nb::tuple, PerQuery, Values, Ranks>>(
      nb::make_tuple(per_query, mean, ranks));
}

std::vector<std::string> ranked_ids(const Row& row) {
  DictRow read;
  read.assign(row);
  std::vector<ScoredDoc> docs;
  for (std::size_t i = 0; i < read.values().size(); ++i) {
    docs.push_back({read.id(i), read.values()[i]});
  }
  std::vector<std::string> ids;
  for (const std::size_t i : retrieval::ranked_order(docs)) {
    ids.emplace_back(docs[i].id);
  }
  return ids;
}

std::string regression_diff(const std::string& metric, double current, double value,
                            double tolerance,
                            const std::vector<std::tuple<std::string, double, std::string>>& rows) {
  std::vector<retrieval::DiffRow> queries;
  queries.reserve(rows.size());
  for (const auto& [query, metric_value, rank] : rows) {
    queries.push_back({query, metric_value, rank});
  }
  return retrieval::regression_diff_text(metric, current, value, tolerance, std::move(queries));
}

}  // namespace

void bind_retrieval(nb::module_& m) {
  nb::exception<NonTextIds> non_text(m, "NonTextIds");
  static_cast<void>(non_text);
  m.def("measure_names", [] {
    std::vector<std::string> names;
    for (const retrieval::Measure& measure : retrieval::measures()) {
      names.emplace_back(measure.name);
    }
    return names;
  });
  m.def("score_query", &score_query, nb::arg("judged"), nb::arg("row"), nb::arg("metrics"),
        nb::arg("rel_level"),
        "Values of the metrics for one query, and the rank of its best answer.");
  m.def("score_run", &score_run, nb::arg("run"), nb::arg("qrels"), nb::arg("metrics"),
        nb::arg("names"), nb::arg("rel_level"), "Per-query values, means and ranks of a run.");
  m.def("ranked_ids", &ranked_ids, nb::arg("row"), "Ids by score descending, then id.");
  m.def("regression_diff", &regression_diff, nb::arg("metric"), nb::arg("current"),
        nb::arg("value"), nb::arg("tolerance"), nb::arg("rows"), "Text of a regression diff.");
}

}  // namespace foley::python
