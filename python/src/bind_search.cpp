#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

#include "bindings.hpp"
#include "foley/search/hashing_embedder.hpp"
#include "foley/search/memory_index.hpp"
#include "foley/search/tokenizer.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using Vector = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pairs = std::vector<std::pair<std::string, double>>;
using Fused =
    std::vector<std::tuple<std::string, double, std::optional<double>, std::optional<double>>>;

std::span<const float> view(const Vector& vector) { return {vector.data(), vector.size()}; }

Pairs pairs(const std::vector<search::Hit>& hits) {
  Pairs out;
  for (const search::Hit& hit : hits) {
    out.emplace_back(hit.id, hit.score);
  }
  return out;
}

std::vector<search::Hit> hits(const Pairs& given) {
  std::vector<search::Hit> out;
  for (const auto& [id, score] : given) {
    out.push_back({id, score});
  }
  return out;
}

Fused fused(const std::vector<search::FusedHit>& given) {
  Fused out;
  for (const search::FusedHit& hit : given) {
    out.emplace_back(hit.id, hit.rrf_score, hit.clap_score, hit.bm25_score);
  }
  return out;
}

using Row = nb::ndarray<nb::numpy, float, nb::ndim<1>, nb::c_contig>;
using Matrix = nb::ndarray<nb::numpy, float, nb::ndim<2>, nb::c_contig>;

// Hands an array to NumPy without a copy.
template <std::size_t kDims>
nb::ndarray<nb::numpy, float, nb::ndim<kDims>, nb::c_contig> array(
    std::vector<float> values, std::initializer_list<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<float>>(std::move(values));
  float* data = owned->data();
  nb::capsule owner(owned.release(),
                    [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  return nb::ndarray<nb::numpy, float, nb::ndim<kDims>, nb::c_contig>(data, shape, owner);
}

Matrix hash_embed(const std::vector<std::string>& texts, std::size_t dim) {
  const search::HashingBowEmbedder embedder(dim);
  std::vector<float> rows;
  rows.reserve(texts.size() * dim);
  for (const std::string& text : texts) {
    const auto row = embedder.embed_text(text);
    rows.insert(rows.end(), row->begin(), row->end());
  }
  return array<2>(std::move(rows), {texts.size(), dim});
}

}  // namespace

void bind_search(nb::module_& m) {
  m.def(
      "tokenize", [](const std::string& text) { return search::tokenize(text); }, nb::arg("text"),
      "Lower-cased runs of ASCII letters and digits.");
  m.def("hash_embed", &hash_embed, nb::arg("texts"), nb::arg("dim"),
        "Hashed bags of words, one float32 row a text.");
  m.def(
      "reciprocal_rank_fusion",
      [](const std::vector<std::vector<std::string>>& lists, double k) {
        return pairs(search::reciprocal_rank_fusion(lists, k));
      },
      nb::arg("lists"), nb::arg("k"));
  m.def(
      "fuse_hits",
      [](const Pairs& vector_hits, const Pairs& keyword_hits, std::int64_t k, double rrf_k) {
        return fused(search::fuse_hits(hits(vector_hits), hits(keyword_hits), k, rrf_k));
      },
      nb::arg("vector_hits"), nb::arg("keyword_hits"), nb::arg("k"), nb::arg("rrf_k"));

  using search::MemoryIndex;
  nb::class_<MemoryIndex>(m, "MemoryIndex", "Vector leg and keyword leg of a search, in memory.")
      .def(nb::init<std::size_t>(), nb::arg("dim") = 0)
      .def_prop_ro("dim", [](const MemoryIndex& index) { return index.vectors.dim(); })
      .def("__len__", [](const MemoryIndex& index) { return index.vectors.size(); })
      .def(
          "upsert",
          [](MemoryIndex& index, const std::string& id, const Vector& vector) {
            index.vectors.upsert(id, view(vector));
          },
          nb::arg("id"), nb::arg("vector"))
      .def(
          "index",
          [](MemoryIndex& index, const std::string& id, const std::string& text) {
            index.texts.index(id, text);
          },
          nb::arg("id"), nb::arg("text"))
      .def(
          "knn",
          [](const MemoryIndex& index, const Vector& query, std::int64_t k) {
            const auto kept = static_cast<std::size_t>(std::max<std::int64_t>(k, 0));
            return pairs(index.vectors.knn(view(query), kept));
          },
          nb::arg("vector"), nb::arg("k"))
      .def(
          "bm25",
          [](const MemoryIndex& index, const std::string& query, std::int64_t k) {
            return pairs(index.texts.search(query, k));
          },
          nb::arg("query"), nb::arg("k"))
      .def(
          "get_vector",
          [](const MemoryIndex& index, const std::string& id) -> std::optional<Row> {
            const std::span<const float> row = index.vectors.vector(id);
            return row.empty() ? std::nullopt
                               : std::optional(array<1>({row.begin(), row.end()}, {row.size()}));
          },
          nb::arg("id"))
      .def(
          "hybrid_search",
          [](const MemoryIndex& index, const std::string& query, const Vector& vector,
             std::int64_t k, std::int64_t candidates, double rrf_k) {
            return fused(index.hybrid_search(query, view(vector), k, candidates, rrf_k));
          },
          nb::arg("query"), nb::arg("vector"), nb::arg("k"), nb::arg("candidates"),
          nb::arg("rrf_k"));
}

}  // namespace foley::python
