#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "embedding_arrays.hpp"
#include "foley/fidelity/coverage.hpp"
#include "foley/fidelity/duplicates.hpp"
#include "foley/fidelity/memorised.hpp"
#include "foley/fidelity/outliers.hpp"
#include "foley/fidelity/vendi.hpp"
#include "watched.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using fidelity::Coverage;
using fidelity::CoverageAtK;
using fidelity::CoverageMeasure;

nb::str text(const std::string& from) { return nb::str(from.data(), from.size()); }

nb::dict measure_dict(const CoverageMeasure& from, const Coverage& of, std::size_t k) {
  nb::dict to;
  to["value"] = from.value;
  to["interval"] =
      from.interval ? nb::object(estimate_dict(*from.interval)) : nb::object(nb::none());
  to["reason"] = text(to_sentence(from.reason, of, k));
  return to;
}

Fields coverage_dict(const Coverage& from) {
  nb::list at;
  for (const CoverageAtK& each : from.at) {
    nb::dict one;
    one["k"] = each.k;
    one["precision"] = measure_dict(each.precision, from, each.k);
    one["recall"] = measure_dict(each.recall, from, each.k);
    one["density"] = measure_dict(each.density, from, each.k);
    one["coverage"] = measure_dict(each.coverage, from, each.k);
    one["outside"] = each.outside;
    one["uncovered"] = each.uncovered;
    at.append(one);
  }
  const nb::dict to;
  to["at"] = at;
  to["reference_rows"] = from.reference_rows;
  to["generated_rows"] = from.generated_rows;
  to["reference_families"] = from.reference_families;
  to["generated_families"] = from.generated_families;
  return fields(to);
}

Fields coverage_of(const EmbeddingArray& reference, const EmbeddingArray& generated,
                   const std::vector<std::size_t>& k, std::size_t replicates, double confidence,
                   std::uint64_t seed, const ClipArray& reference_clips,
                   const ClipArray& generated_clips, unsigned threads, const nb::object& told) {
  const EmbeddingView x = view_of(reference);
  const EmbeddingView y = view_of(generated);
  return coverage_dict(watched(told, [&](const Progress& progress) {
    fidelity::CoverageOptions options;
    options.k = k;
    options.replicates = replicates;
    options.confidence = confidence;
    options.seed = seed;
    options.reference_clips = clips_of(reference_clips);
    options.generated_clips = clips_of(generated_clips);
    options.threads = threads;
    options.progress = progress;
    return fidelity::coverage(x, y, options);
  }));
}

Fields nearest(const EmbeddingArray& reference, const EmbeddingArray& generated, double quantile,
               unsigned threads, const nb::object& told) {
  const EmbeddingView x = view_of(reference);
  const EmbeddingView y = view_of(generated);
  const fidelity::Memorised from = watched(told, [&](const Progress& progress) {
    fidelity::MemorisedOptions options;
    options.quantile = quantile;
    options.threads = threads;
    options.progress = progress;
    return fidelity::memorised(x, y, options);
  });
  nb::list rows;
  for (const fidelity::NearestReference& each : from.nearest) {
    nb::dict row;
    row["row"] = each.row;
    row["distance"] = each.distance;
    row["ratio"] = each.ratio;
    row["local_ratio"] = each.local_ratio;
    row["exact"] = each.exact;
    row["near"] = each.near;
    rows.append(row);
  }
  const nb::dict to;
  to["nearest"] = rows;
  to["exact_count"] = from.exact_count;
  to["near_count"] = from.near_count;
  to["expected_near"] = from.expected_near;
  to["usual_distance"] = from.usual_distance;
  to["near_limit"] = from.near_limit;
  return fields(to);
}

Fields outliers_of(const EmbeddingArray& reference, const EmbeddingArray& generated, std::size_t k,
                   double threshold, unsigned threads, const nb::object& told) {
  const EmbeddingView x = view_of(reference);
  const EmbeddingView y = view_of(generated);
  fidelity::Outliers from = watched(told, [&](const Progress& progress) {
    fidelity::OutlierOptions options;
    options.k = k;
    options.threshold = threshold;
    options.threads = threads;
    options.progress = progress;
    return fidelity::outliers(x, y, options);
  });
  nb::list far;
  for (const fidelity::Outlier& each : from.far) {
    nb::dict row;
    row["row"] = each.row;
    row["nearest"] = each.nearest;
    row["distance"] = each.distance;
    row["score"] = each.score;
    far.append(row);
  }
  const nb::dict to;
  to["scores"] = owned_array(std::move(from.scores));
  to["far"] = far;
  to["median_distance"] = from.median_distance;
  to["log_spread"] = from.log_spread;
  to["reason"] = word(to_string(from.reason));
  return fields(to);
}

Fields vendi_of(const EmbeddingArray& rows, double order, std::optional<double> bandwidth,
                std::size_t max_rows, std::uint64_t seed, unsigned threads,
                const nb::object& told) {
  const EmbeddingView view = view_of(rows);
  const fidelity::Vendi from = watched(told, [&](const Progress& progress) {
    fidelity::VendiOptions options;
    options.order = order;
    options.bandwidth = bandwidth;
    options.max_rows = max_rows;
    options.seed = seed;
    options.threads = threads;
    options.progress = progress;
    return fidelity::vendi_score(view, options);
  });
  const nb::dict to;
  to["value"] = from.value;
  to["rows"] = from.rows;
  to["used"] = from.used;
  to["sampled"] = from.sampled;
  to["zero_rows"] = from.zero_rows;
  return fields(to);
}

// Rows of each family of two and more, and what is wrong with the set.
Fields contents_of(const EmbeddingArray& rows, const std::string& what, unsigned threads) {
  const EmbeddingView view = view_of(rows);
  const nb::dict to;
  const fidelity::RowFaults faults = [&] {
    const nb::gil_scoped_release release;
    return fidelity::row_faults(view, threads);
  }();
  nb::list warnings;
  for (const std::string& each : faults.warnings(what)) {
    warnings.append(text(each));
  }
  to["warnings"] = warnings;
  to["repeated"] = faults.families.repeated();
  to["repeats"] = faults.families.repeats();
  to["constant_columns"] = faults.constant_columns;
  to["all_identical"] = faults.all_identical();
  return fields(to);
}

}  // namespace

void bind_fidelity_causes(nb::module_& m) {
  m.def("coverage", &coverage_of, nb::arg("reference"), nb::arg("generated"), nb::arg("k"),
        nb::arg("replicates"), nb::arg("confidence"), nb::arg("seed"), nb::arg("reference_clips"),
        nb::arg("generated_clips"), nb::arg("threads"), nb::arg("told").none());
  m.def("memorised", &nearest, nb::arg("reference"), nb::arg("generated"), nb::arg("quantile"),
        nb::arg("threads"), nb::arg("told").none());
  m.def("outliers", &outliers_of, nb::arg("reference"), nb::arg("generated"), nb::arg("k"),
        nb::arg("threshold"), nb::arg("threads"), nb::arg("told").none());
  m.def("vendi_score", &vendi_of, nb::arg("rows"), nb::arg("order"), nb::arg("bandwidth").none(),
        nb::arg("max_rows"), nb::arg("seed"), nb::arg("threads"), nb::arg("told").none());
  m.def("set_contents", &contents_of, nb::arg("rows"), nb::arg("what"), nb::arg("threads"));
}

}  // namespace foley::python
