#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "embedding_arrays.hpp"
#include "failure.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/fidelity/by_size.hpp"
#include "foley/fidelity/frechet.hpp"
#include "foley/fidelity/frechet_influence.hpp"
#include "foley/fidelity/moments.hpp"
#include "watched.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using fidelity::GaussianFit;
using fidelity::Moments;

GaussianFit fit_rows(const EmbeddingArray& rows, const std::string& what, unsigned threads,
                     const nb::object& told) {
  const EmbeddingView view = view_of(rows);
  return watched(told,
                 [&](const Progress&) { return fidelity::fit_gaussian(view, threads, what); });
}

GaussianFit fit_statistics(const NumberArray& mean, const NumberArray& covariance,
                           std::uint64_t count) {
  const nb::gil_scoped_release release;
  return fidelity::fit_gaussian(std::span(mean.data(), mean.shape(0)),
                                std::span(covariance.data(), covariance.shape(0)), count);
}

template <class Health>
nb::dict health_dict(const Health& from, const GaussianFit& fit) {
  nb::list warnings;
  for (const fidelity::FrechetWarning each : from.warnings) {
    const std::string sentence = to_sentence(each, fit);
    warnings.append(nb::str(sentence.data(), sentence.size()));
  }
  nb::dict to;
  to["count"] = from.count;
  to["dimension"] = from.dimension;
  to["samples_per_dimension"] = from.samples_per_dimension;
  to["rank"] = from.rank;
  to["condition"] = from.condition;
  to["constant_columns"] = from.constant_columns;
  to["warnings"] = warnings;
  return to;
}

Fields frechet(const GaussianFit& reference, const GaussianFit& generated, const nb::object& told) {
  const fidelity::FrechetDistance from = watched(
      told, [&](const Progress&) { return fidelity::frechet_distance(reference, generated); });
  const nb::dict to;
  to["value"] = from.value;
  to["mean_term"] = from.mean_term;
  to["trace_reference"] = from.trace_reference;
  to["trace_generated"] = from.trace_generated;
  to["overlap"] = from.overlap;
  to["reference"] = health_dict(from.reference, reference);
  to["generated"] = health_dict(from.generated, generated);
  return fields(to);
}

auto influence(const GaussianFit& other, const GaussianFit& fit, const EmbeddingArray& rows,
               unsigned threads, const nb::object& told) {
  const EmbeddingView view = view_of(rows);
  return owned_array(watched(told, [&](const Progress&) {
    return fidelity::frechet_influence(other, fit, view, threads);
  }));
}

double without(const GaussianFit& other, const EmbeddingArray& rows, std::size_t left_out,
               unsigned threads, const nb::object& told) {
  const EmbeddingView view = view_of(rows);
  return watched(told, [&](const Progress&) {
    return fidelity::frechet_without(other, view, left_out, threads);
  });
}

double error_of(const NumberArray& values, const ClipArray& clips) {
  if (clips.shape(0) != 0 && clips.shape(0) != values.shape(0)) {
    throw std::invalid_argument("clips and influences differ in length");
  }
  return fidelity::influence_error(std::span(values.data(), values.shape(0)), clips_of(clips));
}

fidelity::SizeOptions size_options(const std::vector<std::size_t>& sizes, std::size_t steps,
                                   std::size_t replicates, std::uint64_t seed, double confidence,
                                   double share, const ClipArray& clips, unsigned threads) {
  fidelity::SizeOptions options;
  options.sizes = sizes;
  options.steps = steps;
  options.replicates = replicates;
  options.seed = seed;
  options.confidence = confidence;
  options.share = share;
  options.threads = threads;
  options.clips.assign(clips.data(), clips.data() + clips.shape(0));
  return options;
}

Fields curve_dict(const fidelity::SizeCurve& from) {
  nb::list points;
  for (const fidelity::SizePoint& each : from.points) {
    nb::dict point;
    point["n"] = each.n;
    point["mean"] = each.mean;
    point["spread"] = each.spread;
    point["replicates"] = each.replicates;
    points.append(point);
  }
  const nb::dict to;
  to["points"] = points;
  to["infinite"] = estimate_dict(from.infinite);
  to["slope"] = from.slope;
  to["r_squared"] = from.r_squared;
  to["largest_residual"] = from.largest_residual;
  to["narrow"] = from.narrow;
  to["few_for_dimension"] = from.few_for_dimension;
  to["enough"] = from.enough;
  return fields(to);
}

Fields frechet_sizes(const GaussianFit& reference, const EmbeddingArray& generated,
                     fidelity::SizeOptions options, const nb::object& told) {
  const EmbeddingView view = view_of(generated);
  return curve_dict(watched(told, [&](const Progress& progress) {
    options.progress = progress;
    return fidelity::frechet_by_size(reference, view, options);
  }));
}

Fields kernel_sizes(const EmbeddingArray& reference, const EmbeddingArray& generated,
                    const fidelity::Kernel& kernel, fidelity::SizeOptions options,
                    const nb::object& told) {
  const EmbeddingView of = view_of(reference);
  const EmbeddingView view = view_of(generated);
  return curve_dict(watched(told, [&](const Progress& progress) {
    options.progress = progress;
    return fidelity::kernel_by_size(of, view, kernel, options);
  }));
}

void add_rows(Moments& moments, const EmbeddingArray& rows, unsigned threads,
              const nb::object& told) {
  const EmbeddingView view = view_of(rows);
  run_watched(told, [&](const Progress&) { moments.add(view, threads); });
}

Moments moments_from(const nb::bytes& bytes) {
  return value_or_throw(Moments::from_bytes({bytes.c_str(), bytes.size()}, "moments"));
}

auto mean_of(const Moments& moments) {
  return owned_array(std::vector<double>(moments.mean().begin(), moments.mean().end()));
}

}  // namespace

void bind_fidelity(nb::module_& m) {
  nb::class_<GaussianFit>(m, "GaussianFit", "Mean and factored covariance of a set.")
      .def_static("of_rows", &fit_rows, nb::arg("rows"), nb::arg("what"), nb::arg("threads"),
                  nb::arg("told").none())
      .def_static(
          "of_moments", [](const Moments& moments) { return fidelity::fit_gaussian(moments); },
          nb::arg("moments"), nb::call_guard<nb::gil_scoped_release>())
      .def_static("of_statistics", &fit_statistics, nb::arg("mean"), nb::arg("covariance"),
                  nb::arg("count"))
      .def_ro("count", &GaussianFit::count)
      .def_ro("dimension", &GaussianFit::dimension);
  m.def("frechet_distance", &frechet, nb::arg("reference"), nb::arg("generated"),
        nb::arg("told").none());
  m.def("frechet_influence", &influence, nb::arg("other"), nb::arg("fit"), nb::arg("rows"),
        nb::arg("threads"), nb::arg("told").none());
  m.def("frechet_without", &without, nb::arg("other"), nb::arg("rows"), nb::arg("left_out"),
        nb::arg("threads"), nb::arg("told").none());
  m.def("influence_error", &error_of, nb::arg("influence"), nb::arg("clips"));
  m.def(
      "distance_interval",
      [](double value, double generated, double reference, double confidence) {
        return fields(
            estimate_dict(fidelity::distance_interval(value, generated, reference, confidence)));
      },
      nb::arg("value"), nb::arg("error_generated"), nb::arg("error_reference"),
      nb::arg("confidence"));
  nb::class_<fidelity::SizeOptions>(m, "SizeOptions", "Which subsamples are taken.")
      .def(
          "__init__",
          [](fidelity::SizeOptions* self, const std::vector<std::size_t>& sizes, std::size_t steps,
             std::size_t replicates, std::uint64_t seed, double confidence, double share,
             const ClipArray& clips, unsigned threads) {
            new (self) fidelity::SizeOptions(
                size_options(sizes, steps, replicates, seed, confidence, share, clips, threads));
          },
          nb::arg("sizes"), nb::arg("steps"), nb::arg("replicates"), nb::arg("seed"),
          nb::arg("confidence"), nb::arg("share"), nb::arg("clips"), nb::arg("threads"));
  m.def("frechet_by_size", &frechet_sizes, nb::arg("reference"), nb::arg("generated"),
        nb::arg("options"), nb::arg("told").none());
  m.def("kernel_by_size", &kernel_sizes, nb::arg("reference"), nb::arg("generated"),
        nb::arg("kernel"), nb::arg("options"), nb::arg("told").none());
  m.def("linear_algebra_name", &linear_algebra_name);
  nb::class_<Moments>(m, "Moments", "Count, mean and co-moment of vectors.")
      .def(nb::init<std::size_t>(), nb::arg("dimension"))
      .def_static("from_bytes", &moments_from, nb::arg("bytes"))
      .def("to_bytes",
           [](const Moments& self) {
             const std::string bytes = self.to_bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("add", &add_rows, nb::arg("rows"), nb::arg("threads"), nb::arg("told").none())
      .def("merge", &Moments::merge, nb::arg("other"), nb::call_guard<nb::gil_scoped_release>())
      .def("same_as", [](const Moments& self, const Moments& other) { return self == other; })
      .def("mean", &mean_of)
      .def("covariance", [](const Moments& self) { return owned_array(self.covariance()); })
      .def_prop_ro("count", &Moments::count)
      .def_prop_ro("dimension", &Moments::dimension);
}

}  // namespace foley::python
