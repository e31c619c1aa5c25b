#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "column_tables.hpp"
#include "failure.hpp"
#include "foley/io/beir.hpp"
#include "foley/io/rankings.hpp"
#include "judgments.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using Row = nb::typed<nb::dict, std::string, double>;
using Table = nb::typed<nb::dict, std::string, Row>;

retrieval::RankingOptions ranking_options(const std::string& ties, std::int64_t depth,
                                          bool judged_only) {
  const auto rule = retrieval::parse_tie_rule(ties);
  if (!rule) {
    throw nb::value_error(("there is no rule '" + ties + "' for ties").c_str());
  }
  return {.ties = *rule, .depth = depth, .judged_only = judged_only};
}

// The scores or grades of a table.
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Calls `build` with the columns, without the GIL.
template <class Build>
auto with_columns(nb::handle query, nb::handle doc, const Numbers& numbers, Build build) {
  const TextColumn queries(query, "query");
  const TextColumn docs(doc, "document");
  const std::vector<double> values(numbers.data(), numbers.data() + numbers.size());
  const nb::gil_scoped_release release;
  return build(Columns3{queries.rows(), docs.rows(), values});
}

std::unique_ptr<Judgments> read_qrels(const nb::bytes& path) {
  const std::string name(path.c_str(), path.size());
  const nb::gil_scoped_release release;
  if (io::is_beir_folder(name)) {
    return std::make_unique<Judgments>(value_or_throw(io::load_beir_qrels(name)));
  }
  return std::make_unique<Judgments>(value_or_throw(io::load_qrels(name)).table);
}

std::unique_ptr<ReadRun> read_run(const nb::bytes& path, const Judgments& judgments,
                                  const std::string& ties, std::int64_t depth, bool judged_only,
                                  bool lenient, unsigned threads) {
  const std::string name(path.c_str(), path.size());
  io::RunReading reading;
  reading.ranking = ranking_options(ties, depth, judged_only);
  reading.lenient = lenient;
  reading.threads = threads;
  const nb::gil_scoped_release release;
  auto loaded = value_or_throw(io::load_judged_run(name, judgments.topics(), reading));
  return std::make_unique<ReadRun>(ReadRun{std::move(loaded.run), {}, std::move(loaded.dropped)});
}

}  // namespace

void bind_judgments(nb::module_& m) {
  nb::class_<Judgments>(m, "Judgments", "Qrels, prepared for any number of runs.")
      .def("__len__", [](const Judgments& self) { return self.topics().size(); });
  nb::class_<ReadRun>(m, "ReadRun", "A run as far as it was judged.")
      .def_prop_ro("answered", [](const ReadRun& self) { return self.run.answered(); })
      .def_prop_ro("unjudged", [](const ReadRun& self) { return self.run.unjudged_queries; })
      .def_prop_ro("tag", [](const ReadRun& self) { return self.run.tag; })
      .def_prop_ro("dropped", [](const ReadRun& self) { return self.dropped.first; })
      .def_prop_ro("dropped_count", [](const ReadRun& self) { return self.dropped.count; });
  m.def(
      "judgments_from_dict",
      [](const Table& table, bool skip_empty) { return judgments_from_dict(table, skip_empty); },
      nb::arg("table"), nb::arg("skip_empty"));
  m.def(
      "judgments_from_columns",
      [](const nb::object& query, const nb::object& doc, const Numbers& grades) {
        return with_columns(query, doc, grades, judgments_from_columns);
      },
      nb::arg("query"), nb::arg("doc"), nb::arg("grades"));
  m.def(
      "run_from_columns",
      [](const nb::object& query, const nb::object& doc, const Numbers& scores,
         const Judgments& judgments, const std::string& ties, std::int64_t depth,
         bool judged_only) {
        const auto options = ranking_options(ties, depth, judged_only);
        return with_columns(query, doc, scores, [&](const Columns3& columns) {
          return run_from_columns(columns, judgments, options);
        });
      },
      nb::arg("query"), nb::arg("doc"), nb::arg("scores"), nb::arg("judgments"), nb::arg("ties"),
      nb::arg("depth"), nb::arg("judged_only"));
  m.def("read_qrels", &read_qrels, nb::arg("path"), "Qrels of a file or a BEIR folder.");
  m.def(
      "run_from_dict",
      [](const Table& table, Judgments& judgments, const std::string& ties, std::int64_t depth,
         bool judged_only) {
        return run_from_dict(table, judgments, ranking_options(ties, depth, judged_only), false);
      },
      nb::arg("table"), nb::arg("judgments"), nb::arg("ties"), nb::arg("depth"),
      nb::arg("judged_only"));
  m.def("read_run", &read_run, nb::arg("path"), nb::arg("judgments"), nb::arg("ties"),
        nb::arg("depth"), nb::arg("judged_only"), nb::arg("lenient"), nb::arg("threads"),
        "A run from a file.");
}

}  // namespace foley::python
