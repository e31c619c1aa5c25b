#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.hpp"
#include "embedding_arrays.hpp"
#include "failure.hpp"
#include "foley/fidelity/bandwidth.hpp"
#include "foley/fidelity/kadtk.hpp"
#include "foley/fidelity/kernel_distance.hpp"
#include "foley/fidelity/kernel_influence.hpp"
#include "foley/fidelity/kernel_resampling.hpp"
#include "foley/fidelity/kernel_sums.hpp"
#include "watched.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using fidelity::GridTile;
using fidelity::Kernel;
using fidelity::KernelDistance;
using fidelity::KernelSums;
using fidelity::ResamplingOptions;
using fidelity::TilePair;

fidelity::Precision precision_of(bool float64) {
  return float64 ? fidelity::Precision::float64 : fidelity::Precision::automatic;
}

fidelity::KernelKind kind_named(const std::string& name) {
  const auto kind = fidelity::parse_kernel_kind(name);
  if (!kind) {
    throw std::invalid_argument("there is no kernel '" + name +
                                "'; known: gaussian, iq, imq, polynomial");
  }
  return *kind;
}

void init_kernel(Kernel* self, const std::string& kind, double bandwidth, int degree,
                 double offset) {
  new (self) Kernel{kind_named(kind), bandwidth, degree, offset};
  fidelity::check_kernel(*self);
}

nb::dict bandwidth_dict(const fidelity::Bandwidth& from) {
  nb::dict to;
  to["value"] = from.value;
  to["low"] = from.low;
  to["high"] = from.high;
  to["pairs"] = from.pairs;
  to["sampled"] = from.sampled;
  to["zero_median"] = from.zero_median;
  return to;
}

// `generated` none: of the reference alone.
Fields bandwidth(const EmbeddingArray& reference, const std::optional<EmbeddingArray>& generated,
                 std::size_t exact_pairs, std::size_t sample_pairs, std::uint64_t seed,
                 bool lower_median, unsigned threads, const nb::object& told) {
  const EmbeddingView rows = view_of(reference);
  const EmbeddingView others = generated ? view_of(*generated) : EmbeddingView();
  return fields(bandwidth_dict(watched(told, [&](const Progress& progress) {
    fidelity::BandwidthOptions options;
    options.exact_pairs = exact_pairs;
    options.sample_pairs = sample_pairs;
    options.seed = seed;
    options.lower_median = lower_median;
    options.threads = threads;
    options.progress = progress;
    return generated ? fidelity::median_bandwidth(rows, others, options)
                     : fidelity::median_bandwidth(rows, options);
  })));
}

KernelDistance distance(const EmbeddingArray& reference, const EmbeddingArray& generated,
                        const Kernel& kernel, bool float64, unsigned threads,
                        const nb::object& told) {
  const EmbeddingView x = view_of(reference);
  const EmbeddingView y = view_of(generated);
  return watched(told, [&](const Progress& progress) {
    return fidelity::kernel_distance(x, y, kernel, {precision_of(float64), threads, progress});
  });
}

std::tuple<double, Fields, KernelDistance> kadtk(const EmbeddingArray& reference,
                                                 const EmbeddingArray& evaluated,
                                                 const std::string& kind, bool float64,
                                                 unsigned threads, const nb::object& told) {
  const EmbeddingView x = view_of(reference);
  const EmbeddingView y = view_of(evaluated);
  fidelity::KadtkDistance found = watched(told, [&](const Progress& progress) {
    return fidelity::kadtk_distance(x, y, kind_named(kind),
                                    {precision_of(float64), threads, progress});
  });
  return {found.value, fields(bandwidth_dict(found.bandwidth)), std::move(found.distance)};
}

Fields influence(const KernelDistance& of) {
  fidelity::KernelInfluence found = fidelity::kernel_influence(of);
  const nb::dict to;
  to["without_generated"] = owned_array(std::move(found.without_generated));
  to["without_reference"] = owned_array(std::move(found.without_reference));
  to["generated"] = owned_array(std::move(found.generated));
  to["reference"] = owned_array(std::move(found.reference));
  return fields(to);
}

void init_options(ResamplingOptions* self, std::size_t permutations, std::size_t replicates,
                  double confidence, std::uint64_t seed, bool float64, unsigned threads) {
  new (self) ResamplingOptions{.permutations = permutations,
                               .replicates = replicates,
                               .confidence = confidence,
                               .seed = seed,
                               .precision = precision_of(float64),
                               .threads = threads};
}

nb::object maybe_interval(const std::optional<stats::Interval>& interval) {
  return interval ? nb::object(estimate_dict(*interval)) : nb::object(nb::none());
}

// The distance, its interval, its p-value.
std::tuple<KernelDistance, nb::object, std::optional<double>> resampled(
    const EmbeddingArray& reference, const EmbeddingArray& generated, const Kernel& kernel,
    ResamplingOptions options, const ClipArray& reference_clips, const ClipArray& generated_clips,
    const nb::object& told) {
  const EmbeddingView x = view_of(reference);
  const EmbeddingView y = view_of(generated);
  fidelity::ResampledDistance found = watched(told, [&](const Progress& progress) {
    options.progress = progress;
    return fidelity::resampled_distance(x, y, kernel, options, clips_of(reference_clips),
                                        clips_of(generated_clips));
  });
  return {std::move(found.distance), maybe_interval(found.interval), found.p_value};
}

Fields difference(const EmbeddingArray& reference, const EmbeddingArray& first,
                  const EmbeddingArray& second, const Kernel& kernel, ResamplingOptions options,
                  bool paired, const ClipArray& reference_clips, const ClipArray& first_clips,
                  const ClipArray& second_clips, const nb::object& told) {
  const EmbeddingView of = view_of(reference);
  const EmbeddingView x = view_of(first);
  const EmbeddingView y = view_of(second);
  const fidelity::DistanceDifference from = watched(told, [&](const Progress& progress) {
    options.progress = progress;
    return fidelity::kernel_difference(of, x, y, kernel, options, paired, clips_of(reference_clips),
                                       clips_of(first_clips), clips_of(second_clips));
  });
  const nb::dict to;
  to["first"] = from.first;
  to["second"] = from.second;
  to["difference"] = from.difference;
  to["interval"] = maybe_interval(from.interval);
  to["p_value"] = from.p_value;
  return fields(to);
}

void init_sums(KernelSums* self, std::uint64_t reference_rows, std::uint64_t generated_rows,
               const Kernel& kernel, const NumberArray& centre, bool float32_products) {
  new (self) KernelSums({.reference_rows = reference_rows,
                         .generated_rows = generated_rows,
                         .dimension = centre.shape(0),
                         .kernel = kernel,
                         .centre = {centre.data(), centre.data() + centre.shape(0)},
                         .float32_products = float32_products});
}

// Set pair, row block, column block of every tile.
std::vector<std::tuple<int, std::size_t, std::size_t>> tiles(const KernelSums& sums) {
  std::vector<std::tuple<int, std::size_t, std::size_t>> all;
  for (const GridTile& each : sums.all_tiles()) {
    all.emplace_back(static_cast<int>(each.pair), each.row_block, each.col_block);
  }
  return all;
}

void add_tile(KernelSums& sums, int pair, std::size_t row_block, std::size_t col_block,
              const EmbeddingArray& rows, const EmbeddingArray& cols) {
  if (pair < 0 || pair > 2) {
    throw std::invalid_argument("a tile is of the pairs 0, 1 or 2");
  }
  const EmbeddingView of = view_of(rows);
  const EmbeddingView by = view_of(cols);
  const nb::gil_scoped_release release;
  sums.add({static_cast<TilePair>(pair), row_block, col_block}, of, by);
}

KernelSums sums_from(const nb::bytes& bytes) {
  return value_or_throw(KernelSums::from_bytes({bytes.c_str(), bytes.size()}, "kernel sums"));
}

void bind_sums(nb::module_& m) {
  nb::class_<KernelSums>(m, "KernelSums", "Sums of kernel values by tile of a declared grid.")
      .def("__init__", &init_sums, nb::arg("reference_rows"), nb::arg("generated_rows"),
           nb::arg("kernel"), nb::arg("centre"), nb::arg("float32_products"))
      .def_static("from_bytes", &sums_from, nb::arg("bytes"))
      .def("to_bytes",
           [](const KernelSums& self) {
             const std::string bytes = self.to_bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("tiles", &tiles)
      .def("add", &add_tile, nb::arg("pair"), nb::arg("row_block"), nb::arg("col_block"),
           nb::arg("rows"), nb::arg("cols"))
      .def("merge", &KernelSums::merge, nb::arg("other"))
      .def("distance", &KernelSums::distance)
      .def_prop_ro("known", &KernelSums::known)
      .def_prop_ro("complete", &KernelSums::complete)
      .def_prop_ro("dimension", [](const KernelSums& self) { return self.grid().dimension; })
      .def_prop_ro("reference_rows",
                   [](const KernelSums& self) { return self.grid().reference_rows; })
      .def_prop_ro("generated_rows",
                   [](const KernelSums& self) { return self.grid().generated_rows; });
  m.attr("KERNEL_BLOCK_ROWS") = fidelity::KernelGrid::block_rows;
}

}  // namespace

void bind_fidelity_kernel(nb::module_& m) {
  nb::class_<Kernel>(m, "Kernel", "Which similarity of two embeddings is averaged.")
      .def("__init__", &init_kernel, nb::arg("kind"), nb::arg("bandwidth"), nb::arg("degree"),
           nb::arg("offset"))
      .def_ro("bandwidth", &Kernel::bandwidth);
  nb::class_<KernelDistance>(m, "KernelDistance", "A kernel distance and its parts.")
      .def_ro("value", &KernelDistance::value)
      .def_ro("biased", &KernelDistance::biased)
      .def_ro("within_reference", &KernelDistance::within_reference)
      .def_ro("within_generated", &KernelDistance::within_generated)
      .def_ro("between", &KernelDistance::between)
      .def_ro("float32_products", &KernelDistance::float32_products)
      .def("influence", &influence, "What each row does to it.");
  nb::class_<ResamplingOptions>(m, "ResamplingOptions", "How kernel distances are resampled.")
      .def("__init__", &init_options, nb::arg("permutations"), nb::arg("replicates"),
           nb::arg("confidence"), nb::arg("seed"), nb::arg("float64"), nb::arg("threads"));
  m.def("median_bandwidth", &bandwidth, nb::arg("reference"), nb::arg("generated").none(),
        nb::arg("exact_pairs"), nb::arg("sample_pairs"), nb::arg("seed"), nb::arg("lower_median"),
        nb::arg("threads"), nb::arg("told").none());
  m.def("kernel_distance", &distance, nb::arg("reference"), nb::arg("generated"), nb::arg("kernel"),
        nb::arg("float64"), nb::arg("threads"), nb::arg("told").none());
  m.def("kadtk_distance", &kadtk, nb::arg("reference"), nb::arg("evaluated"), nb::arg("kind"),
        nb::arg("float64"), nb::arg("threads"), nb::arg("told").none());
  m.def("resampled_distance", &resampled, nb::arg("reference"), nb::arg("generated"),
        nb::arg("kernel"), nb::arg("options"), nb::arg("reference_clips"),
        nb::arg("generated_clips"), nb::arg("told").none());
  m.def("kernel_difference", &difference, nb::arg("reference"), nb::arg("first"), nb::arg("second"),
        nb::arg("kernel"), nb::arg("options"), nb::arg("paired"), nb::arg("reference_clips"),
        nb::arg("first_clips"), nb::arg("second_clips"), nb::arg("told").none());
  bind_sums(m);
}

}  // namespace foley::python
