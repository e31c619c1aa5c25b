#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bindings.hpp"
#include "failure.hpp"
#include "foley/retrieval/evaluation.hpp"
#include "foley/retrieval/registry.hpp"
#include "foley/retrieval/ties/expected_column.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "judgments.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using retrieval::Aggregate;
using retrieval::Column;
using retrieval::Evaluation;

using Row = nb::typed<nb::dict, std::string, double>;
using Table = nb::typed<nb::dict, std::string, Row>;
using Names = nb::typed<nb::list, std::string>;

// Measures with all their parameters fixed.
struct Columns {
  std::vector<Column> columns;
};

// trec_eval's names for several numbers at once (`official`, `P.5,10`) stand for all of them.
bool names_several(const std::string& name) {
  const std::string_view base = std::string_view(name).substr(0, name.find('.'));
  for (const auto& nickname : retrieval::trec::nicknames()) {
    if (nickname.name == name) {
      return true;
    }
  }
  return base.size() < name.size() && name.find(',') != std::string::npos &&
         retrieval::trec::find(base) != nullptr;
}

Columns parse_columns(const std::vector<std::string>& names, double rel_level, bool expected) {
  Columns parsed;
  for (const std::string& name : names) {
    if (!expected && names_several(name)) {
      const std::vector<std::string> asked{name};
      auto several =
          value_or_throw(retrieval::trec::columns(asked, {.relevance_level = rel_level}));
      for (Column& each : several) {
        if (each.kind != retrieval::NumberKind::text) {
          parsed.columns.push_back(std::move(each));
        }
      }
      continue;
    }
    const auto spec = value_or_throw(retrieval::parse_measure(name));
    Column column = expected ? value_or_throw(retrieval::ties::expected_column(spec, rel_level))
                             : retrieval::to_column(spec, rel_level);
    if (column.kind == retrieval::NumberKind::text) {
      throw nb::value_error(("measure '" + name + "' is text, not a number").c_str());
    }
    column.name = name;
    parsed.columns.push_back(std::move(column));
  }
  return parsed;
}

nb::str text(const std::string& from) { return nb::str(from.data(), from.size()); }

Evaluation evaluate_released(const Judgments& judgments, const ReadRun& run, const Columns& columns,
                             retrieval::Universe universe, unsigned threads) {
  const nb::gil_scoped_release release;
  return value_or_throw(
      retrieval::evaluate(judgments.topics(), run.run, columns.columns, universe, threads));
}

void set(const nb::dict& dict, nb::handle key, double number) {
  const nb::float_ value(number);
  if (PyDict_SetItem(dict.ptr(), key.ptr(), value.ptr()) != 0) {
    throw nb::python_error();
  }
}

nb::typed<nb::tuple, Table, Row, Names> evaluate(const Judgments& judgments, const ReadRun& run,
                                                 const Columns& columns, const std::string& topics,
                                                 unsigned threads) {
  const auto universe = retrieval::parse_universe(topics);
  if (!universe) {
    throw nb::value_error(("there is no set of topics '" + topics + "'").c_str());
  }
  const Evaluation result = evaluate_released(judgments, run, columns, *universe, threads);
  std::vector<nb::str> names;
  nb::dict mean;
  for (std::size_t c = 0; c < result.columns.size(); ++c) {
    names.push_back(text(result.columns[c]));
    if (columns.columns[c].in_summary) {
      set(mean, names[c], result.summary[c]);
    }
  }
  nb::dict per_query;
  for (std::size_t t = 0; t < result.topics.size(); ++t) {
    nb::dict row;
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (columns.columns[c].per_topic) {
        set(row, names[c], result.values[c][t]);
      }
    }
    per_query[text(result.topics[t])] = row;
  }
  nb::list unanswered;
  for (const std::string& each : result.unanswered) {
    unanswered.append(text(each));
  }
  return nb::borrow<nb::typed<nb::tuple, Table, Row, Names>>(
      nb::make_tuple(per_query, mean, unanswered));
}

// What pytrec_eval gives for a topic: the logarithm that a geometric mean averages, 1 for the
// number of topics, 0 for text.
double trec_value(const Column& column, double value) {
  constexpr double kFloor = 0.00001;
  switch (column.aggregate) {
    case Aggregate::geometric_mean:
      return std::log(std::max(value, kFloor));
    case Aggregate::topics:
      return 1.0;
    default:
      return column.kind == retrieval::NumberKind::text ? 0.0 : value;
  }
}

Columns trec_columns(const std::vector<std::string>& requested, std::int64_t relevance_level) {
  if (requested.empty()) {
    return {};  // to the library nothing means `official`
  }
  return {value_or_throw(retrieval::trec::columns(
      requested, {.relevance_level = static_cast<double>(relevance_level), .compat_9 = true}))};
}

Table trec_evaluate(Judgments& judgments, const Table& run, const Columns& columns,
                    const Names& names, bool judged_only) {
  if (names.size() != columns.columns.size()) {
    throw nb::value_error("a name for each column is needed");
  }
  const auto read = run_from_dict(
      run, judgments, {.ties = retrieval::TieRule::id_desc, .judged_only = judged_only}, true);
  const retrieval::TopicSet& topics = judgments.topics();
  const Evaluation result =
      evaluate_released(judgments, *read, columns, retrieval::Universe::both, 1);
  // The topics of the result are in the order of the qrels, without those not answered.
  std::vector<std::size_t> place(topics.size());
  std::size_t answered = 0;
  for (std::size_t t = 0; t < topics.size(); ++t) {
    place[t] = answered;
    answered += read->run.row(t).answered ? 1 : 0;
  }
  const nb::dict all;
  for (const std::size_t topic : read->order) {
    nb::dict row;
    for (std::size_t c = 0; c < columns.columns.size(); ++c) {
      set(row, PyList_GET_ITEM(names.ptr(), static_cast<Py_ssize_t>(c)),
          trec_value(columns.columns[c], result.values[c][place[topic]]));
    }
    const std::string_view id = topics.id(topic);
    all[nb::str(id.data(), id.size())] = row;
  }
  return nb::borrow<Table>(all);
}

// Names of the measures that pytrec_eval supports.
std::vector<std::string> trec_measures() {
  std::vector<std::string> names;
  for (const auto& info : retrieval::trec::measures()) {
    if (info.in_9 && info.evidence == retrieval::Evidence::graded) {
      names.emplace_back(info.name);
    }
  }
  return names;
}

std::vector<std::pair<std::string, std::vector<std::string>>> trec_nicknames() {
  std::vector<std::pair<std::string, std::vector<std::string>>> all;
  for (const auto& nickname : retrieval::trec::nicknames()) {
    std::vector<std::string> members;
    for (const std::string_view member : nickname.members) {
      const auto* const info = retrieval::trec::find(member);
      if (info != nullptr && info->in_9) {
        members.emplace_back(member);
      }
    }
    all.emplace_back(std::string(nickname.name), std::move(members));
  }
  return all;
}

std::vector<std::string> column_names(const Columns& columns) {
  std::vector<std::string> names(columns.columns.size());
  std::transform(columns.columns.begin(), columns.columns.end(), names.begin(),
                 [](const Column& column) { return column.name; });
  return names;
}

}  // namespace

void bind_evaluation(nb::module_& m) {
  nb::class_<Columns>(m, "Columns", "Measures with all their parameters fixed.")
      .def_prop_ro("names", &column_names);
  m.def("parse_columns", &parse_columns, nb::arg("names"), nb::arg("rel_level"),
        nb::arg("expected"), "Measures from names in any grammar.");
  m.def("evaluate", &evaluate, nb::arg("judgments"), nb::arg("run"), nb::arg("columns"),
        nb::arg("topics"), nb::arg("threads"),
        "Values of each query, their summary, and the judged queries that the run lacks.");
  m.def("trec_columns", &trec_columns, nb::arg("requested"), nb::arg("relevance_level"),
        "Measures of trec_eval 9.0.8.");
  m.def("trec_evaluate", &trec_evaluate, nb::arg("judgments"), nb::arg("run"), nb::arg("columns"),
        nb::arg("names"), nb::arg("judged_only"), "Values as pytrec_eval gives them.");
  m.def("trec_measures", &trec_measures);
  m.def("trec_nicknames", &trec_nicknames);
}

}  // namespace foley::python
