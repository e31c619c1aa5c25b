#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "bindings.hpp"
#include "embedding_arrays.hpp"
#include "failure.hpp"
#include "foley/fidelity/manifest.hpp"
#include "foley/io/embedding_set.hpp"
#include "foley/io/statistics_file.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using fidelity::Manifest;
using ManifestFields = std::vector<std::pair<std::string, std::string>>;
using Difference = std::tuple<std::string, std::string, std::string>;
using Matrix = nb::ndarray<nb::numpy, nb::ro, nb::ndim<2>>;

Manifest manifest_of(const ManifestFields& fields) {
  Manifest manifest;
  for (const auto& [field, value] : fields) {
    manifest.set(field, value);
  }
  return manifest;
}

std::vector<Difference> triples(const std::vector<fidelity::ManifestDifference>& from) {
  std::vector<Difference> to;
  to.reserve(from.size());
  for (const auto& each : from) {
    to.emplace_back(each.field, each.first, each.second);
  }
  return to;
}

// An array that looks at numbers of which `owner` is kept alive.
Matrix matrix_of(const EmbeddingView& view, std::shared_ptr<const void> owner) {
  const nb::dlpack::dtype type =
      view.type() == ElementType::float32 ? nb::dtype<float>() : nb::dtype<double>();
  auto held = std::make_unique<std::shared_ptr<const void>>(std::move(owner));
  const nb::capsule keeper(held.release(), [](void* at) noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    delete static_cast<std::shared_ptr<const void>*>(at);
  });
  const auto step = static_cast<std::int64_t>(view.row_stride());
  return Matrix(view.data(), {view.rows(), view.cols()}, keeper, {step, 1}, type);
}

std::string path_of(const nb::bytes& path) { return {path.c_str(), path.size()}; }

Fields load_set(const nb::bytes& path, const std::string& model, unsigned threads) {
  Result<io::EmbeddingSet> read = [&] {
    const std::string name = path_of(path);
    const nb::gil_scoped_release release;
    return io::load_embeddings(name, {.model = model, .threads = threads});
  }();
  io::EmbeddingSet set = value_or_throw(std::move(read));
  const nb::dict to;
  to["numbers"] = matrix_of(set.rows, set.owner);
  to["dtype"] = set.dtype;
  to["clips"] = set.clips;
  to["clip_of_row"] = owned_array(std::move(set.clip_of_row));
  to["categories"] = set.categories;
  to["manifest"] = set.manifest.fields();
  return fields(to);
}

Fields load_statistics(const nb::bytes& path, const std::string& model) {
  Result<io::StatisticsFile> read = [&] {
    const std::string name = path_of(path);
    const nb::gil_scoped_release release;
    return io::load_statistics(name, model);
  }();
  io::StatisticsFile file = value_or_throw(std::move(read));
  const nb::dict to;
  to["mean"] = owned_array(std::move(file.mean));
  to["covariance"] = owned_array(std::move(file.covariance));
  to["count"] = file.count;
  to["bandwidth"] = file.bandwidth;
  to["bandwidth_rule"] = file.bandwidth_rule;
  to["manifest"] = file.manifest.fields();
  return fields(to);
}

void save_statistics(const nb::bytes& path, const NumberArray& mean, const NumberArray& covariance,
                     std::uint64_t count, std::optional<double> bandwidth,
                     const std::string& bandwidth_rule, const ManifestFields& manifest) {
  Result<void> written = [&]() -> Result<void> {
    const std::string name = path_of(path);
    io::StatisticsFile file;
    file.mean.assign(mean.data(), mean.data() + mean.shape(0));
    file.covariance.assign(covariance.data(), covariance.data() + covariance.shape(0));
    file.count = count;
    file.bandwidth = bandwidth;
    file.bandwidth_rule = bandwidth_rule;
    file.manifest = manifest_of(manifest);
    const nb::gil_scoped_release release;
    return io::save_statistics(name, file);
  }();
  if (!written) {
    throw Failure{std::move(written.error())};
  }
}

std::vector<std::string> field_names() {
  const auto names = fidelity::manifest_fields();
  return {names.begin(), names.end()};
}

}  // namespace

void bind_embeddings(nb::module_& m) {
  m.def("load_embeddings", &load_set, nb::arg("path"), nb::arg("model"), nb::arg("threads"));
  m.def("load_statistics", &load_statistics, nb::arg("path"), nb::arg("model"));
  m.def(
      "holds_statistics", [](const nb::bytes& path) { return io::holds_statistics(path_of(path)); },
      nb::arg("path"));
  m.def("save_statistics", &save_statistics, nb::arg("path"), nb::arg("mean"),
        nb::arg("covariance"), nb::arg("count"), nb::arg("bandwidth").none(),
        nb::arg("bandwidth_rule"), nb::arg("manifest"));
  m.def("manifest_field_names", &field_names);
  m.def(
      "manifest_differences",
      [](const ManifestFields& first, const ManifestFields& second) {
        return triples(fidelity::differences(manifest_of(first), manifest_of(second)));
      },
      nb::arg("first"), nb::arg("second"));
  m.def(
      "manifest_unknown_fields",
      [](const ManifestFields& first, const ManifestFields& second) {
        return triples(fidelity::unknown_fields(manifest_of(first), manifest_of(second)));
      },
      nb::arg("first"), nb::arg("second"));
}

}  // namespace foley::python
