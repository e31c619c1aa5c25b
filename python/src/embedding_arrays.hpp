#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/stats/interval.hpp"
#include "rating_arrays.hpp"

namespace foley::python {

/// Rows of vectors in float32 or float64, one row after the other; read in place.
struct EmbeddingArray {
  /// As nanobind has it.
  using Array =
      nanobind::ndarray<nanobind::ro, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
  Array array{};  ///< Keeps the numbers alive.
};

/// Numbers in a row.
using NumberArray =
    nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
/// The clip of each row, or nothing.
using ClipArray = nanobind::ndarray<const std::uint32_t, nanobind::ndim<1>, nanobind::c_contig,
                                    nanobind::device::cpu>;

/// The array in place; it must outlive the view.
inline EmbeddingView view_of(const EmbeddingArray& from) {
  const EmbeddingArray::Array& array = from.array;
  if (array.dtype() == nanobind::dtype<float>()) {
    return {static_cast<const float*>(array.data()), array.shape(0), array.shape(1)};
  }
  if (array.dtype() == nanobind::dtype<double>()) {
    return {static_cast<const double*>(array.data()), array.shape(0), array.shape(1)};
  }
  throw std::invalid_argument("embeddings are float32 or float64");
}

/// The clips in place.
inline std::span<const std::uint32_t> clips_of(const ClipArray& array) {
  return {array.data(), array.shape(0)};
}

/// An array of NumPy that owns its numbers.
template <class Number>
nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<1>> owned_array(
    std::vector<Number> numbers) {
  auto owned = std::make_unique<std::vector<Number>>(std::move(numbers));
  const nanobind::capsule owner(owned.get(), [](void* at) noexcept {
    delete static_cast<std::vector<Number>*>(at);  // NOLINT(cppcoreguidelines-owning-memory)
  });
  std::vector<Number>* const held = owned.release();
  return nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<1>>(held->data(), {held->size()},
                                                                       owner);
}

/// An interval with its value, as a dict.
inline nanobind::dict estimate_dict(const stats::Interval& from) {
  nanobind::dict to;
  to["value"] = from.value;
  to["low"] = from.low;
  to["high"] = from.high;
  to["confidence"] = from.confidence;
  to["reason"] = word(stats::to_string(from.reason));
  return to;
}

}  // namespace foley::python

// Written out only for the stub: an array whose type of number is open has no name in it that a
// strict reader takes.
template <>
struct nanobind::detail::type_caster<foley::python::EmbeddingArray> {
  using Inner = make_caster<foley::python::EmbeddingArray::Array>;
  NB_TYPE_CASTER(foley::python::EmbeddingArray, const_name("numpy.typing.NDArray[typing.Any]"))

  bool from_python(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
    Inner inner;
    if (!inner.from_python(source, flags, cleanup)) {
      return false;
    }
    value.array = inner.value;
    return true;
  }
};
